import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenOptions, type Site, script, startSite } from './element-page.ts'
import { probe } from './feed-probe.ts'
import { heldAnswers } from './held-answers.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

async function openScenario(scenario: string, attributes = '', options?: OpenOptions) {
  const { url, key } = site.mock
  const opened = await site.open(
    `<photo-feed src="${url}" key="${key(scenario)}" ${attributes}></photo-feed>${script}`,
    options,
  )
  return { ...opened, feed: probe(opened.page) }
}

test('premium: twelve cards, each with its picture, and more to load', async () => {
  const { feed, errors } = await openScenario('premium')
  await feed.settled()
  expect(await feed.cards.count()).toBe(12)
  expect(await feed.status.textContent()).toBe('12 posts shown.')
  const widths = await feed.pictureWidths()
  expect(widths).toHaveLength(12)
  expect(widths.filter((width) => width < 320)).toEqual([])
  expect(await feed.button('Load more').count()).toBe(1)
  expect(await feed.notice.count()).toBe(0)
  expect(errors).toEqual([])
})

test('free: the six newest, and no more', async () => {
  const { feed } = await openScenario('free', 'limit="3"')
  await feed.settled()
  expect(await feed.cards.count()).toBe(3)
  expect(await feed.button('Load more').count()).toBe(0)
})

test('each card leads to its post on the platform', async () => {
  const { feed } = await openScenario('premium', 'limit="4"')
  await feed.settled()
  const links = await feed.host
    .getByRole('link')
    .evaluateAll((links) => (links as HTMLAnchorElement[]).map(({ href, rel }) => ({ href, rel })))
  expect(links).toHaveLength(4)
  for (const { href, rel } of links) {
    expect(href).toMatch(/^https:\/\/photos\.example\/(p|reel)\//)
    expect(rel).toBe('noopener')
  }
})

test('empty: says so', async () => {
  const { feed } = await openScenario('empty')
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toContain('No posts yet.')
  expect(await feed.cards.count()).toBe(0)
  expect(await feed.host.getByRole('button').count()).toBe(0)
})

test('importing: looks again, and finds the posts once they are there', async () => {
  const { name, apiKey } = site.mock.copy('importing')
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" key="${apiKey}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.message.getByText('The posts are on their way.').waitFor()
  site.mock.transition(name, 'finish-import')
  await feed.button('Look again').click()
  await feed.cards.first().waitFor()
  expect(await feed.message.count()).toBe(0)
})

test('invalid-token: the posts under the service’s own explanation', async () => {
  const { feed } = await openScenario('invalid-token')
  await feed.settled()
  expect(await feed.notice.innerText()).toMatch(
    /Reconnect the account .* Last updated \w+ \d+, \d+\.$/,
  )
  expect(await feed.cards.count()).toBe(12)
})

test.each([
  ['regenerated', 'Copy the current one from the dashboard.'],
  ['disconnected', 'Copy the current one from the dashboard.'],
])('%s: says what to do, and offers no retry', async (scenario, hint) => {
  const { feed } = await openScenario(scenario)
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toContain(hint)
  expect(await feed.message.getAttribute('role')).toBe('alert')
  expect(await feed.host.getByRole('button').count()).toBe(0)
  expect(await feed.skeleton.count()).toBe(0)
})

test('an invalid limit: the service’s refusal is shown', async () => {
  const { feed } = await openScenario('premium', 'limit="many"')
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toContain('These posts cannot be shown.')
})

test('no key: says which attributes are needed, and asks nobody', async () => {
  const { page, asked } = await site.open(
    `<photo-feed src="${site.mock.url}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toContain('photo-feed needs the attributes src and key.')
  expect(asked.filter((url) => url.startsWith(site.mock.url))).toEqual([])
})

test('slow: boxes of the cards’ size until the posts are there', async () => {
  const answers = heldAnswers()
  const { feed } = await openScenario('slow', 'limit="5"', { prepare: answers.hold })
  await feed.skeleton.first().waitFor()
  expect(await feed.skeleton.count()).toBe(5)
  expect(await feed.host.getByRole('list').getAttribute('aria-busy')).toBe('true')
  expect(await feed.status.textContent()).toBe('Loading posts.')
  const box = await feed.skeleton.nth(4).boundingBox()
  answers.letGo()
  await feed.settled()
  expect(await feed.cards.nth(4).boundingBox()).toEqual(box)
  expect(await feed.host.locator('#cards').getAttribute('aria-busy')).toBeNull()
})

test('server-error: a retry that works once the service does', async () => {
  const { name, apiKey } = site.mock.copy('premium')
  site.mock.fault(name, 'server-error')
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" key="${apiKey}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.message.getByText('Try again later.').waitFor()
  site.mock.fault(name, null)
  await feed.button('Try again').click()
  await feed.cards.first().waitFor()
  expect(await feed.message.count()).toBe(0)
  expect(await feed.focusedPart()).toBe('link')
})

test('unstored-media: the platform’s own pictures, one size each', async () => {
  const { feed } = await openScenario('unstored-media')
  await feed.settled()
  expect(await feed.host.locator('img[srcset]').count()).toBe(0)
  expect((await feed.pictureWidths()).filter((width) => width === 0)).toEqual([])
})

test('withheld-video: its picture leads to the platform', async () => {
  const { feed } = await openScenario('withheld-video')
  await feed.settled()
  const card = feed.cards.filter({ has: feed.host.page().locator('.triangle') }).first()
  expect(await card.getByRole('button').count()).toBe(0)
  expect(await card.getByRole('link').innerText()).toContain('Video')
  expect((await feed.pictureWidths()).filter((width) => width === 0)).toEqual([])
})

test('null-profile: posts need no profile', async () => {
  const { feed } = await openScenario('null-profile')
  await feed.settled()
  expect(await feed.cards.count()).toBeGreaterThan(5)
})

test('expired-media: a tile in the place of each picture', async () => {
  const { feed } = await openScenario('expired-media', 'limit="6"')
  await feed.settled()
  expect(await feed.pictureWidths()).toEqual([])
  const tiles = feed.host.locator('[part=missing]')
  expect(await tiles.count()).toBe(6)
  expect(await tiles.first().getAttribute('aria-label')).not.toBe('')
})

test('events tell what was shown and what failed', async () => {
  const listen = `<script>
    window.told = []
    for (const name of ['feed-load', 'feed-error'])
      document.addEventListener(name, (event) => told.push([name, event.detail]), true)
  </script>`
  const toldWith = async (key: string) => {
    const { page } = await site.open(
      `${listen}<photo-feed src="${site.mock.url}" key="${key}" limit="2"></photo-feed>${script}`,
    )
    await probe(page).settled()
    return page.evaluate(() => (window as unknown as { told: unknown }).told)
  }
  expect(await toldWith(site.mock.key('invalid-token'))).toEqual([
    [
      'feed-load',
      {
        posts: [expect.objectContaining({ id: expect.any(String) }), expect.anything()],
        connection: expect.objectContaining({ status: 'invalid_token', stale: true }),
        hasMore: true,
      },
    ],
  ])
  expect(await toldWith(site.mock.copy('disconnected').apiKey)).toEqual([
    [
      'feed-error',
      {
        name: 'InvalidApiKeyError',
        message: expect.stringContaining('401'),
        hint: expect.stringContaining('Copy the current one'),
        retryable: false,
      },
    ],
  ])
})
