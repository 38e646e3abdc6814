import { expect, test } from 'vitest'
import { probe, script, siteOfFile } from './element-page.ts'

const site = await siteOfFile()

type PhotoFeed = HTMLElementTagNameMap['photo-feed']

test('a feed that a script makes with properties is that of the same attributes', async () => {
  const { page, errors } = await site.open(script)
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  await page.evaluate(
    ([src, apiKey]) => {
      const options = { src, apiKey, pageSize: 2, columns: 2, ownerNotice: true }
      document.body.append(Object.assign(document.createElement('photo-feed'), options))
    },
    [site.mock.url, site.mock.key('premium')] as const,
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.cards.count()).toBe(2)
  const attributes = await feed.host.evaluate((element) =>
    element.getAttributeNames().map((name) => [name, element.getAttribute(name)]),
  )
  expect(attributes).toEqual([
    ['src', site.mock.url],
    ['api-key', site.mock.key('premium')],
    ['page-size', '2'],
    ['columns', '2'],
    ['owner-notice', ''],
  ])
  expect(errors).toEqual([])
})

test('properties that are set before the element is defined count', async () => {
  const { page, requestUrls } = await site.open('<photo-feed></photo-feed>')
  const feed = probe(page)
  await feed.host.evaluate((element, options) => Object.assign(element, options), {
    src: site.mock.url,
    apiKey: site.mock.key('free'),
    pageSize: 3,
  })
  await page.addScriptTag({ type: 'module', url: '/element.js' })
  await feed.settled()
  expect(await feed.cards.count()).toBe(3)
  expect(requestUrls.filter((url) => url.includes('/api/v1/me'))).toHaveLength(1)
})

test('properties are typed, and null removes the attribute', async () => {
  const { page } = await site.open(`<photo-feed page-size="x" columns="4"></photo-feed>${script}`)
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  const values = await probe(page).host.evaluate((element: PhotoFeed) => {
    const read = () => [element.pageSize, element.columns, element.type, element.ownerNotice]
    const before = read()
    Object.assign(element, {
      pageSize: null,
      columns: undefined,
      ownerNotice: 'yes',
      type: 'VIDEO',
    })
    return [before, read(), element.getAttributeNames()]
  })
  expect(values).toEqual([
    [12, 4, null, false],
    [12, 3, 'VIDEO', true],
    ['owner-notice', 'type'],
  ])
})
