import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { engine } from '../../test-support/browser.ts'
import { probe, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

/** Opens a feed with the script for pages without a bundler, which loads languages on demand. */
async function openFeed(
  html: string,
  attributes: string,
  prepare?: (page: Page) => Promise<unknown>,
) {
  const opened = await site.open(
    `${html}<photo-feed api-key="${site.mock.key('premium')}" page-size="3" ${attributes}></photo-feed>
    <script type="module" src="${site.mock.url}/embed.js"></script>`,
    prepare && { prepare },
  )
  const feed = probe(opened.page)
  await feed.settled()
  const loaded = () =>
    opened.requestUrls.flatMap((url) => /photo-feed\/(.+)-\w{8}\.js/.exec(url)?.[1] ?? [])
  return { ...opened, feed, loaded }
}

test('loads the language of the page, once for two feeds', async () => {
  const { page, feed, loaded, errors } = await openFeed('<main lang="de-AT">', '')
  await feed.button('Mehr laden').waitFor()
  expect(await feed.status.textContent()).toBe('3 Beiträge werden angezeigt.')
  await page.evaluate(() =>
    document.querySelector('main')?.append(document.createElement('photo-feed')),
  )
  await page.locator('photo-feed').nth(1).getByText('Diese Fotos können gerade').waitFor()
  // The last one is for the second feed, which has no posts.
  await expect.poll(loaded).toEqual(['translations', 'de', 'reserved-space'])
  expect(errors.filter((error) => !error.includes('api-key'))).toEqual([])
})

test('the labels of the page replace those of the language', async () => {
  const { feed } = await openFeed('', `lang="fr" labels='{"loadMore": "Encore"}'`)
  await feed.button('Encore').waitFor()
  await expect.poll(() => feed.status.textContent()).toBe('3 publications affichées.')
})

test.each([
  ['en-GB', []],
  ['tlh', ['translations']],
])('%s has the texts that are built in', async (lang, files) => {
  const { page, feed, loaded } = await openFeed('', `lang="${lang}"`)
  await page.waitForLoadState('networkidle')
  expect(await feed.button(texts.loadMore).isVisible()).toBe(true)
  expect(loaded()).toEqual(files)
})

test.runIf(engine === 'chromium')(
  'posts do not wait for a language, and do not move when it arrives',
  async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page, feed } = await openFeed('', 'lang="ja"', (page) =>
      page.route('**/photo-feed/ja-*.js', async (route) => {
        await released
        await route.continue()
      }),
    )
    await feed.pictureWidths()
    const boxes = () =>
      feed.host.evaluate((element) =>
        [...(element.shadowRoot?.querySelectorAll('li, button') ?? [])].map((box) => {
          const { top, height } = box.getBoundingClientRect()
          return [top, height]
        }),
      )
    await feed.button(texts.loadMore).waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    const before = await boxes()
    release()
    await feed.button('もっと見る').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    expect(await boxes()).toEqual(before)
  },
)

test('texts stay English when the file cannot be loaded', async () => {
  const { feed, page } = await openFeed('', 'lang="it"', (page) =>
    page.route('**/photo-feed/it-*.js', (route) => route.abort()),
  )
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(await page.locator('photo-feed time').first().textContent()).toBe('18 nov 2026')
})

test.each([
  ['of a language from right to left', '', 'lang="he"', 'rtl'],
  [
    'of a language from left to right in a page from right to left',
    '<main dir="rtl">',
    'lang="de"',
    'ltr',
  ],
  ['of the page', '<main dir="rtl">', '', 'rtl'],
  ['that is given with the language', '', 'lang="ar" dir="ltr"', 'ltr'],
])('the direction %s', async (_, html, attributes, direction) => {
  const { feed } = await openFeed(html, attributes)
  const list = feed.host.locator('#cards')
  expect(await list.evaluate((list) => getComputedStyle(list).direction)).toBe(direction)
})
