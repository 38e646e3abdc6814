import { headers as contractHeaders } from '@photofeed/openapi'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed, type Post } from '../../sdk/src/entries/index.ts'
import { renderFeed } from '../src/entries/render.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

const attack = `"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>'`
const breakout = `</style></template></photo-feed>${attack}`
const evil = 'javascript:window.attacked=1'

const hostilePosts: Partial<Post>[] = [
  { caption: attack, altText: attack, id: attack, timestamp: attack },
  { caption: attack, permalink: evil },
  { caption: breakout, altText: breakout, mediaUrl: evil, thumbnailUrl: evil },
]

/** Returns a response of the service with everything that an attacker could change. */
async function hostileResponse() {
  const response = await fetch(
    `${site.mock.url}/api/v1/me?api_key=${site.mock.key('free')}&filter[type]=IMAGE`,
  )
  const { posts, ...account } = await response.json()
  return {
    ...account,
    biography: attack,
    website: evil,
    status: 'invalid_token',
    posts: hostilePosts.map((post) => ({ ...posts[0], ...post })),
    pagination: { nextCursor: attack, prevCursor: null, hasMore: true, perPage: 3 },
  }
}

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
  [contractHeaders.FeedStale.name]: attack,
}

async function respondHostile(page: Page) {
  const json = await hostileResponse()
  await page.route('**/api/v1/me?*', (route) => route.fulfill({ json, headers }))
}

async function renderOnServer() {
  const body = await hostileResponse()
  const fetch = async () => Response.json(body, { headers })
  return renderFeed(
    await createFeed({ baseUrl: 'https://feed.test', apiKey: 'a'.repeat(64), fetch }).me(),
    {
      ownerNotice: true,
      showProfile: true,
      counts: true,
    },
  )
}

test.each([
  ['rendered by the element', async () => ''],
  ['rendered by a server', renderOnServer],
])('hostile texts and addresses are inert, %s', async (_, inside) => {
  const { page, errors } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${'a'.repeat(64)}" owner-notice show-profile counts>${await inside()}</photo-feed>${script}`,
    { prepare: respondHostile },
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.cards.count()).toBe(3)
  expect(await feed.notice.innerText()).toContain(attack)
  expect(await feed.host.locator('[part=bio]').innerText()).toBe(attack)
  expect(
    await feed.host
      .locator('[part=image]')
      .evaluateAll((images) => (images as HTMLImageElement[]).map(({ alt }) => alt)),
  ).toEqual([attack, attack])
  expect(await feed.host.locator('[part=missing]').getAttribute('aria-label')).toBe(breakout)
  expect(await feed.host.locator('script, [onerror], [href^=javascript]').count()).toBe(0)
  const link = feed.cards.nth(1).locator('a')
  expect(await link.getAttribute('href')).toBeNull()
  await link.click()
  expect(await feed.button(texts.loadMore).getAttribute('value')).toBe(attack)
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false)
  expect(errors).toEqual([])
})

test('works where a site forbids inline styles and HTML from scripts', async () => {
  const service = site.mock.url
  const policy = [
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${service}`,
    `img-src ${service} data:; media-src ${service}; require-trusted-types-for 'script'`,
  ].join('; ')
  const { page, errors } = await site.open(
    `<photo-feed src="${service}" api-key="${site.mock.key('premium')}" columns="2 300:2" gap="8px" show-profile counts></photo-feed>${script}`,
    { policy },
  )
  const feed = probe(page)
  await feed.settled()
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(24)
  await feed.button(texts.playVideo).first().click()
  await expect
    .poll(() => feed.videos.first().evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0)
  const columns = await feed.host
    .getByRole('list')
    .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  expect(columns).toBe(2)
  expect(errors).toEqual([])
})

test('sends requests only to the service, and stores nothing', async () => {
  const { page, requestUrls } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.settled()
  await feed.pictureWidths()
  await feed.button(texts.playVideo).first().click()
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(24)
  const own = new URL(page.url()).origin
  expect(new Set(requestUrls.map((url) => new URL(url).origin))).toEqual(
    new Set([own, site.mock.url]),
  )
  expect(await page.context().cookies()).toEqual([])
  const stored = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    (await indexedDB.databases()).length,
    (await caches.keys()).length,
  ])
  expect(stored).toEqual([0, 0, 0, 0])
})

test('two copies of the script on one page define it once', async () => {
  const { page, errors } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('free')}"></photo-feed>${script}
    <script type="module" src="/element.js?again"></script>`,
  )
  const feed = probe(page)
  await feed.settled()
  expect(errors).toEqual([])
})
