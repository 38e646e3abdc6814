// Takes the screenshots of the READMEs, or only those named, after `npm run build`, after an installation of
// examples/astro for its picture, and with a font of emoji, such as Debian's fonts-noto-color-emoji:
// node scripts/screenshots.ts [name …]
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { createServer, preview } from 'vite'
import { startExample } from '../examples/test/example.ts'
import { createMswMock } from '../mock-server/src/index.ts'
import { builtPage } from '../mock-server/test/browser/built-page.ts'
import { startDemo } from '../server/test/support/demo-server.ts'
import { launchChromium } from '../test-support/chromium.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const examples = join(root, 'examples')
const run = promisify(execFile)
const maxBytes = 300_000

/** Takes the picture of a page, after `prepare` has used it. */
type Shoot = (url: string, prepare?: (page: Page) => Promise<void>) => Promise<void>

interface Picture {
  file: string
  take(shoot: Shoot): Promise<void>
}

const ofExample = (name: string) => join(examples, name, 'screenshot.png')

/** Starts each example, passes its URL, and stops it. */
const pictures: Record<string, Picture> = {
  embed: { file: ofExample('embed'), take: (shoot) => shootRunning('embed', shoot) },
  react: { file: ofExample('react'), take: (shoot) => shootRunning('react', shoot) },

  gallery: {
    file: join(root, 'docs/gallery.png'),
    async take(shoot) {
      const demo = await startDemo('--gallery', join(examples, 'gallery/dist'))
      await shoot(`${demo.url}/index.html`)
      await demo.stop()
    },
  },

  start: {
    file: join(root, 'docs/screenshots/demo-start-1280-light.png'),
    async take(shoot) {
      const demo = await startDemo()
      await shoot(demo.url)
      await demo.stop()
    },
  },

  accounts: {
    file: join(root, 'docs/screenshots/dashboard-accounts-1280-light.png'),
    async take(shoot) {
      const demo = await startDemo()
      await shoot(`${demo.url}/sign-up`, connectAccount)
      await demo.stop()
    },
  },

  offline: {
    file: ofExample('offline'),
    async take(shoot) {
      const site = await createServer({ root: join(examples, 'offline'), logLevel: 'error' })
      await site.listen()
      await shoot(`${site.resolvedUrls?.local[0]}?scenario=invalid-token`)
      await site.close()
    },
  },

  'mock-panel': {
    file: join(root, 'docs/screenshots/mock-panel-1280-light.png'),
    async take(shoot) {
      const site = await builtPage({ mocks: true, worker: true })
      await shoot(site.url, async (page) => {
        const apiKey = createMswMock().key('premium')
        await page.evaluate(async (apiKey) => {
          await window.startMocks?.(true)
          await window.start(apiKey)
        }, apiKey)
        await page.locator('.launcher').click()
        await page.getByRole('button', { name: 'Broken connection' }).click()
        await page.getByRole('button', { name: 'Details of invalid-token', exact: true }).click()
        await page.locator('.scenario.current').scrollIntoViewIfNeeded()
      })
      await site.close()
    },
  },

  astro: {
    file: ofExample('astro'),
    async take(shoot) {
      await run(process.execPath, ['build.ts'], { cwd: join(examples, 'astro') })
      const site = await preview({ root: join(examples, 'astro'), logLevel: 'error' })
      await shoot(site.resolvedUrls?.local[0] ?? '')
      await site.close()
    },
  },

  node: {
    file: ofExample('node'),
    async take(shoot) {
      const { stdout } = await run(process.execPath, [join(examples, 'node/main.ts')])
      await shoot(`data:text/html;charset=utf-8,${encodeURIComponent(terminal(stdout))}`)
    },
  },
}

/** Signs up in the demo, and connects an account. */
async function connectAccount(page: Page) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const [email, password] = ['mara@harbour.example', 'low tide at noon']
  await page.getByLabel('Email address').fill(email)
  await press('Sign up')
  const link = page.getByRole('link', { name: /reset-password/ })
  while ((await link.count()) === 0) await page.goto('/demo/outbox')
  await link.click()
  await page.getByLabel('Password').fill(password)
  await press('Set the password')
  await press('Connect an account')
  await press('Allow')
  await page.getByText('Up to date', { exact: true }).waitFor({ timeout: 240_000 })
  // Without the notice.
  await page.goto('/accounts', { waitUntil: 'networkidle' })
}

async function shootRunning(name: string, shoot: (url: string) => Promise<void>) {
  const example = await startExample(name)
  await shoot(example.url)
  await example.stop()
}

/** Returns a page that shows this output in a terminal window. */
function terminal(output: string) {
  return `<!doctype html>
<style>
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: #dfe5ea }
pre { width: 1000px; margin: 0; padding: 3.25rem 2.25rem 2rem; border-radius: 12px; color: #e6e6e6;
  background: radial-gradient(circle 6px at 26px 24px, #ff6058 97%, #0000), radial-gradient(circle 6px at 48px 24px, #ffbd2e 97%, #0000),
    radial-gradient(circle 6px at 70px 24px, #28c940 97%, #0000), #1c2026;
  box-shadow: 0 20px 50px #0005; font: 17px/1.6 "DejaVu Sans Mono", Consolas, Menlo, monospace }
</style>
<pre>$ npm start -w @photofeed/example-node

${output.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
}

async function takePicture(browser: Browser, file: string, [url, prepare]: Parameters<Shoot>) {
  const baseURL = url.startsWith('http') ? new URL(url).origin : undefined
  const page = await browser.newPage({
    viewport: { width: 1280, height: 840 },
    bypassCSP: true,
    ...(baseURL && { baseURL }),
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await prepare?.(page)
  await page.evaluate(async () => {
    const shown = [...document.images].filter(({ y }) => y < innerHeight)
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
  })
  await page.addStyleTag({ content: '* { scrollbar-width: none !important }' })
  const { size } = await sharp(await page.screenshot({ animations: 'disabled' }))
    .png({ palette: true, effort: 10 })
    .toFile(file)
  await page.close()
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
  if (size > maxBytes) throw new Error(`${file} is larger than ${maxBytes / 1000} kB.`)
}

const names = process.argv.slice(2)
const browser = await launchChromium()
for (const [name, { file, take }] of Object.entries(pictures)) {
  if (names.length > 0 && !names.includes(name)) continue
  await take((...page) => takePicture(browser, file, page))
}
await browser.close()
