// Takes the screenshots of the READMEs and manuals, or only those named, after `npm run build`, and with a font of emoji, such
// as Debian's fonts-noto-color-emoji: node scripts/screenshots.ts [name …]
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { createMswMock } from '../mock-server/src/index.ts'
import { builtPage } from '../mock-server/test/browser/built-page.ts'
import { startDemo } from '../server/test/support/demo-server.ts'
import { launchChromium } from '../test-support/chromium.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const maxBytes = 300_000

/** Takes the picture of a page, after `prepare` has used it. */
type Shoot = (url: string, prepare?: (page: Page) => Promise<void>) => Promise<void>

/** Each starts what it shows, and stops it. */
const pictures: Record<string, { file: string; take(shoot: Shoot): Promise<void> }> = {
  gallery: {
    file: 'docs/gallery.png',
    async take(shoot) {
      const demo = await startDemo('--gallery', join(root, 'examples/gallery/dist'))
      await shoot(`${demo.url}/index.html`)
      await demo.stop()
    },
  },

  accounts: {
    file: 'docs/screenshots/dashboard-accounts-1280-light.png',
    async take(shoot) {
      const demo = await startDemo()
      await shoot(`${demo.url}/sign-up`, connectAccount)
      await demo.stop()
    },
  },

  'mock-panel': {
    file: 'docs/screenshots/mock-panel-1280-light.png',
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
    .toFile(join(root, file))
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
