import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { labels as elementLabels } from '../../element/labels.ts'
import { labels, states } from '../../server/src/labels.ts'
import { knownLabels } from '../markdown/labels.ts'

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

/** In a sentence: what begins an item or a cell, or a paragraph of another sentence, and what ends in punctuation is a heading. */
const bold =
  /(?<!^\s*(?:[-|]|\d+\.)?\s*)\*\*([A-Z][^*]*[^*.:!?])\*\*|^\s*\*\*([A-Z][^*]*[^*.:!?])\*\* [a-z]/gm
const said = /dashboard says "([^<"]+)"/g

const pages = globSync(['docs/*.md', 'docs/manual/*.md', 'docs/src/content/docs/**/*.mdx'], {
  cwd: root,
}).map((path) => ({
  path,
  prose: readFileSync(`${root}${path}`, 'utf8').replace(/^```.*?^```/gms, ''),
}))

test('a page types no name of a button or a state', () => {
  const found = pages.flatMap(({ path, prose }) => [
    ...[...prose.matchAll(bold)].map(([, inside, first]) => ({ path, name: inside ?? first })),
    ...[...prose.matchAll(said)].map(([, name]) => ({ path, name })),
  ])
  expect(
    found.flatMap(({ path, name = '' }) =>
      others.has(name)
        ? []
        : [`${path}: write <Label name="…" /> for ${name}, or add it to "others"`],
    ),
  ).toEqual([])
  const unused = [...others].filter((other) => found.every(({ name }) => name !== other))
  expect(unused).toEqual([])
})

/** Texts in quotes that others say: the platform, errors of the service, examples, headings of pages. */
const quotedOthers = new Set([
  ...['Instagram API with Instagram Login', 'API setup with Instagram login', 'App roles'],
  ...['Business login settings', 'App settings', 'Website permissions', 'Tester invites'],
  ...['Invalid platform app', 'Invalid scopes', 'Insufficient developer role', 'Settings'],
  ...['Manage messaging and content on Instagram', 'Internal server error'],
  ...['Photo/Video/Album by @username', 'Photo by @username', 'The selected type is invalid.'],
  ...['The first field must be at least 1.', 'The publishedAfter field must be a valid date.'],
  ...['Authorization: Basic …', 'Ready', 'Broken connection', 'None', 'Skipped'],
  ...['Port 4500 is in use', 'Reserve the height'],
])

test('no two names of buttons or states are the same', () => {
  for (const names of [labels, states].map(Object.values))
    expect(names).toEqual([...new Set(names)])
})

test('a text in quotes is that of a button or a message, or of others', () => {
  const said = new Set(knownLabels.values())
  const found = pages.flatMap(({ path, prose }) =>
    [...prose.replace(/`[^`\n]*`|<[^>]*>|\]\([^)]*\)/g, '').matchAll(/"([A-Z][^"\n]{1,50})"/g)].map(
      ([, text = '']) => ({ path, text }),
    ),
  )
  expect(
    found.flatMap(({ path, text }) =>
      said.has(text) || quotedOthers.has(text)
        ? []
        : [`${path}: no button or message says "${text}"; correct it, or add it to "quotedOthers"`],
    ),
  ).toEqual([])
  const unused = [...quotedOthers].filter((other) => found.every(({ text }) => text !== other))
  expect(unused).toEqual([])
})

test('labels have a capital letter at their beginning, and further ones in names only', () => {
  const ofElement = elementLabels.flatMap(({ text }) =>
    typeof text === 'string' ? text : Object.values(text),
  )
  const all = [...Object.values(labels), ...Object.values(states), ...ofElement]
  expect(all.length).toBeGreaterThan(60)
  expect(
    all.filter((text) => !/^[A-Z{]/.test(text) || / (?!Instagram|[A-Z]{2})[A-Z]/.test(text)),
  ).toEqual([])
})

test('a page names only labels that there are', () => {
  const names = pages.flatMap(({ prose }) =>
    [...prose.matchAll(/<Label name="([^"]*)" \/>/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !knownLabels.has(name))).toEqual([])
  const ofElement = elementLabels.filter(({ text }) => typeof text === 'string')
  const all = [...Object.keys(labels), ...Object.keys(states), ...ofElement]
  expect(knownLabels.size, 'two labels have one name').toBe(all.length)
})

test('no source or test types the name of a button or a state again', () => {
  const folders = ['server/src', 'server/demo', 'server/browser', 'server/test', 'element/editor']
  const paths = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
  // A single word, like "Account", also means other things.
  const longer = [...Object.values(labels), ...Object.values(states)].filter((name) =>
    name.includes(' '),
  )
  // A title may add an article, or leave it out.
  const article = '(?:an?|its|the|your)'
  const patternOf = (name: string) =>
    name.replaceAll(new RegExp(` ${article}(?= )`, 'g'), '').replaceAll(' ', ` (?:${article} )?`)
  const typed = paths.flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    return longer
      .filter((name) =>
        new RegExp(`(?<!\\w)${patternOf(name)}(?=[<”"'\`.,:/]|$| of @)`, 'm').test(text),
      )
      .map((name) => `${path}: ${name}`)
  })
  expect(typed.filter((place) => !place.startsWith('server/src/labels.ts'))).toEqual([])
  const typedOfElement = globSync('element/{src,test}/**/*.test.ts', { cwd: root }).flatMap(
    (path) => {
      const source = readFileSync(`${root}${path}`, 'utf8')
      return elementLabels
        .filter(({ text }) => String(text).includes(' ') && source.includes(`'${text}'`))
        .map(({ text }) => `${path}: ${text}`)
    },
  )
  expect(typedOfElement).toEqual([])
})
