import { expect, test } from 'vitest'
import { mistakesIn } from './changeset-texts.ts'

const facts = {
  diff: '-  <p>Gone with it</p>\n+const most = 24_000',
  help: '| `--days <days>`<br>`PHOTOFEED_DAYS` | how long it is, 14 to 365 days. Default: `90` |',
  fields: [{ username: { maxLength: 30 }, name: {} }],
  hasText: (text: string) => text === 'Copy the code',
}

test.each([
  ['It works for 12 hours.', 'says 12, which is neither in the change nor beside it.'],
  ['It has 12 px of space.', 'says 12, which is neither in the change nor beside it.'],
  ['`--days`: 7 to 365', 'says 7 to 365, but the help of --days does not.'],
  ['`--days`: 60 by default', 'says 60 by default, but the help of --days does not.'],
  ['`name` has at most 30 characters', 'says 30 of name, but openapi.yaml does not.'],
  ['Press "Help yourself".', 'quotes "Help yourself", which no file has.'],
])('%s', (text, mistake) => {
  expect(mistakesIn(text, facts)).toContain(mistake)
})

test('right texts, and those of which nothing is known, are no mistakes', () => {
  const known = { ...facts, diff: `${facts.diff} 14 30 90 365` }
  const text = `At most 24 hours. \`--days\`: 14 to 365, 90 by default. \`username\` has at most 30 characters.
\`--other\`: 14 to 30. \`other\` has at most 30 characters. "Gone with it" is gone; see "Copy the code".`
  expect(mistakesIn(text, known)).toEqual([])
})
