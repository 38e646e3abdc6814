import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redacted } from './platform-problems.ts'

test.each([
  ['', ''],
  ['Session has expired on Friday, 11-Sep-20', 'Session has expired on Friday, 11-Sep-20'],
  ['Cannot parse IGAAsecret', 'Cannot parse …'],
  ['a%2Fb and a/b', '… and …'],
  ['See https://x.example/y?access_token=1&b=2 "now"', 'See https://x.example/y?… "now"'],
  ['What now? Nothing', 'What now? Nothing'],
  ['Requires instagram_business_manage_comments', 'Requires instagram_business_manage_comments'],
  ['another IGQVJYeXY1dkoxUXNwbjhGR0lH token', 'another … token'],
  ['one\r\nline\u0000\u2028 of it', 'one line of it'],
])('%j', (text, expected) => {
  expect(redacted(text, ['IGAAsecret', 'a/b', ''])).toBe(expected)
})

test('is short', () => {
  expect(redacted('so long '.repeat(99), []).length).toBe(200)
})

test('a long text takes no long time', () => {
  for (const unit of ['a', '?', '?=', 'a=', '%', ' ', '\u0000']) {
    expect(redacted(unit.repeat(2_000_000), ['secret']).length).toBeLessThanOrEqual(200)
  }
})

test('no secret is left, wherever it stands', () => {
  const secret = fc.string({ minLength: 4, maxLength: 40 }).filter((text) => text.trim() === text)
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!'…'.includes(secret))
      const safe = redacted(`${before}${secret}${after} ${encodeURIComponent(secret)}`, [secret])
      expect(safe).not.toContain(secret)
    }),
  )
})
