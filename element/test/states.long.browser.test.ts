import { expect, test } from 'vitest'
import { options } from '../options.ts'
import {
  delayedResponses,
  type OpenOptions,
  probe,
  script,
  siteOfFile,
  texts,
} from './element-page.ts'

const site = await siteOfFile()
const known = [...options.map(({ name }) => name), 'labels', 'lang']

async function openScenario(scenario: string, attributes = '', options?: OpenOptions) {
  const { url, key } = site.mock
  const opened = await site.open(
    `<photo-feed src="${url}" api-key="${key(scenario)}" ${attributes}></photo-feed>${script}`,
    options,
  )
  return { ...opened, feed: probe(opened.page) }
}

test('premium: twelve cards with pictures, and a button', async () => {
  const { feed, errors } = await openScenario('premium')
  await feed.settled()
  expect(await feed.cards.count()).toBe(12)
  expect(await feed.status.textContent()).toBe('12 posts shown.')
  const widths = await feed.pictureWidths()
  expect(widths).toHaveLength(12)
  expect(widths.filter((width) => width < 320)).toEqual([])
  expect(await feed.button(texts.loadMore).count()).toBe(1)
  expect(await feed.notice.count()).toBe(0)
  expect(errors).toEqual([])
})

test('free: the newest posts, and no button', async () => {
  const { feed } = await openScenario('free', 'page-size="3"')
  await feed.settled()
  expect(await feed.cards.count()).toBe(3)
  expect(await feed.button(texts.loadMore).count()).toBe(0)
})

test('each card links to its post on the platform', async () => {
  const { feed } = await openScenario('premium', 'page-size="4"')
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

test('empty: a message', async () => {
  const { feed } = await openScenario('empty')
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toBe(texts.empty)
  expect(await feed.status.textContent()).toBe(texts.empty)
  expect(await feed.cards.count()).toBe(0)
  expect(await feed.host.getByRole('button').count()).toBe(0)
})

test('importing: a button that finds the posts after the import', async () => {
  const { name, apiKey } = site.mock.copy('importing')
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${apiKey}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  const sentence = texts.importing
  await feed.message.getByText(sentence).waitFor()
  expect(await feed.status.textContent()).toBe(sentence)
  site.mock.transition(name, 'finish-import')
  await feed.button(texts.checkAgain).click()
  await feed.cards.first().waitFor()
  expect(await feed.message.count()).toBe(0)
})

test('invalid-token: the posts, and a notice only for the owner', async () => {
  const { feed } = await openScenario('invalid-token')
  await feed.settled()
  expect(await feed.cards.count()).toBe(12)
  expect(await feed.notice.count()).toBe(0)
  const setNotice = (value: string | null) =>
    feed.host.evaluate((element, text) => {
      if (text === null) element.removeAttribute('owner-notice')
      else element.setAttribute('owner-notice', text)
    }, value)
  await setNotice('')
  expect(await feed.notice.innerText()).toMatch(
    new RegExp(`Reconnect the account .* ${texts.lastUpdated} \\w+ \\d+, \\d+\\.$`),
  )
  expect(await feed.cards.count()).toBe(12)
  await setNotice('false')
  await expect.poll(() => feed.notice.count()).toBe(0)
  await setNotice('true')
  await expect.poll(() => feed.notice.count()).toBe(1)
  await setNotice(null)
  await expect.poll(() => feed.notice.count()).toBe(0)
})

const visitorSentence = texts.error

test.each(['regenerated', 'disconnected'])(
  '%s: a sentence for visitors without a retry, and the hint in the console',
  async (scenario) => {
    const { feed, errors } = await openScenario(scenario)
    await feed.message.waitFor()
    expect(await feed.message.innerText()).toBe(visitorSentence)
    expect(await feed.message.getAttribute('role')).toBe('alert')
    expect(await feed.host.getByRole('button').count()).toBe(0)
    expect(await feed.skeleton.count()).toBe(0)
    expect(errors.filter((text) => text.startsWith('<photo-feed>'))).toEqual([
      '<photo-feed> InvalidApiKeyError: 401 INVALID_API_KEY: The provided API key is invalid. Copy the current one from the dashboard.',
    ])
  },
)

test('an owner reads the reason in the element with ?photofeed-check in the address of the page', async () => {
  const { feed, page } = await openScenario('regenerated')
  const reason = feed.host.locator('[part=reason]')
  await feed.message.waitFor()
  expect(await reason.count()).toBe(0)
  // Some routers have the address of a page behind the hash.
  for (const search of ['#/about?photofeed-check', '?photofeed-check']) {
    await page.goto(`${page.url().replace(/[?#].*/, '')}${search}`)
    await page.reload()
    await reason.waitFor()
  }
  expect(await feed.message.innerText()).toBe(visitorSentence)
  expect(await reason.innerText()).toBe(
    'InvalidApiKeyError: 401 INVALID_API_KEY: The provided API key is invalid. Copy the current one from the dashboard.',
  )
  await feed.host.evaluate(
    (element, key) => element.setAttribute('api-key', key),
    site.mock.key('free'),
  )
  await feed.cards.first().waitFor()
  expect(await reason.count()).toBe(0)
})

test('spaces around a key and an address are ignored', async () => {
  const { mock } = site
  const { page, errors } = await site.open(
    `<photo-feed src=" ${mock.url}\n" api-key="\t${mock.key('free')} "></photo-feed>${script}`,
  )
  await probe(page).cards.first().waitFor()
  expect(errors).toEqual([])
})

test('an unknown attribute is logged once, and what HTML and frameworks set is not', async () => {
  const { feed, warnings } = await openScenario(
    'free',
    `colums="4" colums api_key="1" id="a" class="b" style="color:red" title="c" tabindex="0"
     accesskey="f" data-id="d" aria-label="e" onclick="" itemprop="image" v-cloak x-data @click="f"
     :theme="g" _ngcontent-a1="" svelte-1x9z is="x" owner-notic x-format`,
  )
  await feed.settled()
  await expect.poll(() => warnings).toHaveLength(1)
  expect(warnings).toEqual([
    `<photo-feed>: the attributes colums, api_key, owner-notic are unknown. Known are ${known.join(', ')}.`,
  ])
})

test('an invalid attribute is logged once, and the feed has the default', async () => {
  const { feed, errors, warnings } = await openScenario('premium', 'page-size="many" type="STORY"')
  await feed.settled()
  expect(await feed.cards.count()).toBe(12)
  expect(errors).toEqual([])
  expect(warnings).toEqual([
    '<photo-feed>: page-size="many" is not valid; it must be a whole number from 1 to 100. The default is used.',
    '<photo-feed>: type="STORY" is not valid; it must be IMAGE, VIDEO, CAROUSEL_ALBUM, REELS. The default is used.',
  ])
})

test('type and format select posts and pictures', async () => {
  const { feed, requestUrls } = await openScenario(
    'premium',
    'page-size="4" type="VIDEO" image-format="jpg"',
  )
  await feed.settled()
  expect(await feed.button(texts.playVideo).count()).toBe(4)
  const sources = () =>
    feed.host
      .locator('img')
      .evaluateAll((images) => (images as HTMLImageElement[]).map(({ src }) => src))
  expect(await sources()).toEqual(Array(4).fill(expect.stringMatching(/\.jpg$/)))
  await feed.host.evaluate((element) => {
    element.setAttribute('type', 'IMAGE')
    element.removeAttribute('image-format')
  })
  await expect.poll(() => feed.button(texts.playVideo).count()).toBe(0)
  await feed.settled()
  expect(await sources()).toEqual(Array(4).fill(expect.stringMatching(/\.webp$/)))
  const queries = requestUrls
    .filter((url) => url.includes('/api/v1/me'))
    .map((url) => new URL(url).searchParams)
  expect(queries.map((query) => [query.get('filter[type]'), query.get('format')])).toEqual([
    ['VIDEO', 'jpg'],
    ['IMAGE', 'webp'],
  ])
})

test('slow: placeholders of the cards’ size until the posts arrive', async () => {
  const responses = delayedResponses()
  const { feed } = await openScenario('slow', 'page-size="5"', { prepare: responses.delay })
  await feed.skeleton.first().waitFor()
  expect(await feed.skeleton.count()).toBe(5)
  expect(await feed.host.getByRole('list').getAttribute('aria-busy')).toBe('true')
  expect(await feed.status.textContent()).toBe(texts.loadingPosts)
  const box = await feed.skeleton.nth(4).boundingBox()
  responses.release()
  await feed.settled()
  expect(await feed.cards.nth(4).boundingBox()).toEqual(box)
  expect(await feed.host.locator('#cards').getAttribute('aria-busy')).toBeNull()
})

test('server-error: a retry that works once the service does', async () => {
  const { name, apiKey } = site.mock.copy('premium')
  site.mock.fault(name, 'server-error')
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${apiKey}"></photo-feed>${script}`,
  )
  const feed = probe(page)
  await feed.message.getByText(visitorSentence).waitFor()
  site.mock.fault(name, null)
  await feed.button(texts.tryAgain).click()
  await feed.cards.first().waitFor()
  expect(await feed.message.count()).toBe(0)
  expect(await feed.focusedPart()).toBe('link')
})

test('unstored-media: the platform’s pictures, one size each', async () => {
  const { feed } = await openScenario('unstored-media')
  await feed.settled()
  expect(await feed.host.locator('img[srcset]').count()).toBe(0)
  expect((await feed.pictureWidths()).filter((width) => width === 0)).toEqual([])
})

test('withheld-video: its picture links to the platform', async () => {
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

test('expired-media: a tile instead of each picture', async () => {
  const { feed } = await openScenario('expired-media', 'page-size="6"')
  await feed.settled()
  expect(await feed.pictureWidths()).toEqual([])
  const tiles = feed.host.locator('[part=missing]')
  expect(await tiles.count()).toBe(6)
  expect(await tiles.first().getAttribute('aria-label')).not.toBe('')
})

test('events have the displayed page or the error as their detail', async () => {
  const listen = `<script>
    window.events = []
    for (const name of ['photo-feed-load', 'photo-feed-error'])
      document.addEventListener(name, (event) => events.push([name, event.detail]), true)
  </script>`
  const eventsWith = async (key: string) => {
    const { page } = await site.open(
      `${listen}<photo-feed src="${site.mock.url}" api-key="${key}" page-size="2"></photo-feed>${script}`,
    )
    await probe(page).settled()
    return page.evaluate(() => (window as unknown as { events: unknown }).events)
  }
  expect(await eventsWith(site.mock.key('invalid-token'))).toEqual([
    [
      'photo-feed-load',
      {
        posts: [expect.objectContaining({ id: expect.any(String) }), expect.anything()],
        connection: expect.objectContaining({ status: 'invalid_token', stale: true }),
        hasMore: true,
      },
    ],
  ])
  expect(await eventsWith(site.mock.copy('disconnected').apiKey)).toEqual([
    [
      'photo-feed-error',
      expect.objectContaining({
        name: 'InvalidApiKeyError',
        message: expect.stringContaining('401'),
        hint: 'Copy the current one from the dashboard.',
        code: 'INVALID_API_KEY',
        status: 401,
        retryable: false,
      }),
    ],
  ])
})
