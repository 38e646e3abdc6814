import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { labels as elementLabels } from '../../element/labels.ts'
import { labels, states } from '../../server/src/labels.ts'

const root = new URL('../../', import.meta.url).pathname

/** What pages name of other products, and other words that they emphasize in a sentence. */
const others = new Set([
  ...['Settings', 'Website permissions', 'Tester invites'],
  ...['Instagram app ID', 'Instagram app secret'],
  ...['Custom HTML', 'Preview', 'Text', 'Online Store', 'Themes', 'Customize', 'Custom Liquid'],
  ...['Code', 'Embed code', 'Embed HTML', 'Add elements', 'Code Embed', 'Save & Close'],
  // The states of live examples, plans, and words that begin a paragraph.
  ...['Server error', 'Offline', 'Broken', 'Free', 'Behind an HTTP proxy'],
])

const names = new Set<unknown>([
  ...[...Object.values(labels), ...elementLabels.map(({ text }) => text)],
  ...others,
])

/** In a sentence: what begins an item or a cell, or a paragraph of another sentence, and what ends in punctuation is a heading. */
const bold =
  /(?<!^\s*(?:[-|]|\d+\.)?\s*)\*\*([A-Z][^*]*[^*.:!?])\*\*|^\s*\*\*([A-Z][^*]*[^*.:!?])\*\* [a-z]/gm
const said = /dashboard says "([^"]+)"/g

function namesIn(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '')
  return [
    ...[...prose.matchAll(bold)].map(([, inside, first]) => inside ?? first ?? ''),
    ...[...prose.matchAll(said)].map(([, state]) => `"${state}"`),
  ]
}

const isKnown = (name: string) =>
  names.has(name) || Object.values(states).some((state) => name === `"${state}"`)

test('a page names only buttons and states that there are', () => {
  const paths = globSync(['docs/*.md', 'docs/manual/*.md', 'docs/src/content/docs/**/*.mdx'], {
    cwd: root,
  })
  const found = paths.flatMap((path) =>
    namesIn(readFileSync(`${root}${path}`, 'utf8')).map((name) => ({ path, name })),
  )
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining([labels.refresh, labels.reconnect, `"${states.invalid_token}"`]),
  )
  expect(
    found.flatMap(({ path, name }) =>
      isKnown(name) ? [] : [`${path}: ${name} is neither in server/src/labels.ts nor in "others"`],
    ),
  ).toEqual([])
  const unused = [...others].filter((other) => found.every(({ name }) => name !== other))
  expect(unused).toEqual([])
})

test('no page of the server types the name of a button or a state again', () => {
  const folders = ['server/src', 'server/demo', 'server/browser', 'element/editor']
  const paths = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root, exclude: (path) => path.endsWith('.test.ts') },
  )
  // A single word, like "Account", also means other things.
  const longer = [...Object.values(labels), ...Object.values(states)].filter((name) =>
    name.includes(' '),
  )
  const typed = paths.flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    return longer
      .filter((name) => new RegExp(`[>“"'\`]${name}[<”"'\`]`).test(text))
      .map((name) => `${path}: ${name}`)
  })
  expect(typed.filter((place) => !place.startsWith('server/src/labels.ts'))).toEqual([])
})
