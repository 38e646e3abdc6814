import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { element, escapeXml, xmlDocument } from './xml.ts'

test('text and attributes are escaped, elements nest', () => {
  const root = element('a', { b: `"<&'>"` }, 'x ]]> <y>', null, element('c', { n: 1 }))
  expect(xmlDocument(root)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<a b="&quot;&lt;&amp;&#39;&gt;&quot;">x ]]&gt; &lt;y&gt;<c n="1"/></a>\n',
  )
})

test('an element has a start and an end with an empty text, and is one tag without any', () => {
  expect(element('a', {}, null, '').xml).toBe('<a></a>')
  expect(element('a', {}, null).xml).toBe('<a/>')
  expect(element('a', { n: 0, b: '' }).xml).toBe('<a n="0" b=""/>')
})

test('characters that XML 1.0 cannot hold are dropped, emoji stay whole', () => {
  expect(escapeXml('a\u0000b\u0008c\u001fd\ufffee\ud800f👩‍🚀g')).toBe('abcdef👩‍🚀g')
  for (const character of ['\u0000', '\u0008', '\ufffe', '\uffff', '\ud800', '\udc00'])
    expect(escapeXml(`a${character}b`)).toBe('ab')
  // Each alone: a text without any of them may be left as it is.
  expect(['&', '<', '>', '"', "'", '\r'].map(escapeXml)).toEqual([
    ...['&amp;', '&lt;', '&gt;', '&quot;', '&#39;', '&#13;'],
  ])
  expect(escapeXml('tab\tline\nreturn\r')).toBe('tab\tline\nreturn&#13;')
})

test('another parser reads the same text back', () => {
  const parser = new XMLParser({ trimValues: false, parseTagValue: false, htmlEntities: true })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite', minLength: 1 }), (text) => {
      const kept = text.replace(
        /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu,
        '',
      )
      expect(parser.parse(element('t', {}, `.${text}`).xml).t).toBe(`.${kept}`)
    }),
    { seed: 42 },
  )
})
