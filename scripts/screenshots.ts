// Takes the screenshots of the READMEs and manuals, after `npm run build`, and with a font of emoji, such as Debian's
// fonts-noto-color-emoji: node scripts/screenshots.ts. With --check it only tells which of them no longer show what is there.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { createMock } from '../mock-server/src/index.ts'
import { builtPage } from '../mock-server/test/browser/built-page.ts'
import { labels, states } from '../server/src/labels.ts'
import { startDemo } from '../server/test/support/demo-server.ts'
import { launchChromium } from '../test-support/chromium.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

/** The side of the squares that are compared, in pixels: less than a word, more than what another version of a font moves. */
const side = 24
/** How much the mean brightness of a square may differ, of 255. */
const mostDifference = 24

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
  const picture = await page.screenshot({ animations: 'disabled' })
  const times = await page
    .locator('time')
    .evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().toJSON() as Box),
    )
  await page.close()
  if (options.check) return compare(file, picture, times)
  const { size } = await sharp(picture).png({ palette: true, effort: 10 }).toFile(join(root, file))
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
}

type Box = Record<'left' | 'right' | 'top' | 'bottom', number>

/** Names a stored picture that differs from what the page shows now, except where it shows a time. */
async function compare(file: string, picture: Buffer, times: readonly Box[]): Promise<void> {
  const squaresOf = async (image: Buffer | string) => {
    const { width, height } = await sharp(image).metadata()
    const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)]
    const small = sharp(image).greyscale().resize(columns, rows, { kernel: 'cubic', fit: 'fill' })
    return { columns, squares: [...(await small.raw().toBuffer())] }
  }
  const before = await squaresOf(join(root, file))
  const { columns, squares } = await squaresOf(picture)
  const places = squares.flatMap((brightness, index) => {
    const [x, y] = [(index % columns) * side, Math.floor(index / columns) * side]
    const showsTime = times.some(
      ({ left, right, top, bottom }) =>
        x < right && x + side > left && y < bottom && y + side > top,
    )
    const difference = Math.abs(brightness - (before.squares[index] ?? 255))
    return !showsTime && difference > mostDifference ? [`${x},${y}`] : []
  })
  if (places.length === 0) return
  console.error(
    `${file} shows something else at ${places.slice(0, 5).join(' and ')}. Look at it, and take it again: node scripts/screenshots.ts`,
  )
  process.exitCode = 1
}
