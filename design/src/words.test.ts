import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { promise } from './index.ts'
import { type Word, words } from './words.ts'

const root = new URL('../../', import.meta.url)

// What is no program, or belongs to a page that a bundler makes, repeats it.
test.each(['README.md', 'docs/src/content/docs/index.mdx', 'mock-server/src/panel/page.html'])(
  '%s opens with the promise',
  (path) => {
    expect(readFileSync(new URL(path, root), 'utf8').slice(0, 600)).toContain(promise)
  },
)

const texts = globSync(
  [
    'README.md',
    '{sdk,element,mock-server,contract,server}/README.md',
    'docs/src/content/docs/{start,show,guides,help,test,run}/*.mdx',
    'docs/src/components/*.astro',
    'docs/manual/*.md',
    'docs/operations.md',
    'server/src/{log,{dashboard,mail,cli,start,owners,settings,stores}/**/*}.ts',
    'server/{browser,demo}/**/*.ts',
    'mock-server/src/panel/**/*.{ts,tsx}',
    '{server/src,element}/labels.ts',
  ],
  { cwd: root, exclude: ['**/*.test.ts'] },
)

/** A text, and if it is long the same without one of the words inside it, as sentences say it. */
function withoutOne(text: string): string[] {
  const all = text.split(' ')
  const inner = all.length > 3 ? all.slice(1, -1).map((_, index) => index + 1) : []
  return [text, ...inner.map((left) => all.toSpliced(left, 1).join(' '))]
}

/** A pattern of the places that say a former text. */
function patternOf(former: string): string {
  const text = former.replaceAll(/[^\w ]/g, '\\$&')
  // One word is also a verb, a name in code and a part of paths. It is the label where it stands alone, is large inside a sentence, or is said of something.
  if (!text.includes(' '))
    return `(?<=["'\`>*])${text}(?=["'\`<*])|(?<=[a-z,}] )${text}(?![\\w-])|(?<=\\b(?:is|are|was|were) )(?i:${text})(?![\\w-])`
  // "Checks for new ones" and "for any new posts" are the old text too, and "removing" is one of "remove". A "removed account" is not its removal.
  const forms = '$1(?:e|e?s|ing|ed(?= (?:an?|at|for|from|in|its|on|the|to|with|your) ))?'
  const [, stem, object] = /^(\w+?)e?(?: .*)? (\w+)$/.exec(text) ?? []
  const passive = stem ? `|${object} (?:is|are|was|were|be|been) ${stem}ed` : ''
  // In a text of two words, "one" could be anything.
  const objects = (each: string) => each.replace(/(?<= .* )\w+$/, '(?:[\\w-]+ )?(?:$&|ones?\\b)')
  const inflected = withoutOne(text).map((each) => objects(each).replace(/^(\w+?)e?(?!\w)/, forms))
  return `(?i:${inflected.join('|')}${passive})`
}

/** What a label was called before, as a comment behind it says. */
const formerly = /('(.+)',) \/\/ formerly (".+")$/gm
const former = ['server/src/labels.ts', 'element/labels.ts'].flatMap((path) => {
  const text = readFileSync(new URL(path, root), 'utf8')
  const rows = [...text.matchAll(formerly)]
  if (rows.length !== text.split('formerly').length - 1)
    throw new Error(`${path}: write the former text behind the label: 'New', // formerly "Old"`)
  return rows.map(([, , now = '', before = '']): [string, Pick<Word, 'not'>] => {
    const quoted = [...before.matchAll(/"(.+?)"/g)].map(([, old = '']) => old)
    return [now, { not: new RegExp(quoted.map(patternOf).join('|')) }]
  })
})

test('each thing has one word on all surfaces', () => {
  expect([Object.keys(words).length >= 30, former.length > 0]).toEqual([true, true])
  const all = [...Object.entries(words), ...former].map(([word, { not }]) => ({
    word,
    // A phrase may go on in the next line.
    not: new RegExp(not.source.replaceAll(' ', '(?: |\\n *)'), `g${not.flags}`),
  }))
  const wrong = texts.flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8')
      .replaceAll(formerly, '$1')
      // What people type into a search may have any word.
      .replaceAll(/^(?:typed: | *(?:\/\/|\* |import )).*/gm, '')
    return all.flatMap(({ word, not }) =>
      [...text.matchAll(not)].map(
        ({ 0: found, index }) =>
          `${path}:${text.slice(0, index).split('\n').length} says "${found}", which is "${word}" now`,
      ),
    )
  })
  expect(wrong).toEqual([])
})
