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
    'server/src/{dashboard,mail,cli,start,owners}/**/*.ts',
    'server/{browser,demo}/**/*.ts',
    'mock-server/src/panel/**/*.{ts,tsx}',
    '{server/src,element}/labels.ts',
  ],
  { cwd: root, exclude: ['**/*.test.ts'] },
)

/** What a label was called before, as a comment beside it says. */
const formerly = /('(.+)',) \/\/ formerly (".+")$/gm
const former = ['server/src/labels.ts', 'element/labels.ts'].flatMap((path) => {
  const rows = readFileSync(new URL(path, root), 'utf8').matchAll(formerly)
  return [...rows].map(([, , now = '', before = '']) => {
    const quoted = [...before.matchAll(/"(.+?)"/g)].map(([, text = '']) => text)
    const not = quoted.map((text) => text.replaceAll(/\W/g, '\\$&')).join('|')
    return [now, { not: new RegExp(not, 'i') }]
  })
})

const all = Object.entries<Pick<Word, 'not'>>({ ...words, ...Object.fromEntries(former) })

test('each thing has one word on all surfaces', () => {
  expect([Object.keys(words).length >= 30, former.length > 0]).toEqual([true, true])
  const wrong = texts.flatMap((path) =>
    readFileSync(new URL(path, root), 'utf8')
      .replaceAll(formerly, '$1')
      .split('\n')
      .flatMap((line, index) =>
        all
          // What people type into a search may have any word.
          .filter(() => !/^typed: |^\s*(\/\/|\* |import )/.test(line))
          .filter(([, { not }]) => not.test(line))
          .map(
            ([word, { not }]) =>
              `${path}:${index + 1} says "${not.exec(line)?.[0]}", not "${word}"`,
          ),
      ),
  )
  expect(wrong).toEqual([])
})
