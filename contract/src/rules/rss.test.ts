import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { rssOf } from './rss.ts'

const read = (text: string) => rssOf({ status: 200, text } as Exchange)
const feed = (inside: string) => `<rss version="2.0"><channel>${inside}</channel></rss>`

test('texts of elements are read, with and without attributes', () => {
  const item = '<item><title>A &amp; B</title><guid isPermaLink="false">7</guid><link/></item>'
  expect(read(feed(`<title>T</title>${item}<item/>`))).toEqual({
    version: '2.0',
    channel: { title: 'T' },
    items: [{ title: 'A & B', guid: '7', link: '', isPermaLink: false }, { isPermaLink: true }],
  })
})

test('HTML in a CDATA section or a comment is text', () => {
  const html = '<br>'.repeat(40)
  const item = `<item><title><![CDATA[${html}]]></title></item><!-- ${html} --><item/>`
  expect(read(feed(item)).items).toMatchObject([{ title: html }, {}])
})

test('elements inside a text, and names that objects have, are no text', () => {
  const { channel, items } = read(feed('<title><b>x</b></title><toString/><item>x</item>'))
  expect([channel, items]).toEqual([{}, [{ isPermaLink: true }]])
})

test.each([
  ['a text of more than 16 MB', feed('x'.repeat(2 ** 24))],
  ['10001 blanks in a row', feed(' '.repeat(10_001))],
  ['elements nested deeper than 32', feed('<a>'.repeat(31) + '</a>'.repeat(31))],
  ['more than 20000 tags', feed('<a/>'.repeat(20_000))],
  ['a tag of 10006 characters', feed(`<a ${'b '.repeat(5000)} />`)],
  ['a document type definition', `<!DOCTYPE rss>${feed('')}`],
])('%s is not parsed', (problem, text) => {
  expect(() => read(text)).toThrow(`body: expected an RSS document, got ${problem}`)
})
