import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const content = new URL('../src/content/docs/', import.meta.url)

/** Words that pages do not use, and what they use instead. */
const words: readonly [word: RegExp, instead: string][] = [
  [/\b(colou?r(?<=our))(s|ed|ing)?\b/i, 'color'],
  [
    /\b(behaviour|favourite|honour|labelled|cancelled|catalogue|centre|grey|licence)\w*\b/i,
    'American spelling',
  ],
  [
    /\b\w+(isation|ise[sd]?)\b(?<!(?:w|ra|prem|other|prom|exerc|adv|prec|no|surpr|comprom|superv|enterpr)ises?d?)/i,
    '-ize',
  ],
  [/\banew\b/i, 'again'],
  [/\bstands? (in|for)\b/i, 'is, represents'],
  [/\brefusals?\b/i, 'error, rejection'],
  [/\bin words\b/i, 'a plain word'],
  [/\b(simply|just|easy|easily|obviously|blazing|powerful|seamless)\b/i, 'no judgment'],
  [/\bmails\b|\b(?:one|an?|every|no) mail\b(?! server)/i, 'email'],
  [/\balso (if|when)\b/i, 'even if, even when'],
  [/\bin the place of\b/i, 'instead of'],
  [/\b(has|have) [\d.]+ kB\b/i, 'is … kB'],
  [/\b(teh|recieve|seperate|occured|adress|succesful|wich)\w*\b/i, 'a typing error'],
]

/** Returns each word that a text should not use, with a better one. */
function wrongWords(file: string, text: string): string[] {
  const platform: typeof words = saysPlatform.test(file) ? [] : [[/\bthe platform\b/i, 'Instagram']]
  return [...words, ...platform].flatMap(([word, instead]) => {
    const [match] = word.exec(text) ?? []
    return match ? [`${match}: ${instead}`] : []
  })
}

/** Prose without code and tables' bars. */
const proseOf = (text: string) =>
  text
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/`[^`]*`/g, '')
    // A notice in READMEs that is made for both.
    .replaceAll(/<!-- unpublished[\s\S]*?<!-- end -->/g, '')

const root = new URL('../../', import.meta.url)

/** The files of the repository whose sections pages include. */
const included = [
  ...new Set(
    globSync('**/*.mdx', { cwd: content }).flatMap((file) =>
      [...readFileSync(new URL(file, content), 'utf8').matchAll(/<Include from="([^"]+)"/g)].map(
        ([, path = '']) => path,
      ),
    ),
  ),
].toSorted()

/** Words for a place in the same file: on another page nothing is there. */
const places =
  /\b(?:on|of) this page\b|\bthis page (?:stops|has|says)\b|\b(?:as|named|listed|described|features|recipes?|sections?) (?:above|below)\b|, below\b/i

/** The API's texts say "the platform", as the specification does. Others name it. */
const saysPlatform = /^(specification|contract)\/|^docs\/(assumptions|manual\/contract)\.md$/

test('a file is understood on the pages that include a part of it', () => {
  expect(included.length).toBeGreaterThan(3)
  for (const file of included) {
    const prose = proseOf(readFileSync(new URL(file, root), 'utf8'))
    expect.soft(places.exec(prose)?.[0], file).toBeUndefined()
    expect.soft(wrongWords(file, prose), file).toEqual([])
  }
})

test('pages use the words of the project', () => {
  const files = globSync('**/*.{md,mdx}', { cwd: content })
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    const text = proseOf(readFileSync(new URL(file, content), 'utf8'))
    expect.soft(wrongWords(file, text), file).toEqual([])
  }
})
