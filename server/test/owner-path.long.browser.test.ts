import { expect, test } from 'vitest'
import { texts } from '../../element/test/texts.ts'
import { violations } from '../../test-support/accessibility.ts'
import { browserOfFile, engine } from '../../test-support/browser.ts'
import { layoutShifts } from '../../test-support/layout-shifts.ts'
import { overflow } from '../../test-support/walk.ts'
import { labels } from '../src/labels.ts'
import { ownerPath, servePage, visit } from './support/owner-path.ts'

const browser = browserOfFile()

/** What a page of a site may be behind, in milliseconds. */
const minute = 60_000

test('from nothing to a site in 8 clicks and one paste, and the site follows every change', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const owner = await ownerPath(context)
  const { page, demo } = owner
  const code = await owner.copyCode('HTML')
  expect(owner.clicks()).toBe(8)
  const [, id = ''] = /feed="(\w{8})"/.exec(code) ?? []
  expect(code).toBe(`<script async src="${demo.url}/f/${id}.js"></script>
<photo-feed feed="${id}"><a href="https://www.instagram.com/harbour.and.hearth/">Our photos on Instagram</a></photo-feed>`)
  await page.getByText('Waiting for your site…').waitFor()

  const address = await servePage(`<h1>A site</h1>${code}<p>What follows</p>`)
  const site = await context.newPage()
  const { posts, layout, feed, link } = visit(site)
  // The import goes on while the page is open.
  await expect
    .poll(async () => {
      await site.goto(address)
      await site.waitForTimeout(300)
      return posts()
    })
    .toBe(6)
  await page.getByText(`${labels.found}: ${new URL(address).host}`).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  // The look.
  await page.getByRole('radio', { name: 'Tiles' }).check()
  const saved = page.locator('[data-saved]')
  await saved.getByText('Saved. Your site shows it within a minute.').waitFor()
  const shown = async () => {
    await site.goto(address)
    return layout()
  }
  await expect.poll(shown, { timeout: minute, interval: 2000 }).toBe('tiles')
  await page.reload()
  expect(await page.getByRole('radio', { name: 'Tiles' }).isChecked()).toBe(true)

  // The key. Its page has a script with the old one.
  await owner.follow(labels.account, labels.replaceKey)
  await page.getByText('Only programs that use the old key stop').waitFor()
  await owner.button(labels.replaceTheKey).click()
  await page.getByText('The new key is active.').waitFor()
  await site.goto(address)
  await expect.poll(posts).toBe(6)

  // A post that is hidden, with the keyboard.
  const first = (await feed.locator('li').first().getAttribute('data-post')) ?? ''
  const preview = page.locator(`photo-feed [data-post="${first}"]`)
  await preview.getByRole('link').first().focus()
  await preview.getByRole('button', { name: /^Hide: / }).press('Enter')
  await saved.getByText('Saved.').waitFor()
  const visitor = await browser.newPage()
  await visitor.goto(address)
  const others = visit(visitor)
  // Free has 6.
  await expect.poll(others.posts).toBe(5)
  expect(await others.feed.locator(`[data-post="${first}"]`).count()).toBe(0)

  // The account.
  await owner.follow(labels.account, labels.removeAccount)
  await owner.button(labels.removeNow).click()
  await page.getByText('The account is removed').waitFor()
  await site.goto(address)
  await expect.poll(() => link.isVisible()).toBe(true)
  await expect.poll(posts).toBe(0)
}, 240_000)

test('the screen does not jump, what could not be saved is saved by the next visit, and twenty changes can be undone', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = await ownerPath(context)
  for (const width of [390, 1280]) {
    const shifts = await layoutShifts(await context.newPage(), page.url(), width)
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
  }
  const saved = page.locator('[data-saved]')
  await page.getByLabel('Posts', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByRole('radio', { name: 'List' }).check()
  await saved.getByText('Not saved: no connection.').waitFor()
  await page.getByRole('button', { name: texts.tryAgain }).waitFor()
  await context.setOffline(false)
  await saved.getByText('Saved. Not on a site yet.').waitFor()

  await page.route('**/look', (route) => route.abort())
  await page.getByRole('radio', { name: 'Masonry' }).check()
  await saved.getByText('Not saved: no connection.').waitFor()
  await page.unroute('**/look')
  await page.reload()
  await saved.getByText('Saved. Not on a site yet.').waitFor()
  expect(await page.getByRole('radio', { name: 'Masonry' }).isChecked()).toBe(true)

  const columns = page.getByLabel('Columns', { exact: true })
  const undo = page.getByRole('button', { name: 'Undo' })
  expect(await undo.isDisabled()).toBe(true)
  await page.getByRole('radio', { name: 'Grid' }).check()
  for (let change = 0; change < 21; change += 1) await columns.fill(String((change % 9) + 1))
  await page.getByRole('radio', { name: 'Tiles' }).check()
  await page.getByRole('radio', { name: 'Tiles' }).press('Control+z')
  expect(await page.getByRole('radio', { name: 'Grid' }).isChecked()).toBe(true)
  for (let change = 0; change < 19; change += 1) await undo.click()
  expect([await undo.isDisabled(), await columns.inputValue()]).toEqual([true, '2'])
  await saved.getByText('Saved.').waitFor()
})

test('a cookie banner is combined with every kind of site', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const owner = await ownerPath(context)
  const { page } = owner
  await owner.copyCode('Shopify')
  await page.getByLabel(labels.waitForBanner).check()
  await page.getByLabel('Category').selectOption('statistics')
  await page.getByRole('radio', { name: 'Wix' }).check()
  await page.getByRole('button', { name: /^Cop/ }).locator('visible=true').click()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toMatch(
    /^<script type="text\/plain" data-category="statistics" data-cookieconsent="statistics" src="[^"]+\/f\/\w{8}\.js"><\/script>\n<photo-feed feed="\w{8}"><a [^>]+>Our photos on Instagram<\/a><\/photo-feed>$/,
  )
  expect(await page.locator('ol[data-place]:visible').count()).toBe(1)
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  const mail = await page.getByRole('link', { name: 'My developer does it' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toContain(code)

  await page.getByLabel(labels.waitForBanner).uncheck()
  await page.getByLabel('Reserve the height').check()
  const style = / style="display: block; min-height: (\d+)px"><a /
  await expect.poll(() => page.locator('#tag').innerText()).toMatch(style)
  const [, height] = style.exec(await page.locator('#tag').innerText()) ?? []
  expect(Number(height)).toBeGreaterThan(700)
  await page.keyboard.press('Escape')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe(labels.put)
})

test('on a phone the look is a sheet over the preview, which the keyboard opens and closes', async () => {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, isMobile: engine === 'chromium', hasTouch: true },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page } = await ownerPath(context)
  const look = page.getByRole('button', { name: 'Look', exact: true })
  await look.focus()
  await page.keyboard.press('Enter')
  const done = page.getByRole('button', { name: 'Done' })
  expect(await done.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await look.getAttribute('aria-expanded')).toBe('true')
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  // A change is seen above the sheet.
  await page.getByRole('radio', { name: 'Tiles' }).check()
  const frame = await page.locator('.editor-frame').boundingBox()
  const sheet = await page.locator('.editor-form').boundingBox()
  expect([frame?.y, sheet?.y].every((y) => y !== undefined && y >= 0)).toBe(true)
  expect((sheet?.y ?? 0) - (frame?.y ?? 0)).toBeGreaterThan(200)
  await page.keyboard.press('Escape')
  expect(await look.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await page.locator('.editor-form').isVisible()).toBe(false)
})
