// Takes the screenshots of the READMEs and manuals, after `npm run build`, and with a font of emoji, such as Debian's
// fonts-noto-color-emoji: node scripts/screenshots.ts

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createMock } from '../mock-server/src/index.ts'
import { builtPage } from '../mock-server/test/browser/built-page.ts'
import { labels, states } from '../server/src/labels.ts'
import { startDemo } from '../server/test/support/demo-server.ts'
import { launchChromium } from '../test-support/chromium.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

const browser = await launchChromium()
const demo = await startDemo('--gallery', join(root, 'examples/gallery/dist'))
await takePicture('docs/gallery.png', `${demo.url}/index.html`)
await takePicture(
  'docs/screenshots/dashboard-feed-1280-light.png',
  `${demo.url}/sign-up`,
  connectAccount,
)
await demo.stop()
const site = await builtPage({ mocks: true, worker: true })
await takePicture('docs/screenshots/mock-panel-1280-light.png', site.url, openPanel)
await site.close()
await browser.close()

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
  await press('Create my account')
  await press(labels.connect)
  await press('Allow')
  await page.getByText(states.ready, { exact: true }).waitFor({ timeout: 240_000 })
  // Without the notice.
  await page.goto(new URL(page.url()).pathname, { waitUntil: 'networkidle' })
  await page.locator('photo-feed li[data-post] img').first().waitFor()
}

/** Opens the panel of the mock, with the broken connection. */
async function openPanel(page: Page) {
  const apiKey = createMock().key('premium')
  await page.evaluate(async (apiKey) => {
    await window.startMocks?.(true)
    await window.start(apiKey)
  }, apiKey)
  await page.locator('.launcher').click()
  await page.getByRole('button', { name: 'Broken connection', exact: true }).click()
  await page.getByRole('button', { name: 'Details of invalid-token', exact: true }).click()
  await page.locator('.scenario.current').scrollIntoViewIfNeeded()
}

/** Takes the picture of a page, after `prepare` has used it. */
async function takePicture(file: string, url: string, prepare?: (page: Page) => Promise<void>) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 840 },
    bypassCSP: true,
    baseURL: new URL(url).origin,
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
}
