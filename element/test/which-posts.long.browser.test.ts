import { expect, test } from 'vitest'
import { createFeed, type Post } from '../../sdk/src/entries/index.ts'
import { type PhotoFeedRenderOptions, renderFeed } from '../src/entries/render.ts'
import {
  delayedResponses,
  type OpenOptions,
  probe,
  script,
  siteOfFile,
  texts,
} from './element-page.ts'
import { probeViewer } from './viewer-page.ts'

const site = await siteOfFile()
const posts: Record<string, readonly Post[]> = {}
for (const name of ['premium', 'page-boundary'] as const) {
  const feed = createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key(name) })
  posts[name] = await feed.posts({ pageSize: 100 }).toArray({ limit: 300 })
}

const idsOf = (list: readonly Post[] = []) => list.map(({ id }) => id)
const tagged = (tag: string, name = 'premium') =>
  (posts[name] ?? []).filter(({ caption }) => caption?.split(/[^#\w]+/).includes(tag))

async function open(attributes: string, options: OpenOptions = {}, inside = '') {
  const opened = await site.open(
    `<photo-feed src="${site.mock.url}" ${attributes}>${inside}</photo-feed>${script}`,
    options,
  )
  const feed = probe(opened.page)
  const shown = () =>
    feed.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-post')))
  return {
    ...opened,
    feed,
    shown,
    requests: () =>
      opened.requestUrls
        .filter((url) => url.includes('/api/v1/me'))
        .map((url) => new URL(url).searchParams.get('page[size]')),
  }
}
const key = (name = 'premium') => `api-key="${site.mock.key(name)}"`

test('hidden posts are not shown, and "page-size" is the number of those that are', async () => {
  const [first, second, ...others] = idsOf(posts.premium)
  const { shown, feed, requests, errors } = await open(
    `${key()} page-size="4" hidden-posts="${second},\n ${first} 17"`,
  )
  await feed.settled()
  expect(await shown()).toEqual(others.slice(0, 4))
  expect(requests()).toEqual(['7'])
  await feed.button(texts.loadMore).click()
  await expect.poll(shown).toEqual(others.slice(0, 8))
  expect(await feed.status.textContent()).toBe('4 more posts, 8 in all.')
  await feed.host.evaluate((element) => element.removeAttribute('hidden-posts'))
  await expect.poll(shown).toEqual(idsOf(posts.premium).slice(0, 4))
  expect(errors).toEqual([])
})

test('pinned posts are first, in the order of the attribute, also from a page far down', async () => {
  const all = idsOf(posts.premium)
  const pinned = [all[150], all[2], 'unknown', all[40]]
  const { shown, feed, requests } = await open(
    `${key()} page-size="5" pinned-posts="${pinned.join(' ')} ${all[1]}" hidden-posts="${all[1]}"`,
  )
  await feed.settled()
  const first = [all[150], all[2], all[40], all[0], all[3]]
  expect(await shown()).toEqual(first)
  expect(requests()).toEqual(['6', '100', '100', '100'])
  await feed.button(texts.loadMore).click()
  await expect.poll(shown).toEqual([...first, ...all.slice(4, 9)])
  expect(requests()).toHaveLength(4)
  await feed.host.evaluate((element, pin) => {
    element.setAttribute('page-size', '1')
    element.setAttribute('pinned-posts', pin)
  }, `${all[40]} ${all[0]} ${all[0]}`)
  await expect.poll(shown).toEqual([all[40]])
  await feed.button(texts.loadMore).click()
  await expect.poll(shown).toEqual([all[40], all[0]])
})

test('"limit" is the number of posts that are shown, and more pins than "page-size" are on the next page', async () => {
  const all = idsOf(posts.premium)
  const pins = [all[9], all[8], all[7], all[6]]
  const { shown, feed } = await open(
    `${key()} page-size="3" limit="5" pinned-posts="${pins.join(' ')}" hidden-posts="${all[0]}"`,
  )
  await feed.settled()
  expect(await shown()).toEqual(pins.slice(0, 3))
  await feed.button(texts.loadMore).click()
  await expect.poll(shown).toEqual([...pins, all[1]])
  expect(await feed.button(texts.loadMore).count()).toBe(0)
  await feed.host.evaluate((element) => element.setAttribute('limit', '12'))
  await expect.poll(shown).toEqual(pins.slice(0, 3))
  for (const count of [6, 9, 12]) {
    await feed.button(texts.loadMore).click()
    await expect.poll(async () => (await shown()).length).toBe(count)
  }
  expect(new Set(await shown())).toEqual(
    new Set([...pins, ...all.slice(1, 6), ...all.slice(10, 13)]),
  )
})

test('a search ends after 5 pages of 100 posts', async () => {
  const { name, apiKey } = site.mock.copy('premium')
  const shared = posts.premium?.at(-1)?.id
  for (let index = 0; index < 300; index += 1) {
    site.mock.posts(name).publish({ caption: `Number ${index}` })
  }
  const { shown, feed, requests } = await open(
    `api-key="${apiKey}" page-size="2" pinned-posts="${shared}" with-words="#nowhere"`,
  )
  await feed.message.getByText(texts.empty).waitFor()
  expect(await shown()).toEqual([])
  expect(requests()).toEqual(Array(5).fill('100'))
  expect(await feed.button(texts.loadMore).count()).toBe(0)
})

test('only posts with one of the hashtags are shown, and none without', async () => {
  const { shown, feed, requests } = await open(
    `${key()} page-size="6" with-words="#Sailing, #GABLES" without-words="#tides #quayside"`,
  )
  await feed.settled()
  const excluded = new Set(idsOf([...tagged('#tides'), ...tagged('#quayside')]))
  const wanted = new Set(idsOf([...tagged('#sailing'), ...tagged('#gables')]))
  const expected = idsOf(posts.premium).filter((id) => wanted.has(id) && !excluded.has(id))
  expect(expected.length).toBeGreaterThan(12)
  expect(await shown()).toEqual(expected.slice(0, 6))
  expect(requests()).toEqual(['100'])
  await feed.button(texts.loadMore).click()
  await expect.poll(shown).toEqual(expected.slice(0, 12))
})

test.each([
  ['#sail', ['#sail!', 'A day, #SAIL.', '＃ｓａｉｌ'], ['#sailing', 'sail', '#a_sail', 'x']],
  ['cake', ['A cake, please', '#Cake'], ['cakes', '#cakes']],
  ['#crème_brûlée', ['#cre\u0300me_bru\u0302le\u0301e'], ['#crème']],
  ['#朝ごはん', ['#朝ごはん #a'], ['#朝', '朝ごはん']],
])('with-words="%s" selects whole words', async (only, selected, others) => {
  const { name, apiKey } = site.mock.copy('empty')
  const publish = (caption: string) => site.mock.posts(name).publish({ caption })
  const expected = selected.map(publish)
  for (const caption of others) publish(caption)
  const { feed, shown } = await open(`api-key="${apiKey}" with-words="${only}"`)
  await feed.settled()
  expect((await shown()).sort()).toEqual(expected.sort())
})

test('two keys are one feed by time, each with its profile', async () => {
  const keys = `api-key=" ${site.mock.key('page-boundary')}\n${site.mock.key('premium')}"`
  const responses = delayedResponses()
  const { shown, feed, errors } = await open(`${keys} page-size="10" show-profile owner-notice`, {
    prepare: responses.delay,
  })
  await feed.skeleton.first().waitFor()
  expect(await feed.host.locator('[part=header]').count()).toBe(2)
  responses.release()
  await feed.settled()
  const times = new Map(
    [...(posts['page-boundary'] ?? []), ...(posts.premium ?? [])].map((post) => [
      post.id,
      Date.parse(post.timestamp),
    ]),
  )
  const all = [...times.keys()].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
  expect(await shown()).toEqual(all.slice(0, 10))
  expect(await feed.host.locator('[part=username]').allTextContents()).toHaveLength(2)
  await feed.button(texts.loadMore).click()
  await expect.poll(shown).toEqual(all.slice(0, 20))
  expect(new Set(all.slice(0, 20).map((id) => idsOf(posts.premium).includes(id))).size).toBe(2)
  expect(errors).toEqual([])
})

test('an error of one key does not hide the posts of the other', async () => {
  const broken = site.mock.copy('premium')
  site.mock.fault(broken.name, 'server-error')
  const { shown, feed, page, errors } = await open(
    `api-key="${broken.apiKey} ${site.mock.key('free')}" page-size="4" show-profile`,
    {
      prepare: (page) =>
        page.addInitScript(`window.events = []
        addEventListener('photo-feed-error', ({ detail }) => events.push(detail.code), true)`),
    },
  )
  await feed.settled()
  const free = await createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key('free') }).me()
  expect(await shown()).toEqual(idsOf(free.posts).slice(0, 4))
  expect(await page.evaluate('events')).toEqual(['INTERNAL_SERVER_ERROR'])
  expect(errors.filter((text) => text.startsWith('<photo-feed>'))).toHaveLength(1)
  site.mock.fault(broken.name, null)
  await feed.host.evaluate((element: HTMLElementTagNameMap['photo-feed']) => element.reload())
  const own = await createFeed({ baseUrl: site.mock.url, apiKey: broken.apiKey }).me()
  await expect.poll(shown).toContain(own.posts[0]?.id)
})

test('an error of every key is an error of the feed', async () => {
  const { feed } = await open(
    `${key('regenerated').slice(0, -1)} ${site.mock.key('disconnected')}"`,
  )
  await feed.message.getByText(texts.error).waitFor()
})

test('the viewer goes through the posts that are shown, and loads more of them', async () => {
  const { shown, feed, page } = await open(
    `${key()} page-size="4" with-words="#sailing" open-in="viewer"`,
  )
  await feed.settled()
  await feed.cards.nth(3).locator('a').click()
  const viewer = probeViewer(page)
  await viewer.dialog.waitFor()
  await expect.poll(shown).toEqual(idsOf(tagged('#sailing')).slice(0, 8))
  await viewer.button(texts.nextPost).click()
  expect(await page.evaluate(() => location.hash)).toBe(`#photo=${tagged('#sailing')[4]?.id}`)
})

test.each([
  ['opens a post of the second key', 'page-boundary', ''],
  ['opens no hidden post', 'premium', 'hidden'],
])('an address %s', async (_, name, hidden) => {
  const id = posts[name]?.at(-1)?.id
  const keys = `${site.mock.key('premium')} ${site.mock.key('page-boundary')}`
  const { page, feed } = await open(
    `api-key="${keys}" page-size="3" open-in="viewer" ${hidden && `hidden-posts="${id}"`}`,
    { prepare: (page) => page.addInitScript(`location.hash ||= 'photo=${id}'`) },
  )
  await feed.settled()
  await page.waitForLoadState('networkidle')
  expect(await probeViewer(page).dialog.count()).toBe(hidden ? 0 : 1)
})

test('a server renders the same choice, and "Load more" continues it', async () => {
  const { mock } = site
  const apiKeys = [mock.key('premium'), mock.key('page-boundary')]
  const pages = await Promise.all(
    apiKeys.map((apiKey) => createFeed({ baseUrl: mock.url, apiKey }).me({ pageSize: 40 })),
  )
  const [first, second] = idsOf(posts.premium)
  const options: PhotoFeedRenderOptions = {
    ...{ hiddenPosts: first, pinnedPosts: second, withWords: '#sailing #gables', limit: null },
  }
  const attributes = `api-key="${apiKeys.join(' ')}" hidden-posts="${first}" pinned-posts="${second}" with-words="${options.withWords}" page-size="6"`
  const served = await open(attributes, {}, renderFeed(pages, options))
  const made = await open(attributes.replace('page-size="6"', 'page-size="100"'))
  await made.feed.settled()
  await served.page.waitForFunction(() => customElements.get('photo-feed'))
  const all = await made.shown()
  const before = await served.shown()
  expect(before.length).toBeGreaterThan(10)
  expect(before).toEqual(all.slice(0, before.length))
  expect(served.requests()).toEqual([])
  await served.feed.button(texts.loadMore).click()
  await expect.poll(served.shown).toEqual(all.slice(0, before.length + 6))
})

test('causes no warning of the mock', () => {
  site.mock.verify()
})
