import { expect, test } from 'vitest'
import { probe, siteOfFile } from './element-page.ts'

const site = await siteOfFile()

/** In the mock, the id of a feed is the start of its published key. */
const idOf = (scenario: string) => site.mock.key(scenario).slice(0, 8)
const address = (id: string) => `${site.mock.url}/f/${id}.js`
const link = '<a href="/profile">Our photos</a>'

const code = (id: string, attributes = '') =>
  `<script async src="${address(id)}"></script>\n<photo-feed feed="${id}"${attributes}>${link}</photo-feed>`

test('the two lines show the feed with its look, in one request more than the page', async () => {
  const { page, errors, requestUrls } = await site.open(code(idOf('premium')))
  const feed = probe(page)
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(await feed.host.getAttribute('columns')).toBe('2 600:3')
  const ofService = requestUrls.filter((url) => /\/(f|photo-feed|embed)/.test(url))
  expect(ofService).toEqual([address(idOf('premium'))])
  expect(requestUrls.filter((url) => url.includes('/api/'))).toHaveLength(1)
  expect(errors).toEqual([])
})

test.each([
  ['before the script', (id: string) => code(id).split('\n').reverse().join('')],
  [
    'as a division',
    (id: string) => code(id).replaceAll('photo-feed feed=', 'div data-photo-feed data-feed='),
  ],
  ['as a module', (id: string) => code(id).replace('async', 'type="module"')],
])('the element is found %s', async (_, write) => {
  const { page, errors } = await site.open(write(idOf('premium')))
  await expect.poll(() => probe(page).cards.count()).toBe(6)
  expect(errors).toEqual([])
})

test('attributes of the page override the saved look, and files on demand are found', async () => {
  const { page, errors } = await site.open(
    code(idOf('premium'), ' layout="masonry" page-size="4" style="color: rgb(1, 2, 3)"'),
  )
  const feed = probe(page)
  await feed.host.locator('ul.placed').waitFor()
  await expect.poll(() => feed.cards.count()).toBe(4)
  expect(errors).toEqual([])
})

test('two feeds of a page have their own looks and keys', async () => {
  const { page, errors } = await site.open(code(idOf('premium')) + code(idOf('free')))
  const keys = () =>
    page.locator('photo-feed').evaluateAll((all) => all.map((each) => each.getAttribute('api-key')))
  await expect.poll(() => page.locator('photo-feed li[data-post]').count()).toBe(12)
  expect(await keys()).toEqual([site.mock.key('premium'), site.mock.key('free')])
  expect(errors).toEqual([])
})

test('a feed that does not exist is the link of its owner, also beside another one', async () => {
  const { page } = await site.open(code('unknown0') + code(idOf('premium')))
  const missing = page.locator('photo-feed').first()
  await page.locator('photo-feed li a').first().waitFor()
  expect(await missing.getByRole('link', { name: 'Our photos' }).isVisible()).toBe(true)
  expect(await missing.innerText()).toBe('Our photos')
})

/** What `/f/<id>.js` has in front, with another key. */
const withKey = (script: string, apiKey: string) =>
  script.replace(/"api-key":"\w+"/, `"api-key":"${apiKey}"`)

test('a cached script with a key of before is read once more, and the page goes on', async () => {
  const id = idOf('premium')
  let reads = 0
  const { page, errors } = await site.open(code(id), {
    prepare: (page) =>
      page.route(`${address(id)}*`, async (route) => {
        const script = await (await fetch(address(id))).text()
        reads += 1
        const body = reads === 1 ? withKey(script, 'f'.repeat(64)) : script
        await route.fulfill({ contentType: 'text/javascript', body })
      }),
  })
  await expect.poll(() => probe(page).cards.count()).toBe(6)
  expect(reads).toBe(2)
  expect(errors.filter((text) => !text.includes('401'))).toEqual([])
})

test('without another key, it is read once', async () => {
  const id = idOf('regenerated')
  const { page, requestUrls } = await site.open(code(id))
  const feed = probe(page)
  await feed.message.waitFor()
  expect(await page.getByRole('link', { name: 'Our photos' }).isVisible()).toBe(true)
  expect(requestUrls.filter((url) => url.startsWith(address(id)))).toHaveLength(2)
})

test('when the account is removed, a page with a cached script has the link of its owner', async () => {
  const id = idOf('disconnected')
  const { page } = await site.open(code(id), {
    prepare: async (page) => {
      const cached = await (await fetch(address(idOf('premium')))).text()
      const body = withKey(cached.replaceAll(idOf('premium'), id), site.mock.key('disconnected'))
      await page.route(address(id), (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      )
    },
  })
  const feed = page.locator('photo-feed:not([api-key])')
  await feed.waitFor()
  await expect.poll(() => feed.innerText()).toBe('Our photos')
  expect(await feed.getByRole('link', { name: 'Our photos' }).isVisible()).toBe(true)
})
