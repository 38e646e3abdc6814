import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { buildSite, builtPages, readBuilt } from './built-site.ts'

const known = readFileSync(new URL('words.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** Reads the dictionary, which the build of the site has installed. */
async function readSpelling() {
  const { aff, dic } = (await import('dictionary-en')).default
  const spelling = (await import('nspell')).default(Buffer.from(aff), Buffer.from(dic))
  for (const word of known) spelling.add(word)
  return spelling
}

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

test('every word of every page is spelled as in the dictionary, or is a word of the project', async () => {
  const spelling = await readSpelling()
  const unknown = builtPages().flatMap((path) =>
    [...wordsOf(readBuilt(`${path || 'index'}.md`))]
      .filter((word) => !spelling.correct(word))
      .map((word) => `${word} (${path || 'the first page'})`),
  )
  expect(unknown).toEqual([])
})
