import { expect, test } from 'vitest'
import { texts } from '../../../element/test/texts.ts'
import { violations } from '../../../test-support/accessibility.ts'
import { browserOfFile } from '../../../test-support/browser.ts'
import { account, post } from '../../src/index.ts'
import { startControl } from '../control/control-server.ts'
import { click, expectNote, openPage } from './pages.ts'

const browser = browserOfFile()

test('the first page shows pictures, and a click on a row shows another state, at 390 pixels too', async () => {
  const accounts = [account({ username: 'my.shop', posts: [post.image({ caption: 'Open' })] })]
  const { server } = await startControl({ accounts })
  for (const [host, width] of [
    ['127.0.0.1', 1280],
    ['localhost', 390],
  ] as const) {
    const page = await openPage(browser, { width, height: 800 })
    await page.goto(server.url.replace('127.0.0.1', host))
    const feed = page.locator('photo-feed')
    const picture = feed.locator('img').first()
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    expect(await page.locator('.preview h2').innerText()).toBe('Ready')
    await click(page, 'Broken connection')
    await feed.getByText('stopped updating').waitFor()
    // The pictures stay in view beside or above the row.
    expect(await picture.isVisible()).toBe(true)
    await click(page, 'my.shop')
    await feed.getByText('Open', { exact: true }).waitFor()
    await click(page, 'No posts')
    await feed.getByText(texts.empty).first().waitFor()
    await click(page, 'Its own account')
    await expect.poll(() => page.locator('.preview h2').innerText()).toBe('Ready')
    await click(page, 'Details of premium')
    const requests = server.requests.length
    await click(page, 'Publish a post')
    await expectNote(page, 'premium has a new post.')
    await expect.poll(() => server.requests.length).toBeGreaterThan(requests)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await violations(page)).toEqual([])
    await click(page, 'Reset all')
  }
})
