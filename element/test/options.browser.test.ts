import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { accountBody, postBody } from '../../sdk/test/support/account-body.ts'
import { type OptionRow, options } from '../options.ts'
import { type PhotoFeedRenderOptions, renderFeed } from '../src/entries/render.ts'
import { script, siteOfFile } from './element-page.ts'

const site = await siteOfFile()

/** Values of texts that have an effect. What `feed` selects is in the script of that feed, which tests of the server load. */
const texts = (ids: readonly string[]): Readonly<Record<string, string>> => ({
  ...{ src: '', 'api-key': site.mock.key('free'), target: '_blank' },
  ...{ 'with-words': '#nothing', 'without-words': 'the' },
  ...{ 'hidden-posts': ids[0] ?? '', 'pinned-posts': ids[3] ?? '' },
})

/** A value of an option that is not its default. */
const others: Readonly<Record<Exclude<OptionRow['kind'], 'text'>, (row: OptionRow) => string>> = {
  boolean: () => '',
  choice: ({ values = [] }) => `${values.at(-1)}`,
  integer: ({ values = [] }) => `${values[0]}`,
  columns: () => '2',
  length: () => '7px',
}

/** Options that load pictures or parts again, although the markup is the same. Otherwise a video would start again. */
const replacing = ['consent', 'albums']

test('each option has an effect, the same when it is set later', async () => {
  const { page } = await site.open(script)
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  const feed = createFeed({ baseUrl: site.mock.url, apiKey: site.mock.key('invalid-token') })
  const { posts } = await feed.me()
  const byText = texts(posts.map(({ id }) => id))
  const values = options
    .filter(({ name }) => name !== 'feed')
    .map(
      (row) => [row.name, row.kind === 'text' ? byText[row.name] : others[row.kind](row)] as const,
    )
  expect(values.filter(([, value]) => value === undefined)).toEqual([])
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
      for (const [name, value = ''] of values) {
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

test('an option of styles has an effect beside each value of the others', async () => {
  const { page } = await site.open('<div id="here"></div>')
  const { pagination } = accountBody()
  const caption = 'A caption'
  const posts = [
    { ...postBody('1'), caption },
    {
      ...postBody('2'),
      caption,
      mediaType: 'VIDEO' as const,
      mediaUrl: 'https://cdn.example/2.mp4',
    },
  ]
  const status = 'ready'
  const connection = { status, stale: false, explanation: null, lastFetchedAt: null } as const
  const render = (look: PhotoFeedRenderOptions) =>
    renderFeed({ posts, pagination, connection }, look)
  const all = options
    .filter(({ kind, changes }) => kind !== 'text' && changes !== 'posts')
    // Without consent there are no pictures to look at.
    .filter(({ name }) => name !== 'consent')
    .map((row) => ({
      ...row,
      property: row.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      given:
        row.kind === 'choice'
          ? (row.values?.filter((value) => value !== row.default) ?? [])
          : [row.kind === 'boolean' || others[row.kind as 'length'](row)],
    }))
  const pairs = all
    .filter(({ changes }) => changes === 'styles')
    .flatMap((own) =>
      all
        .filter((other) => other !== own)
        .flatMap(({ name, property, given }) =>
          given.map((value) => ({
            name: `${own.name} beside ${name}="${value}"`,
            ofOwn: [own.default, ...own.given].map((ownValue) => ({ [own.property]: ownValue })),
            other: { [property]: value },
          })),
        ),
    )
    .map(({ name, ofOwn, other }) => ({
      name,
      // A style of the profile alone has none, and is not compared.
      alone: ofOwn.map((own) => render(own)),
      beside: ofOwn.map((own) => render({ ...other, ...own })),
    }))
  const { equal, jumping } = await page.evaluate((pairs) => {
    const here = document.querySelector('#here')
    const looksOf = new Map<string, string>()
    const jumping = new Set<string>()
    /** Without a pointer, and with one over everything. */
    function lookOf(html: string) {
      const known = looksOf.get(html)
      if (known) return known
      const [plain = [], hovered = []] = [html, html.replaceAll(/(?<!\(hover):hover\b/g, '')].map(
        stylesOf,
      )
      for (const [index, style] of plain.entries())
        for (const name of ['scale', 'translate', 'rotate', 'transform', 'filter', 'opacity'])
          if (style.get(name) !== hovered[index]?.get(name))
            if (!`${style.get('transition-property')}, `.match(`(${name}|all), `)) jumping.add(name)
      const look = [plain, hovered]
        .flat()
        .map((style) => [...style.values()].join())
        .join()
      looksOf.set(html, look)
      return look
    }
    function stylesOf(html: string) {
      here?.setHTMLUnsafe(`<div>${html}</div>`)
      const host = here?.firstElementChild
      return [host, ...(host?.shadowRoot?.querySelectorAll('ul, ul *') ?? [])]
        .filter((part) => part instanceof Element)
        .map((part) => {
          const style = getComputedStyle(part)
          const names = [...style].filter((name) => !name.startsWith('--'))
          return new Map(names.map((name) => [name, style.getPropertyValue(name)]))
        })
    }
    const looks = (htmls: readonly string[]) => new Set(htmls.map(lookOf)).size
    const equal = pairs.filter(({ alone, beside }) => looks(beside) < looks(alone))
    return { equal: equal.map(({ name }) => name), jumping: [...jumping] }
  }, pairs)
  expect(
    equal,
    'two values look the same: give each a look of its own there, or list it here with the reason',
  ).toEqual([
    // A list has one column.
    'columns beside layout="list"',
  ])
  expect(jumping, 'what changes under a pointer has a transition').toEqual([])
})
