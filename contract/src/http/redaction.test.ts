import { expect, test } from 'vitest'
import { createRedact, curl } from './redaction.ts'

const key = '0123456789abcdef'.repeat(4)
const other = 'fedcba9876543210'.repeat(4)

test('a key becomes the variable that contains it, in every form that is sent', () => {
  const redact = createRedact({ account: key })
  expect(redact(`?api_key=${key}&b`)).toBe('?api_key=$PHOTOFEED_KEY&b')
  expect(redact(`?api_key=${key.toUpperCase()}`)).toBe(`?api_key=\${PHOTOFEED_KEY^^}`)
  expect(redact(`?api_key=${key.slice(0, -1)}`)).toBe('?api_key=$PHOTOFEED_KEY…')
  expect(redact(`Basic ${btoa(`${key}:`)}`)).toBe('Basic $PHOTOFEED_KEY')
})

test('each account has a variable', () => {
  const redact = createRedact({ 'free-two': key, premium: other })
  expect(redact(`${other} ${key}`)).toBe('$PHOTOFEED_KEY_PREMIUM $PHOTOFEED_KEY_FREE_TWO')
})

test('nothing is left of a key in a text that was cut within it', () => {
  expect(createRedact({ account: key })(`<a href="?api_key=${key.slice(0, 20)}…`)).toBe(
    '<a href="?api_key=$PHOTOFEED_KEY……',
  )
})

test('a malformed key is hidden too, and nothing else', () => {
  expect(createRedact({ account: 'a.c' })('a.c abc')).toBe('$PHOTOFEED_KEY abc')
  expect(createRedact({ none: '', account: 'x' })('oxo')).toBe('o$PHOTOFEED_KEYo')
})

test('a shell fills in the key of a command and nothing else, and long texts are short', () => {
  const redact = createRedact({ account: key })
  const post = { method: 'POST', url: 'https://feed.example/$HOME`id`', headers: {} }
  expect(redact(curl({ ...post, body: `{"api_key":"${key}"}` }, true))).toBe(
    String.raw`curl -i -g --compressed -X POST "https://feed.example/\$HOME\`id\`" -d "{\"api_key\":\"$PHOTOFEED_KEY\"}"`,
  )
  expect(curl({ ...post, url: `/?x=${'a'.repeat(9000)}`, body: null })).toContain(
    '"/?x=a…(× 9000)"',
  )
})
