import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { browserOfFile } from '../../../test-support/browser.ts'
import { type BuiltPage, builtPage } from '../browser/built-page.ts'
import {
  click,
  expectNote,
  meUrl,
  openPage,
  openWithPanel,
  rowOf,
  send,
  startMocks,
} from './pages.ts'

const browser = browserOfFile()
let built: BuiltPage
beforeAll(async () => {
  built = await builtPage({ mocks: true, worker: true })
})
afterAll(() => built?.close())

/** Whether the middle of an element can be clicked: it is in the window, and nothing is above it. */
function isReachable(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((selector) => {
    const { shadowRoot } = document.querySelector('photofeed-panel') as Element
    const target = shadowRoot?.querySelector(selector)
    const { x, y, width, height } = (target as Element).getBoundingClientRect()
    const top = shadowRoot?.elementFromPoint(x + width / 2, y + height / 2)
    return target?.contains(top ?? null) ?? false
  }, selector)
}

test('in a window of 320 × 256 pixels, everything scrolls into view', async () => {
  const page = await openWithPanel(browser, built, { width: 320, height: 256 })
  await click(page, 'Server error')
  await expectNote(page, 'From the next request on, every key responds as Server error.')
  await page.getByLabel('Latency').selectOption('200 ms')
  await click(page, 'Details of server-error')
  await rowOf(page, 'server-error').getByRole('combobox', { name: 'Fault' }).selectOption('slow')
  await expectNote(page, 'server-error has the fault slow.')
  for (const name of ['Scenarios', 'Requests']) {
    const tab = page.locator('.tabs').getByRole('button', { name })
    await tab.click()
    expect(await tab.getAttribute('aria-pressed')).toBe('true')
  }
  const cut = await page.getByRole('dialog').evaluate((dialog) => {
    const { bottom, right } = dialog.getBoundingClientRect()
    return [bottom <= innerHeight, right <= innerWidth]
  })
  expect(cut).toEqual([true, true])
  expect(await violations(page)).toEqual([])
})

test('the panel works in the modal dialog of the page, and leaves it open', async () => {
  const page = await openPage(browser)
  await page.goto(built.url)
  await startMocks(page)
  await page.evaluate(() => {
    const dialog = document.createElement('dialog')
    dialog.innerHTML = '<button>Own</button>'
    document.body.append(dialog)
    dialog.showModal()
  })
  await page.keyboard.press('Alt+Shift+P')
  await click(page, 'Broken connection')
  await expectNote(page, 'From the next request on, every key responds as Broken connection.')
  expect(await send(page, meUrl('premium'))).toEqual([200, 'invalid_token'])
  await page.getByLabel('Latency').focus()
  await page.keyboard.press('Escape')
  const isOpen = () => page.evaluate(() => document.querySelector('dialog')?.open)
  expect(await page.getByRole('dialog', { name: 'photofeed mock panel' }).count()).toBe(0)
  expect(await isOpen()).toBe(true)
  // Esc in the page closes only its own dialog.
  await page.keyboard.press('Alt+Shift+P')
  await page.getByRole('button', { name: 'Own', exact: true }).focus()
  await page.keyboard.press('Escape')
  expect(await isOpen()).toBe(false)
  const panel = page.getByRole('dialog', { name: 'photofeed mock panel' })
  await expect.poll(() => panel.isVisible()).toBe(true)
  await expect.poll(() => isReachable(page, '.top')).toBe(true)
  // A dialog that its page removes takes the panel with it, until the next reading of the state.
  await page.evaluate(() => document.querySelector('dialog')?.showModal())
  await expect.poll(() => page.locator('dialog photofeed-panel').count()).toBe(1)
  await page.evaluate(() => document.querySelector('dialog')?.remove())
  await expect.poll(() => panel.isVisible()).toBe(true)
})

test('transforms, filters and containment of the page do not move or cover the panel', async () => {
  const page = await openWithPanel(browser, built)
  await page.addStyleTag({
    content: `body { transform: translateX(50px); filter: blur(1px); contain: content; height: 3000px }
      main { position: fixed; inset: 0; z-index: 2147483647; background: white }`,
  })
  const [width, height] = await page.evaluate(() => {
    const { clientWidth, clientHeight } = document.documentElement
    return [clientWidth, clientHeight]
  })
  // The panel slides into its place, beside the scroll bars.
  await expect
    .poll(() => page.getByRole('dialog').boundingBox())
    .toEqual({ x: width - 452, y: height - 652, width: 440, height: 640 })
  await page.evaluate(() => {
    const popover = Object.assign(document.createElement('div'), { popover: 'auto' })
    document.body.append(popover)
    popover.showPopover()
  })
  await click(page, 'Close the panel')
  expect(await isReachable(page, '.launcher')).toBe(true)
})

test('in forced colors, the selected scenario differs from the others', async () => {
  const page = await openWithPanel(browser, built)
  await page.emulateMedia({ forcedColors: 'active' })
  await click(page, 'Broken connection')
  const colorsOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((node) => {
      const { backgroundColor, color } = getComputedStyle(node)
      return `${backgroundColor} ${color}`
    })
  await page.mouse.move(0, 0)
  const [selected, other] = [await colorsOf('Broken connection'), await colorsOf('Ready')]
  expect(selected).not.toBe(other)
  expect(await colorsOf('Broken connection')).toBe(selected)
})

test('options set the corner and open the panel, until the user closes it', async () => {
  const page = await openPage(browser)
  await page.goto(built.url)
  const start = () => startMocks(page, { position: 'top-left', open: true })
  await start()
  const panel = page.getByRole('dialog')
  await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 12, y: 12 })
  await click(page, 'Close the panel')
  await page.reload()
  await start()
  await expect.poll(() => page.locator('.launcher').boundingBox()).toMatchObject({ y: 12 })
  expect(await panel.count()).toBe(0)
})

test('a link selects a scenario, until the user selects another', async () => {
  const page = await openPage(browser)
  const shown = async () => {
    await startMocks(page)
    return send(page, meUrl('premium'))
  }
  await page.goto(`${built.url}index.html?photofeed=invalid-token`)
  expect(await shown()).toEqual([200, 'invalid_token'])
  await page.locator('.launcher').click()
  await click(page, 'Importing')
  await page.reload()
  expect(await shown()).toEqual([200, 'importing'])
  await page.goto(`${built.url}index.html?photofeed=empty`)
  expect(await shown()).toEqual([200, 'ready'])
  expect(await page.locator('.seen').innerText()).toMatch(/^No posts/)
})

test('a link with an unknown scenario opens the panel with the reason', async () => {
  const page = await openPage(browser)
  await page.goto(`${built.url}index.html?photofeed=invalid-tokn`)
  await startMocks(page)
  await expectNote(
    page,
    'The address of this page has ?photofeed=invalid-tokn: No scenario is named "invalid-tokn". Did you mean invalid-token?',
  )
})
