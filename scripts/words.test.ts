import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPublicTypes } from './generate/api-reports.ts'

/** Words of exported types that have another word: see docs/decisions/020-words.md. */
const others: [word: RegExp, instead: string][] = [
  [/\bpublishedAt\b/, 'timestamp'],
  [/\blastFetchAt\b/, 'lastFetchedAt'],
  [/\b(perPage|limitPerPage|size)\??: number/, 'pageSize'],
  [/\bisStale\b|\boutdated\b/, 'stale'],
  [/\w+(Ms|Millis|Milliseconds|Seconds|Secs)\b/, 'milliseconds, without a unit in the name'],
]

/** Words that the contract or another library gives. */
const given: Readonly<Record<string, RegExp>> = {
  // The generated types of GraphQL documents have the names of the schema.
  'sdk/api/graphql.api.md': /publishedAt|lastFetchAt|perPage/g,
  // The pagination of REST.
  'sdk/api/index.api.md': /perPage/g,
}

const entries = readPublicTypes().filter(({ folder }) => folder === 'sdk')

test.each(entries.map(({ path, text }) => [path, text]))(
  '%s has one word for each thing',
  (path, text) => {
    const own = text.replace(given[path] ?? /(?!)/g, '')
    const found = others.flatMap(([word, instead]) =>
      word.test(own) ? [`${word.exec(own)?.[0]}: write ${instead}`] : [],
    )
    expect(found).toEqual([])
  },
)

test('a number and its noun agree', () => {
  const files = globSync('{core,sdk,element,mock-server,contract,server}/{*.ts,*/**/*.{ts,tsx}}', {
    exclude: ['**/{node_modules,dist,generated,test,bench}/**', '**/*.test.ts'],
  }).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const nouns = files.flatMap(({ text }) =>
    [...text.matchAll(/\bcount\(.*?, '([\w ]+)'\)/g)].map(([, noun]) => noun),
  )
  const several = `${[...nouns, 'second', 'minute', 'hour', 'day'].join('s|')}s`
  // Constants, which are more than one, `1.0 seconds`, and no number.
  const others = /limits\.|plans\.|deliveriesPerRefresh|toFixed|\.name/
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(`\\$\\{[^{}]+\\} (${several})\\b`, 'g'))]
      .filter(([words]) => !others.test(words))
      .map(([words]) => `${path}: ${words}`),
  )
  expect(nouns).toContain('post')
  expect(found, 'write count(number, noun)').toEqual([])
})
