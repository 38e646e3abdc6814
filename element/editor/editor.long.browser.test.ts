import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coveredFocus, violations } from '../../test-support/accessibility.ts'
import { overflow } from '../../test-support/walk.ts'
import { type Site, startSite } from '../test/element-page.ts'
import type { EditedFeed } from './editor.ts'
import { renderEditor } from './render.ts'
import { profileUrlOf } from './snippets.ts'

let site: Site
/** The editor as the dashboard bundles it. */
let bundle: { script: string; styles: string }

beforeAll(async () => {
  site = await startSite()
  const { outputFiles } = await build({
    stdin: {
      contents: `import '@photofeed/design/tokens.css'
import './editor.css'
import { startEditor } from './editor.ts'
Object.assign(window, { startEditor })`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'iife',
    outdir: 'out',
    write: false,
  })
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  bundle = { script: textOf('.js'), styles: textOf('.css') }
})
afterAll(() => site?.close())

async function openEditor(width = 1280) {
  const { mock } = site
  const { page, errors } = await site.open(
    `<style>${bundle.styles} body { background: var(--paper); font-family: var(--font) }</style>
    <main><h1>An editor</h1>${renderEditor()}</main><script async src="${mock.url}/embed.js"></script>`,
    { viewport: { width, height: 900 } },
  )
  await page.addScriptTag({ content: bundle.script })
  const edited: EditedFeed = {
    ...{ baseUrl: mock.url, apiKey: mock.key('premium'), plan: 'premium' },
    profileUrl: profileUrlOf('harbour.and.hearth'),
    preview: { src: mock.url, 'api-key': mock.key('premium') },
  }
  await page.evaluate((edited) => {
    const { startEditor } = window as unknown as typeof import('./editor.ts')
    startEditor(document.querySelector('.editor') as HTMLElement, edited)
  }, edited)
  const feed = page.locator('photo-feed')
  await feed.locator('li[data-post] img').first().waitFor()
  return { page, errors, feed, code: page.getByRole('region', { name: 'Code to paste' }) }
}

test('the controls change the preview and the code, until they are reset', async () => {
  const { page, feed, code, errors } = await openEditor()
  await page.getByLabel('Layout', { exact: true }).selectOption('tiles')
  await page.getByLabel('Columns', { exact: true }).fill('4')
  await expect.poll(() => feed.getAttribute('layout')).toBe('tiles')
  await page.getByText('Style', { exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('#ff0000')
  await page.getByRole('radio', { name: 'WordPress' }).check()
  const text = await code.innerText()
  expect(text).toMatch(/^<!-- wp:html -->\n<script async src="http:\/\/.+\/embed.js"><\/script>\n/)
  expect(text).toContain(
    'data-page-size="9" data-columns="2 600:4" style="display: flow-root; color: #ff0000"',
  )
  expect(await feed.evaluate((host) => getComputedStyle(host).color)).toBe('rgb(255, 0, 0)')
  await page.getByRole('button', { name: 'Text: as on your page' }).click()
  expect(await code.innerText()).not.toContain('color')
  await page.getByRole('button', { name: 'Reset everything' }).click()
  await expect.poll(() => code.innerText()).not.toContain('tiles')
  expect(errors).toEqual([])
})

test('posts are hidden with the keyboard, shown again, and pinned by a click', async () => {
  const { page, feed, code } = await openEditor()
  const id = await feed.locator('li').first().getAttribute('data-post')
  await page.getByRole('radio', { name: 'Hides it' }).check()
  await feed.getByRole('link').first().press('Enter')
  expect(await code.innerText()).toContain(`hidden-posts="${id}"`)
  await page.getByRole('status').getByText('1 hidden.').waitFor()
  await expect.poll(() => feed.locator(`[data-post="${id}"]`).count()).toBe(0)
  await page.getByRole('button', { name: /^Show again: / }).press('Enter')
  expect(await code.innerText()).not.toContain('hidden-posts')
  await page.getByRole('radio', { name: 'Pins it' }).check()
  await feed.locator('li', { hasText: 'Three kinds of apples' }).click()
  expect(await code.innerText()).toContain('pinned-posts="')
  await expect.poll(() => feed.locator('li').first().innerText()).toContain('Three kinds of apples')
})

test('a click that hides a video does not play it', async () => {
  const { page, feed } = await openEditor()
  await page.getByRole('radio', { name: 'Hides it' }).check()
  const video = feed.getByRole('button', { name: /Play video/ })
  await video.first().click()
  await page.getByRole('status').getByText('1 hidden.').waitFor()
  expect(await feed.locator('video').count()).toBe(0)
})

test('a preview is as wide as a phone, a tablet and a desktop, and fits its place', async () => {
  const { page, feed } = await openEditor(390)
  expect(await page.getByRole('radio', { name: 'Phone' }).isChecked()).toBe(true)
  for (const [name, width] of Object.entries({ Phone: 390, Tablet: 768, Desktop: 1280 })) {
    await page.getByRole('radio', { name }).check()
    expect(await feed.evaluate((host) => host.parentElement?.offsetWidth)).toBe(width)
    expect((await page.locator('.editor-page').boundingBox())?.width).toBeLessThan(390)
  }
  // All of a small preview is visible, and nothing is empty below it.
  const frame = page.locator('.editor-frame')
  await expect
    .poll(() => frame.evaluate((node) => node.scrollHeight - node.clientHeight))
    .toBeLessThan(2)
  const below = await frame.evaluate((node) => {
    const { bottom } = node.querySelector('photo-feed')?.getBoundingClientRect() ?? { bottom: 0 }
    return node.getBoundingClientRect().bottom - bottom
  })
  expect(below).toBeLessThan(40)
})

test('axe has no complaint, and every control can be seen when it has the focus', async () => {
  const { page } = await openEditor(390)
  for (const name of ['Content', 'Behavior', 'Style', 'Layout']) {
    await page.getByText(name, { exact: true }).first().click()
    expect(await violations(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(await coveredFocus(page, 40)).toEqual([])
})
