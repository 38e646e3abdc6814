import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { options } from '../options.ts'
import { type Site, script, startSite } from './element-page.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

/** A value of each option that is not its default. */
const changes = (ids: readonly string[]) => ({
  ...{ src: '', 'api-key': site.mock.key('free'), layout: 'tiles', columns: '2', gap: '7px' },
  ...{ theme: 'card', 'page-size': '3', limit: '2', 'load-more': 'none', type: 'VIDEO' },
  ...{ 'with-words': '#nothing', 'without-words': 'the', captions: 'none' },
  ...{
    'hidden-posts': ids[0] ?? '',
    'pinned-posts': ids[3] ?? '',
    'show-profile': '',
    counts: '',
    'image-format': 'jpg',
    'open-in': 'none',
  },
  ...{ target: '_blank', consent: 'required', 'owner-notice': '', albums: '' },
})

/** Options that load pictures or parts again, although the markup is the same. Otherwise a video would start again. */
const replacing = ['consent', 'albums']

test('each option has an effect, the same when it is set later', async () => {
  const { page } = await site.open(script)
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  const feed = createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key('invalid-token') })
  const { posts } = await feed.me()
  const values: Readonly<Record<string, string>> = changes(posts.map(({ id }) => id))
  // What `feed` selects is in the script of that feed, which tests of the server load.
  const names = options.map(({ name }) => name).filter((name) => name !== 'feed')
  expect(Object.keys(values).toSorted()).toEqual(names.toSorted())
  const wrong = await page.evaluate(
    async ([usual, values, replacing]) => {
      const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
      function add(attributes: Readonly<Record<string, string>>) {
        const element = document.createElement('photo-feed')
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
        document.body.append(element)
        return element
      }
      /** Without what depends on the time: the first screen is loaded first, the height of the skeleton stays until the page is read. */
      const markupOf = ({ shadowRoot }: Element) =>
        shadowRoot?.innerHTML.replace(/ (loading|fetchpriority|sizes|style)="[^"]*"/g, '')
      const contentOf = (element: Element) =>
        [...(element.shadowRoot?.adoptedStyleSheets ?? [])]
          .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
          .concat(markupOf(element) ?? '')
          .join('\n')
      const cardOf = ({ shadowRoot }: Element) => shadowRoot?.querySelector('li')
      const isSettled = ({ shadowRoot }: Element) =>
        shadowRoot?.querySelector('#cards:not([aria-busy]):not(:empty), [part=message]')
      async function settle(...elements: Element[]) {
        while (!elements.every(isSettled)) await pause()
      }
      /** Waits until two elements have the same content, but not for ever. */
      async function isSame(one: Element, other: Element) {
        for (let tries = 0; tries < 60; tries++) {
          if (contentOf(one) === contentOf(other)) return true
          await pause()
        }
        return false
      }
      const wrong: string[] = []
      for (const [name, value] of Object.entries(values)) {
        const [first, later, unchanged] = [add({ ...usual, [name]: value }), add(usual), add(usual)]
        await settle(first, later, unchanged)
        if (!(await isSame(later, unchanged))) wrong.push(`${name}: two elements differ`)
        const [card, markup] = [cardOf(later), markupOf(later)]
        later.setAttribute(name, value)
        if (!(await isSame(first, later))) wrong.push(`${name}: differs when it is set later`)
        await pause()
        const isKept = cardOf(later) === card || markupOf(later) !== markup
        if (!isKept && !replacing.includes(name))
          wrong.push(`${name}: replaces the posts, but changes only their styles`)
        if (contentOf(first) === contentOf(unchanged)) wrong.push(`${name}: has no effect`)
        for (const element of [first, later, unchanged]) element.remove()
      }
      return wrong
    },
    [
      {
        // Pictures are then of another host.
        src: site.mock.url.replace('127.0.0.1', 'localhost'),
        'api-key': site.mock.key('invalid-token'),
        'page-size': '4',
      },
      values,
      replacing,
    ] as const,
  )
  expect(wrong).toEqual([])
})
