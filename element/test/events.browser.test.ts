import { expect, test } from 'vitest'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

const names = [
  'photo-feed-load',
  'photo-feed-error',
  'photo-feed-open',
  'photo-feed-play',
  'photo-feed-more',
  'photo-feed-link',
]

/** The document collects what happens in a feed that is in the shadow root of another element. */
const collector = `<main></main><script>
  window.events = []
  for (const name of ${JSON.stringify(names)}) {
    document.addEventListener(name, (event) => {
      events.push([name, event.detail])
      if (name === 'photo-feed-open') event.preventDefault()
    })
  }
  // The pages that the links lead to do not exist.
  addEventListener('click', (event) => {
    if (event.defaultPrevented) events.push('prevented')
    event.preventDefault()
  })
</script>`

test('events leave the shadow roots around the feed, with ids and addresses but no key', async () => {
  const { page } = await site.open(collector + script)
  const key = site.mock.key('premium')
  await page.evaluate(
    ({ src, apiKey }) => {
      const feed = document.createElement('photo-feed')
      Object.assign(feed, { src, apiKey, pageSize: 3, showProfile: true })
      document.querySelector('main')?.attachShadow({ mode: 'open' }).append(feed)
    },
    { src: site.mock.url, apiKey: key },
  )
  const feed = probe(page)
  await feed.settled()
  const ids = await feed.cards.evaluateAll((cards) => cards.map((card) => card.dataset.post))
  const urls = await feed.cards
    .getByRole('link')
    .evaluateAll((links) => (links as HTMLAnchorElement[]).map(({ href }) => href))
  const profile = await feed.host.getByRole('link', { name: 'Follow' }).getAttribute('href')
  await feed.cards.first().getByRole('link').click()
  await feed.cards.nth(2).getByRole('button').click()
  await feed.host.getByRole('link', { name: 'Follow' }).click()
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(6)
  const events = await page.evaluate(() => (window as unknown as { events: unknown[] }).events)
  const loaded = { posts: expect.any(Array), connection: expect.any(Object), hasMore: true }
  expect(events).toEqual([
    ['photo-feed-load', loaded],
    ['photo-feed-open', { id: ids[0], url: urls[0] }],
    'prevented',
    ['photo-feed-play', { id: ids[2], url: urls[2] }],
    ['photo-feed-link', { url: profile }],
    ['photo-feed-more', { shown: 3 }],
    ['photo-feed-load', loaded],
  ])
  expect(JSON.stringify(events)).not.toContain(key)
})
