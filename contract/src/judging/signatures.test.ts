import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { Expect } from './expect.ts'
import type { Finding } from './finding.ts'
import { signatureOf } from './signatures.ts'

/** A difference, in a response with this body. */
function hintOf(at: string, expected: string, got: string, text = '', status = 200, more = {}) {
  const json = text.startsWith('{"') && text.endsWith('}') ? JSON.parse(text) : undefined
  const { body, ...headers } = more as { body?: string }
  const sent = { spec: { body }, status, headers: new Headers(headers), text, json }
  const exchange = sent as unknown as Exchange
  return signatureOf({ exchange, at, expected, got } satisfies Finding)
}

test.each([
  ['zero value', ['lastFetchAt', 'a time', '"0001-01-01T00:00:00+00:00"']],
  ['floating-point', ['posts[0].id', '"17900000000001792"', '"1.7900000000001792e+16"']],
  ['floating-point', ['posts[0].id', '"17900000000001793"', '"17900000000001790"']],
  ['router', ['status', '404', '301', '', 301, { location: '/api/v1/me' }]],
  ['empty text', ['pagination.prevCursor', 'null', '""']],
  ['missing value', ['posts[0].altText', 'null', '"None"']],
  ['number in a text', ['posts[0].likeCount', 'an integer or null', '"12"']],
  ['is a number', ['errors[0].status', 'a string', '401']],
  ['array_values', ['posts', 'a list of objects', '{"3":{}}']],
  ['JSON_FORCE_OBJECT', ['posts[0].children', 'a list of objects', '{}']],
  ['run for errors', ['header Access-Control-Allow-Origin', '"*"', 'null', '{}', 422]],
  ['empty list', ['posts[0].sizes', 'an object', '[]']],
  ['Latin-1', ['posts[0].caption', '"Café"', '"CafÃ©"']],
  ['HTML', ['posts[0].caption', '"A & B"', '"A &amp; B"']],
  ['HTML in /api/v1/me', ['data.me.posts[0].caption', '"A &amp; &amp;lt;"', '"A & &lt;"']],
  ['Content-Length', ['body', 'a JSON object', '"{"', '{"posts": ["é']],
  ['before the key', ['status', '401', '400', '<h1>Bad request</h1>', 400, { body: '{' }]],
  ['not by bytes', ['body', 'UTF-8', 'other bytes after "Caf"']],
  ['page of HTML', ['errors', 'a list', 'nothing', '<!DOCTYPE html>', 404]],
  ['without a colon', ['posts[0].timestamp', 'ISO 8601', '"2026-01-01T00:00:00+0000"']],
  ['not Z', ['posts[0].timestamp', 'ISO 8601', '"2026-01-01T00:00:00Z"']],
  ['RFC 822', ['item 1 pubDate', 'GMT', '"Thu, 01 Jan 2026 00:00:00 UTC"']],
  [
    'a field media_url',
    ['posts[0].mediaUrl', 'a string', 'nothing', '{"posts":[{"media_url":"u"}]}'],
  ],
] as const)('a difference that looks like a known mistake has a hint: %s', (words, parts) => {
  expect(hintOf(...(parts as unknown as Parameters<typeof hintOf>))).toContain(words)
})

test('other differences have none', () => {
  expect(hintOf('posts[0].id', '"17900000000001793"', '"17900000000009999"')).toBeNull()
  expect(hintOf('posts.length', '6', '7')).toBeNull()
  expect(
    hintOf('posts[0].comments[0].timestamp', 'a time', '"2026-01-01T00:00:00+0000"'),
  ).toBeNull()
})

test('a difference at the end of long texts is shown', () => {
  const found = new Expect()
  found.same({} as Exchange, 'caption', `${'a'.repeat(300)}bc`, `${'a'.repeat(300)}b`)
  const end = `…${'a'.repeat(39)}b`
  expect(found.findings).toMatchObject([{ expected: `"${end}c"`, got: `"${end}"` }])
})
