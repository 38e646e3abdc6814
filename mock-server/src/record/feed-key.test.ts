import { expect, test } from 'vitest'
import { type FeedKey, feedKey } from './feed-key.ts'

const value = '3c9b4f8ad1e7026f5b3d9c8e7a6f1b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'
const key = feedKey(value) as FeedKey

test.each(['', 'abc', value.toUpperCase(), `${value}0`, `${value}\n`])('%j is no key', (text) => {
  expect(feedKey(text)).toBe(null)
})

test.each([
  [`a ${value} b`, 'a <API_KEY> b'],
  [`${value}${value}`, '<API_KEY><API_KEY>'],
  [`key=${value.toUpperCase()}&b`, 'key=<API_KEY>&b'],
  [`%33%63${value.slice(2)}`, '<API_KEY>'],
  [`%2533\\u0063${value.slice(2)}`, '<API_KEY>'],
  [`\\u0033\\u0043${value.slice(2)}`, '<API_KEY>'],
  // The last character of Base64 also contains bits of the next ones.
  [Buffer.from(value).toString('base64url'), '<API_KEY>w'],
  [value.slice(1), value.slice(1)],
  ['ab'.repeat(32), 'ab'.repeat(32)],
])('hidden in %s', (text, hidden) => {
  expect(key.hide(text)).toBe(hidden)
  expect(key.isIn(text)).toBe(text !== hidden)
})

test('what is hidden is put back toward the feed only', () => {
  const feed = 'https://feed.example'
  const url = `${feed}/m/${value}.jpg?k=${value}`
  expect(key.restore(key.hide(url), feed)).toBe(url)
  const other = 'https://feed.example:444/m/<API_KEY>.jpg'
  expect(key.restore(other, feed)).toBe(other)
  expect(key.restore('<API_KEY>', feed)).toBe('<API_KEY>')
})

test('found in bytes', () => {
  expect(key.isIn(Buffer.from(`\xff${value}\xff`, 'latin1'))).toBe(true)
  expect(key.isIn(Buffer.from(value.slice(1)))).toBe(false)
})
