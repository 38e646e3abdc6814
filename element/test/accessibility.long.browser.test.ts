import { describe, expect, test } from 'vitest'
import { violations } from '../../test-support/accessibility.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

const body = (key: string, attributes = '') => `<main>
  <h1>A site</h1>
  <photo-feed src="${site.mock.url}" api-key="${key}" page-size="8" owner-notice ${attributes}></photo-feed>
</main>${script}`

describe('axe finds no violation, light and dark', () => {
  test.each([
    'premium',
    'invalid-token',
    'empty',
    'importing',
    'regenerated',
    'server-error',
    'unstored-media',
    'withheld-video',
    'expired-media',
  ])('%s', async (scenario) => {
    const { page } = await site.open(body(site.mock.key(scenario)))
    const feed = probe(page)
    await feed.settled()
    // A picture that fails is replaced, which must not happen while axe runs.
    await feed.pictureWidths()
    expect(await violations(page)).toEqual([])
  })

  test.each([
    'layout="masonry" show-profile counts',
    'layout="carousel" captions="over" counts',
    'layout="list" theme="card" counts',
    'layout="tiles" theme="panel" show-profile',
  ])('%s', async (attributes) => {
    const { page } = await site.open(body(site.mock.key('premium'), attributes))
    const feed = probe(page)
    await feed.settled()
    await feed.pictureWidths()
    expect(await violations(page)).toEqual([])
  })

  test('while it loads', async () => {
    const { page } = await site.open(body(site.mock.key('premium')), {
      prepare: (page) => page.route('**/api/v1/me?*', () => {}),
    })
    const feed = probe(page)
    await feed.skeleton.first().waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('with a video that plays, after more were loaded', async () => {
    const { page } = await site.open(body(site.mock.key('premium')))
    const feed = probe(page)
    await feed.button(texts.loadMore).click()
    await expect.poll(() => feed.cards.count()).toBe(16)
    await feed.button(texts.playVideo).first().click()
    await feed.videos.first().waitFor()
    await feed.pictureWidths()
    expect(await violations(page)).toEqual([])
  })
})

test('screen readers read each card once: text alternative, type and date', async () => {
  const { page } = await site.open(body(site.mock.key('premium')))
  const feed = probe(page)
  await feed.settled()
  const list = await feed.host.getByRole('list').ariaSnapshot()
  expect(list.split('\n').slice(0, 12).join('\n')).toMatchInlineSnapshot(`
    "- list:
      - listitem:
        - link "Nobody said a word until the sun was up. Salt in the coffee, as usual. Nov 18, 2026":
          - /url: https://photos.example/p/yv0n0fem0p/
          - img "Nobody said a word until the sun was up. Salt in the coffee, as usual."
          - time: Nov 18, 2026
      - listitem:
        - link "Seven ridges, counted twice. Boots still drying. Album, 7 items Nov 16, 2026":
          - /url: https://photos.example/p/6vdebdx6hs/
          - img "Seven ridges, counted twice. Boots still drying."
          - text: Album, 7 items
          - time: Nov 16, 2026"
  `)
})
