import { expect, test } from 'vitest'
import { runs } from '../../test-support/scope.ts'
import packageJson from '../package.json' with { type: 'json' }
import { siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

test('two lines in a page of another site show the feed', async () => {
  const { mock } = site
  const { page, errors } = await site.open(
    `<script type="module" src="${mock.url}/embed.js"></script>
    <photo-feed api-key="${mock.key('premium')}" page-size="6"></photo-feed>`,
  )
  const links = page.locator('photo-feed').getByRole('link')
  await expect.poll(() => links.count()).toBe(6)
  expect(errors).toEqual([])
})

const element = () =>
  `<photo-feed api-key="${site.mock.key('premium')}" page-size="6" layout="masonry"></photo-feed>`
const tag = (attributes: string) =>
  `<script ${attributes} src="${site.mock.url}/embed.js"></script>`
const insert = (type: string) => `<script>setTimeout(() => {
  const script = document.createElement('script')
  script.type = '${type}'
  script.src = '${site.mock.url}/embed.js'
  document.body.append(script)
}, 200)</script>`

test.each<[name: string, body: () => string, policy?: string]>([
  ['classic, before the element', () => tag('') + element()],
  ['classic, after the element', () => element() + tag('')],
  ['classic and deferred', () => tag('defer') + element()],
  ['classic and async', () => tag('async') + element()],
  ['as a module with CORS', () => tag('type="module" crossorigin') + element()],
  ['late, classic', () => element() + insert('')],
  ['late, as a module', () => element() + insert('module')],
  ['twice, in both ways', () => tag('') + tag('type="module"') + element() + tag('defer')],
  [
    'with a nonce',
    () => tag('nonce="abc"') + element(),
    "script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
  ],
])('the script loads %s, with what it loads on demand', async (_, body, policy) => {
  const { page, errors } = await site.open(body(), policy === undefined ? {} : { policy })
  const feed = page.locator('photo-feed')
  await expect.poll(() => feed.getByRole('link').count()).toBe(6)
  // Only the file of the layout sets it.
  await feed.locator('ul.placed').waitFor()
  expect(errors).toEqual([])
})

test('a division is replaced by the element, for editors that delete unknown elements', async () => {
  const { page, errors, warnings } = await site.open(
    `${tag('')}<div data-photo-feed data-api-key="${site.mock.key('premium')}" data-limit="2"
      data-post="7" class="wide" id="photos"><a href="/photos">Our photos</a></div>`,
  )
  const feed = page.locator('photo-feed')
  await expect.poll(() => feed.locator('li a').count()).toBe(2)
  expect(await page.locator('[data-photo-feed]').count()).toBe(0)
  const { id, className, dataset, textContent } = await feed.evaluate((host) => ({
    ...{ id: host.id, className: host.className, textContent: host.textContent },
    dataset: { ...(host as HTMLElement).dataset },
  }))
  expect([id, className, dataset]).toEqual(['photos', 'wide', { post: '7' }])
  expect(textContent).toBe('Our photos')
  expect([...errors, ...warnings]).toEqual([])
})

test('a misspelled attribute of a division is logged, and others that editors add are not', async () => {
  const { page, warnings } = await site.open(
    `${tag('')}<div data-photo-feed data-api-key="${site.mock.key('premium')}" data-colums="4"
      data-id="7" data-aos="fade" data-element_type="html" data-block="2"></div>`,
  )
  await page.locator('photo-feed li a').first().waitFor()
  await expect.poll(() => warnings).toHaveLength(1)
  expect(warnings[0]).toContain('the attributes data-colums are unknown.')
})

/** What prototype.js 1.7.3 and older libraries do to built-in objects. */
const changedBuiltIns = `<script>
  Error.stackTraceLimit = 0
  Array.from = (list) => [...(list.length === undefined ? [] : Array.prototype.slice.call(list))]
  Array.prototype.entries = function () { return [...this] }
  Array.prototype.toJSON = function () { return 'changed' }
  String.prototype.toJSON = function () { return 'changed' }
  Array.prototype.each = Array.prototype.forEach
  Object.prototype.extend = function () {}
  Element.prototype.remove = function () { this.parentNode.removeChild(this); return this }
  Element.prototype.update = Element.prototype.hide = function () { return this }
</script>`

test.each(['carousel', 'masonry', 'grid', 'list', 'tiles'].slice(0, runs(2, 5)))(
  'a page that changes built-in objects shows the layout %s and the viewer',
  async (layout) => {
    const { page, errors, requestUrls } = await site.open(
      `${changedBuiltIns}${tag('')}<photo-feed api-key="${site.mock.key('premium')}"
        layout="${layout}" page-size="6" open-in="viewer" show-profile counts albums></photo-feed>`,
    )
    const cards = page.locator('photo-feed li:not([aria-hidden])')
    await expect.poll(() => cards.count()).toBe(6)
    // Until what opens the viewer is loaded, links open on the platform. It loads the viewer when a pointer comes.
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0)
        await cards.first().hover()
        return requestUrls.some((url) => url.includes('viewer'))
      })
      .toBe(true)
    await cards.locator('a').first().click()
    await page.getByRole('dialog').getByRole('button', { name: texts.nextPost }).click()
    await page.getByText(texts.viewPost).waitFor()
    expect(errors).toEqual([])
  },
)

test('a copy of the script beside no service needs the attribute src', async () => {
  const { mock } = site
  const copy = await (await fetch(`${mock.url}/embed.js`)).text()
  const { page, errors } = await site.open(
    `<script type="module" src="/photo-feed.js"></script>
    <photo-feed api-key="${mock.key('premium')}"></photo-feed>`,
    {
      // What it loads on demand is beside it.
      prepare: (page) =>
        page.route(/\/photo-feed(\.js|\/.+)$/, async (route) => {
          const { pathname } = new URL(route.request().url())
          const isScript = pathname === '/photo-feed.js'
          const body = isScript ? copy : await (await fetch(mock.url + pathname)).text()
          await route.fulfill({ contentType: 'text/javascript', body })
        }),
    },
  )
  await page.getByText(texts.error).waitFor()
  expect(errors).toEqual([
    '<photo-feed> OptionsError: The attributes src and api-key are required. Check the attributes of the element.',
  ])
})

test('the mock lets browsers cache the script of a version for a year, as the service does', async () => {
  const cachingOf = async (query: string) =>
    (await fetch(`${site.mock.url}/embed.js${query}`)).headers.get('cache-control')
  expect(await cachingOf(`?v=${packageJson.version}`)).toBe('public, max-age=31536000, immutable')
  expect(await cachingOf('?v=0.0.1')).toBe('public, no-cache')
  expect(await cachingOf('')).toBe('public, no-cache')
})
