import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectionStatuses } from '@photofeed/openapi'
import { preview } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { violations } from '../../test-support/accessibility.ts'
import { shareBrowser } from '../../test-support/browser.ts'
import { packPackages } from '../../test-support/installed-app.ts'
import { launch } from '../../test-support/processes.ts'
import { countLoaded, filesIn, userEnvironment } from '../test/example.ts'

const recorder = fileURLToPath(new URL('../../test-support/contacted-hosts.ts', import.meta.url))
let packages: Awaited<ReturnType<typeof packPackages>>
let mock: MockServer

beforeAll(async () => {
  packages = await packPackages('sdk', 'mock-server')
  mock = await startMockServer()
})
afterAll(async () => {
  await mock?.close()
  await packages?.remove()
})

/** Builds the site of a scenario into the folder of that name. */
function build(folder: string, scenario: string) {
  const env = {
    ...userEnvironment(),
    PHOTOFEED_URL: mock.url,
    PHOTOFEED_KEY: mock.key(scenario),
    NODE_OPTIONS: `--import=${recorder}`,
    CONTACTED_HOSTS: join(folder, `${scenario}.hosts`),
  }
  const args = ['build.ts', '--out', join(folder, scenario)]
  return launch(process.execPath, args, { cwd: folder, env }).ended
}

test('the site has every post and its picture, and no key, script or other host; it names a broken connection', {
  timeout: 600_000,
}, async () => {
  const { folder } = await packages.install(import.meta.dirname, {})
  expect(await build(folder, 'premium')).toEqual({ code: 0, stdout: '', stderr: '' })
  const hosts = await readFile(join(folder, 'premium.hosts'), 'utf8')
  expect(new Set(hosts.trimEnd().split('\n'))).toEqual(new Set([new URL(mock.url).host]))
  await checkSite(join(folder, 'premium'))

  await build(folder, 'invalid-token')
  const page = await readFile(join(folder, 'invalid-token/index.html'), 'utf8')
  expect(page).toContain(`>${connectionStatuses.invalid_token.stale}</p>`)

  // A feed that cannot be read fails the build.
  expect(await build(folder, 'regenerated')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      '401 INVALID_API_KEY: The provided API key is invalid.\nCopy the current one from the dashboard.\n',
  })
})

async function checkSite(root: string) {
  const files = await filesIn(root)
  expect(files.filter((file) => file.endsWith('index.html'))).toHaveLength(13)
  expect(files.filter((file) => file.startsWith('pictures/'))).toHaveLength(263)
  for (const file of files) {
    const text = await readFile(join(root, file), 'latin1')
    expect(text, file).not.toContain(mock.key('premium'))
    expect(text, file).not.toContain(new URL(mock.url).host)
    expect(text, file).not.toContain('<script')
  }

  const site = await preview({ root, build: { outDir: '.' }, logLevel: 'error' })
  const browser = shareBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
    const requested = new Set<string>()
    page.on('request', (request) => requested.add(new URL(request.url()).host))
    const url = site.resolvedUrls?.local[0] ?? ''
    await page.goto(url)
    expect(await countLoaded(page.locator('main img'))).toBe(21)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('Page 2 of 13').waitFor()
    // One of these posts is a video without a poster.
    expect(await countLoaded(page.locator('main img'))).toBe(20)
    requested.delete('')
    expect(requested).toEqual(new Set([new URL(url).host]))
  } finally {
    await browser.close()
    await site.close()
  }
}
