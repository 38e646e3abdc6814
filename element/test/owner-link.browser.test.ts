import { expect, test } from 'vitest'
import { engine } from '../../test-support/browser.ts'
import { delayedResponses, probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

/** As the editor writes it: the margin reserves the height of the feed. */
const link =
  '<a href="/profile" style="display: block; margin-bottom: max(66% + 7.5em, 600px)">Our photos</a>'

const html = (scenario: string, inside = link) =>
  `<photo-feed src="${site.mock.url}" api-key="${site.mock.key(scenario)}">\n${inside}\n</photo-feed><p>After</p>`

const retries = {
  empty: [],
  importing: [texts.checkAgain],
  disconnected: [],
  'server-error': [texts.tryAgain],
} as const

test.each(Object.entries(retries))(
  '%s: the visitor has the link that the owner pasted, and the buttons %j',
  async (scenario, names) => {
    const { page } = await site.open(html(scenario) + script)
    const feed = probe(page)
    await feed.message.waitFor()
    const owner = page.getByRole('link', { name: 'Our photos' })
    expect(await owner.isVisible()).toBe(true)
    expect(await feed.host.getByRole('button').allInnerTexts()).toEqual(names)
    for (const button of await feed.host.getByRole('button').all())
      expect(await button.evaluate((each) => getComputedStyle(each).borderTopColor)).toBe(
        'rgba(0, 0, 0, 0)',
      )
    // The room that is reserved for posts is none around the link.
    const box = await feed.message.boundingBox()
    expect(box?.height).toBeLessThan(250)
    await owner.click()
    expect(new URL(page.url()).pathname).toBe('/profile')
  },
)

test('while posts are loaded the link is there, and goes when they are displayed', async () => {
  const responses = delayedResponses()
  const { page } = await site.open(html('premium') + script, { prepare: responses.delay })
  const feed = probe(page)
  await feed.skeleton.first().waitFor()
  const owner = page.getByRole('link', { name: 'Our photos' })
  expect(await owner.isVisible()).toBe(true)
  await owner.click({ trial: true })
  const before = await feed.skeleton.first().boundingBox()
  responses.release()
  await feed.settled()
  expect(await owner.count()).toBe(0)
  expect((await feed.cards.first().boundingBox())?.y).toBe(before?.y)
})

test.runIf(engine === 'chromium')('without scripts the link is there', async () => {
  const { page } = await site.open(html('premium') + script, { javaScriptEnabled: false })
  expect(await page.getByRole('link', { name: 'Our photos' }).isVisible()).toBe(true)
})

test('a feed without content has no empty box', async () => {
  const { page } = await site.open(html('server-error', '') + script)
  const feed = probe(page)
  await feed.message.waitFor()
  expect((await feed.message.innerText()).split(/\n+/)).toEqual([texts.error, texts.tryAgain])
})
