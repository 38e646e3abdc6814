import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountBody } from '../../../sdk/test/support/account-body.ts'
import { options } from '../../options.ts'
import { completeLabels } from '../languages/labels.ts'
import { styles as carousel } from '../layouts/carousel.ts'
import { styles as grid } from '../layouts/grid.ts'
import { styles as list } from '../layouts/list.ts'
import { styles as masonry } from '../layouts/masonry.ts'
import { styles as tiles } from '../layouts/tiles.ts'
import { viewContext } from '../view/context.ts'
import { extraStyles } from '../view/extra-styles.ts'
import { propertyNames } from '../view/options.ts'
import { styles as base } from '../view/styles.ts'
import { errorMessage } from '../view/view.ts'
import { toHtml } from '../view/vnode.ts'
import { videoPlayer } from '../viewer/video-player.ts'
import { viewerStyles } from '../viewer/viewer-styles.ts'
import { viewerParts } from '../viewer/viewer-view.ts'
import { PhotoFeedElement } from './element.ts'
import { renderFeed } from './render.ts'

const themes = [
  extraStyles(viewContext({ theme: 'card', showProfile: true, counts: true, captions: 'hover' })),
  extraStyles(viewContext({ theme: 'panel' })),
]
const styles = [base, grid, tiles, masonry, carousel, list, ...themes].join('')

interface Named {
  name: string
  default?: string
}
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const [element] = JSON.parse(read('custom-elements.json')).modules[0].declarations
const names = (list: Named[]) => list.map(({ name }) => name).sort()
const matches = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort()

/** Every part and slot of the element: each type of post, the notice, the messages, a player. */
function everyPart() {
  const { posts, pagination, ...account } = accountBody(['1', '2', '3'])
  const fullAccount = {
    ...account,
    biography: 'Boats',
    profilePictureUrl: 'https://cdn.example/1.jpg',
  }
  const [image, album, video] = posts.map((post) => ({ ...post, caption: 'Bread', likeCount: 1 }))
  const page = {
    posts: [
      { ...image, mediaUrl: '' },
      { ...album, mediaType: 'CAROUSEL_ALBUM' },
      { ...video, mediaType: 'VIDEO', mediaUrl: 'https://cdn.example/1.mp4' },
    ] as typeof posts,
    pagination: { ...pagination, nextCursor: 'x' },
    connection: { status: 'invalid_token', stale: true, explanation: '', lastFetchedAt: null },
  }
  const noPosts = { posts: [], pagination, connection: { ...page.connection, stale: false } }
  return [
    renderFeed(
      { ...page, account: fullAccount },
      { ownerNotice: true, showProfile: true, counts: true },
    ),
    renderFeed(noPosts),
    renderFeed({ ...page, posts: posts.slice(0, 1) }, { consent: 'required' }),
    toHtml([errorMessage(true, '', viewContext({})), videoPlayer({ part: 'video' })]),
  ].join('')
}

test('custom-elements.json lists the attributes', () => {
  expect(names(element.attributes)).toEqual([...PhotoFeedElement.observedAttributes].sort())
})

test('custom-elements.json lists the properties', () => {
  expect(names(element.members)).toEqual([...propertyNames, 'labels', 'reload'].sort())
})

test('custom-elements.json lists the parts and slots', () => {
  // The styles are part of the HTML.
  const html = everyPart().replace(/<style>.*?<\/style>/gs, '')
  expect(names(element.cssParts)).toEqual(
    [...matches(html, / part="(\w+)"/g), 'album-button', 'reason', ...viewerParts].sort(),
  )
  expect(names(element.slots)).toEqual(matches(html, /<slot name="(\w+)"/g))
})

test('custom-elements.json lists the custom properties with their defaults', () => {
  const properties: Named[] = element.cssProperties
  const all = styles + viewerStyles
  expect(names(properties)).toEqual(matches(all, /var\((--photo-feed-[\w-]+)/g))
  for (const { name, default: value } of properties) {
    expect(all).toContain(`var(${name},${value})`)
  }
})

/** A default as the manual says it. */
function inWords(value = ''): string {
  if (/^[\d.]+(px)?$/.test(value)) return value
  if (value.startsWith('#')) return `\`${value}\``
  if (value === 'currentColor') return 'the text color'
  const [, percent] = /currentColor (\d+%),transparent/.exec(value) ?? []
  return percent === undefined ? 'a soft one' : `${percent} of the text color`
}

test('the manual and the manifest say the default of each custom property, and that of a layout', () => {
  const manual = read('../docs/manual/element.md')
  for (const { name, default: value, description } of element.cssProperties) {
    const [row = ''] = new RegExp(`(?<=^\\| \`${name}\` \\| ).+$`, 'm').exec(manual) ?? []
    const [said, meaning = ''] = row.split(' | ')
    expect(said).toBe(inWords(value))
    const others = Object.entries({ tiles, masonry, carousel, list }).flatMap(([layout, css]) =>
      matches(css, new RegExp(`var\\(${name},([^()]+)\\)`, 'g')).flatMap((other) =>
        other === value ? [] : [layout, other],
      ),
    )
    for (const text of [meaning, description])
      expect(matches(text, /\b(tiles|masonry|carousel|list|\d+(?:px|rem))\b/g), name).toEqual(
        others.toSorted(),
      )
  }
})

test('the sentence of an option names only values that there are, and its own bounds', () => {
  const all = options.flatMap(({ values = [] }) => values)
  for (const { name, kind, values = [], about } of options) {
    const code = matches(about, /`([^`<]+)`/g).filter(() => kind === 'choice')
    const bounds = matches(about, /(\d[\d,]* to \d[\d,]*\d|\d+ to \d+)/g).filter(
      () => kind === 'integer',
    )
    expect(
      code.filter((value) => !all.includes(value ?? '')),
      `${name}: in code a sentence has only values of options, no examples`,
    ).toEqual([])
    expect(
      bounds.filter((range) => range?.replaceAll(',', '') !== values.join(' to ')),
      name,
    ).toEqual([])
  }
})

test('the manual lists all of it, and every label with its default', () => {
  const section = read('../docs/manual/element.md')
  // The properties are those of the attributes, in camel case.
  const lists = ['attributes', 'events', 'slots', 'cssParts', 'cssProperties']
  const missing = lists
    .flatMap((list) => names(element[list]))
    .filter((name) => !new RegExp(`[\`<="/.]${name}\\b`).test(section))
  expect(missing).toEqual([])
  for (const [name, label] of Object.entries(completeLabels())) {
    const text = typeof label === 'string' ? label : label.other
    expect(section).toContain(`| \`${name}\` | ${text} |`)
  }
})
