import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { rssOf } from './rss-document.ts'

const read = (content: string | Uint8Array, type = 'application/rss+xml') => {
  const bytes = Buffer.from(content as string)
  const headers = new Headers({ 'Content-Type': type })
  return rssOf({ status: 200, bytes, text: bytes.toString(), headers } as unknown as Exchange)
}
const feed = (inside: string) => `<rss version="2.0"><channel>${inside}</channel></rss>`

test('texts of elements are read, with and without attributes', () => {
  const item = '<item><title>A &amp; B</title><guid isPermaLink="false">7</guid><link/></item>'
  expect(read(feed(`<title>T</title>${item}<item/>`))).toEqual({
    version: '2.0',
    channel: { title: 'T' },
    items: [
      { title: 'A & B', guid: '7', link: '', isPermaLink: false, enclosures: [] },
      { isPermaLink: true, enclosures: [] },
    ],
  })
})

test('HTML in a CDATA section or a comment is text', () => {
  const html = '<br>'.repeat(40)
  const item = `<item><title><![CDATA[${html}]]></title></item><!-- ${html} --><item/>`
  expect(read(feed(item)).items).toMatchObject([{ title: html }, {}])
})

test('elements inside a text, and names that objects have, are no text', () => {
  const { channel, items } = read(feed('<title><b>x</b></title><toString/><item>x</item>'))
  expect([channel, items]).toEqual([{}, [{ isPermaLink: true, enclosures: [] }]])
})

test.each([
  ['a text of more than 16 MB', feed('x'.repeat(2 ** 24))],
  ['elements nested deeper than 32', feed('<a>'.repeat(31) + '</a>'.repeat(31))],
  ['more than 20000 tags and attributes', feed('<a b="1"/>'.repeat(10_000))],
  ['a document type definition', `<!DOCTYPE rss>${feed('')}`],
])('%s is not parsed', (problem, text) => {
  expect(() => read(text)).toThrow(`body: expected an RSS document, got ${problem}`)
})

test('HTML that is not escaped is named with its line', () => {
  const named = '<br> without an end in line 2: HTML must be escaped, or be in CDATA'
  const texts = [`<rss>\n${'<br>'.repeat(40)}`, '<rss>\n<a><br></a>', '<rss>\n<p&gt;<br>']
  for (const text of texts) expect(() => read(text)).toThrow(named)
  expect(() => read('<rss><a></b><![CDATA[<br>]]></a>')).toThrow('unexpected close tag')
})

test('blanks and tags may be long', () => {
  const attributes = Array.from({ length: 15_000 }, (_, index) => `a${index}="1"`).join(' ')
  const long = `${' '.repeat(2 ** 20)}<a ${attributes}/><a b="${'x'.repeat(2 ** 20)}"/>`
  expect(read(feed(long)).version).toBe('2.0')
})

test('the encoding that a document or its media type declares is that of its bytes', () => {
  const text = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>${feed('<title>ü</title>')}`
  expect(read(text('UTF-8'), 'text/xml; charset="utf-8"').channel.title).toBe('ü')
  expect(read(Buffer.from(text('ISO-8859-1'), 'latin1')).channel.title).toBe('ü')
  const wrong = (content: string | Uint8Array, type?: string) => () => read(content, type)
  expect(wrong(text('ISO-8859-1'))).toThrow('got ISO-8859-1 in <?xml; the bytes are UTF-8')
  expect(wrong(text('UTF-8'), 'text/xml; charset=us-ascii')).toThrow('us-ascii in Content-Type')
  expect(wrong(Buffer.from(feed('ü'), 'latin1'))).toThrow(
    'got no encoding; the bytes are not UTF-8',
  )
})
