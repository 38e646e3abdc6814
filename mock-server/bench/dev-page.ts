// The page of examples/testing/vite, installed from packed packages and served by Vite: the time from the first byte of
// the mock's code until the response to the page's first request. After `npm run build`:
// node mock-server/bench/dev-page.ts
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { median, reportMachine } from '../../scripts/bench/report.ts'
import { launchChromium } from '../../test-support/chromium.ts'
import { npmInstall } from '../../test-support/npm-install.ts'
import { createMock } from '../src/index.ts'

const visits = 15
const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

const folder = mkdtempSync(join(tmpdir(), 'photofeed-bench-'))
try {
  const app = join(folder, 'app')
  cpSync(join(root, 'examples/testing/vite'), app, { recursive: true })
  for (const name of ['sdk', 'mock-server']) {
    await run('npm', ['pack', '--pack-destination', folder], { cwd: join(root, name) })
  }
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  await npmInstall(app, ...tarballs.map((file) => join(folder, file)))
  await run('npm', ['run', 'worker'], { cwd: app })
  await measure(app)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(app: string): Promise<void> {
  const { createServer } = await import(createRequire(join(app, 'main.js')).resolve('vite'))
  const server = await createServer({ root: app, logLevel: 'error' })
  await server.listen()
  const browser = await launchChromium()
  try {
    const url = `${server.resolvedUrls.local[0]}?apiKey=${createMock().key('premium')}`
    // The first visits wait until Vite has bundled the dependencies.
    for (let visit = 0; visit < 3; visit++) await visitPage(browser, url)
    const times = { first: [] as number[], reload: [] as number[] }
    for (let visit = 0; visit < visits; visit++) {
      const { first, reload } = await visitPage(browser, url)
      times.first.push(first)
      times.reload.push(reload)
    }
    reportMachine()
    console.log('Vite dev page, from the first byte of the mock’s code to the first response:')
    console.log(`  reload ${median(times.reload).toFixed(0)} ms (less than 150)`)
    console.log(`  first visit, which installs the worker, ${median(times.first).toFixed(0)} ms`)
  } finally {
    await browser.close()
    await server.close()
  }
}

/** A first visit, without an HTTP cache and a service worker, and a reload. */
async function visitPage(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  const first = await firstResponse(page)
  await page.reload()
  const reload = await firstResponse(page)
  await context.close()
  return { first, reload }
}

async function firstResponse(page: Page): Promise<number> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const entries = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, responseStart, responseEnd }) => ({ name, responseStart, responseEnd }),
    ),
  )
  const first = entries.find(({ name }) => /mock-server/.test(name))
  const response = entries.find(({ name }) => name.includes('/api/v1/me'))
  if (!first || !response) throw new Error('The page did not load the mock.')
  return response.responseEnd - first.responseStart
}
