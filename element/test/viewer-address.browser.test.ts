import { expect, test } from 'vitest'
import { runs } from '../../test-support/scope.ts'
import { siteOfFile, texts } from './element-page.ts'
import { hashOf, openFeed } from './viewer-page.ts'

const site = await siteOfFile()

/** A router that renders on hashchange, or on popstate with a state of its own. */
const router = (hash: string, event: 'hashchange' | 'popstate') => `<script>
  window.routes = []
  history.replaceState({ position: 7 }, '', '${hash}' || location.pathname)
  addEventListener('${event}', () => {
    const { position } = history.state ?? {}
    routes.push([location.hash, '${event}' === 'popstate' ? position : 7])
  })
</script>`

const routers = [
  ['#/photos', 'popstate'],
  ['#!/photos?page=2', 'hashchange'],
  ['#/photos', 'hashchange'],
  ['#photos', 'hashchange'],
] as const

test.each(routers.slice(0, runs(2, 4)))(
  'the address %s of a router with %s remains',
  async (hash, event) => {
    const { page, feed, viewer, errors } = await openFeed(site, { before: router(hash, event) })
    const routes = () => page.evaluate<unknown[]>('routes')
    const before = await page.evaluate(() => history.length)
    await feed.cards.first().locator('a').click()
    await viewer.dialog.waitFor()
    await viewer.button(texts.nextPost).click()
    expect(await hashOf(page)).toBe(hash)
    expect(await routes()).toEqual([])
    await page.keyboard.press('Escape')
    await viewer.closed()
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ position: 7 })

    await feed.cards.first().locator('a').click()
    await viewer.dialog.waitFor()
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
    const status = await viewer.status.textContent()
    await page.evaluate(() => history.back())
    await viewer.closed()
    expect(await feed.cards.count()).toBe(12)
    await page.evaluate(() => history.forward())
    await viewer.dialog.waitFor()
    expect(await viewer.status.textContent()).toBe(status)
    // It sees its own address and state, as if nothing had happened.
    const seen = event === 'popstate' ? Array(3).fill([hash, 7]) : []
    expect(await routes()).toEqual(seen)
    expect(errors).toEqual([])
  },
)

test('a router of an address without a hash sees no other one', async () => {
  const { page, feed, viewer } = await openFeed(site, { before: router('', 'hashchange') })
  const open = async () => {
    await feed.cards.first().locator('a').click()
    await viewer.dialog.waitFor()
    expect(await hashOf(page)).toMatch(/^#photo=\d+$/)
  }
  await open()
  await page.keyboard.press('Escape')
  await viewer.closed()
  await expect.poll(() => hashOf(page)).toBe('')
  expect(await page.evaluate('routes')).toEqual([])
  await open()
  await page.evaluate(() => history.back())
  await viewer.closed()
  await expect.poll(() => page.evaluate('routes')).toEqual([['', 7]])
})
