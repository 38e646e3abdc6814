import { readFileSync } from 'node:fs'
import dictionary from 'dictionary-en'
import nspell from 'nspell'
import { beforeAll, expect, test } from 'vitest'
import { buildSite, builtPages, readBuilt } from './built-site.ts'

const { aff, dic } = dictionary
const spelling = nspell(Buffer.from(aff), Buffer.from(dic))
const known = readFileSync(new URL('words.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
for (const word of known) spelling.add(word)

/** Returns the words of a page outside of code, addresses and names that are written like code. */
function wordsOf(markdown: string): Set<string> {
  const prose = markdown
    .replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, ' ')
    .replaceAll(/(`+)[\s\S]*?\1/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, '] ')
    .replaceAll(/\b[\w.+-]*[@/._]\S*/g, ' ')
  const words = prose.match(/(?<![\w-])[A-Za-z][a-z]+(?:['’](?!s\b)[a-z]+)?(?![\w])/g) ?? []
  return new Set(words.map((word) => word.replace('’', "'")))
}

beforeAll(() => buildSite())

test('every word of every page is spelled as in the dictionary, or is a word of the project', () => {
  const unknown = builtPages().flatMap((path) =>
    [...wordsOf(readBuilt(`${path || 'index'}.md`))]
      .filter((word) => !spelling.correct(word))
      .map((word) => `${word} (${path || 'the first page'})`),
  )
  expect(unknown).toEqual([])
})
