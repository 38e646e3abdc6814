import { describe, expect, it } from 'vitest'
import { parseRoot } from './xml.ts'

describe('references', () => {
  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
    ['&#39;&#x27;&#128512;&#x1f600;&#x1F600;', "''😀😀😀"],
    ['&amp;lt;&amp;amp;', '&lt;&amp;'],
    ['&nbsp;&copy;&own;', '&nbsp;&copy;&own;'],
    ['&#; and &#x;', '&#; and &#x;'],
    ['&constructor;&__proto__;', '&constructor;&__proto__;'],
  ])('%s is %s', (text, resolved) => {
    expect(parseRoot(`<a>${text}</a>`, 'a')?.text).toBe(resolved)
  })

  it.each(['&#1114112;', '&;', 'bread & butter', '&#X1F600;'])(
    '%s makes a document unreadable',
    (text) => {
      expect(parseRoot(`<a>${text}</a>`, 'a')).toBeNull()
    },
  )
})

describe('a document', () => {
  it('has text, attributes, and elements in their order', () => {
    const root = parseRoot('<a x="1 &amp; 2">\n t <b>1</b><n:c/><b y="">2</b></a>', 'a')
    expect(root?.text).toBe('t')
    expect([root?.attribute('x'), root?.attribute('y')]).toEqual(['1 & 2', null])
    expect(root?.all('b').map((b) => [b.text, b.attribute('y')])).toEqual([
      ['1', null],
      ['2', ''],
    ])
    expect(root?.all('n:c').map(({ text }) => text)).toEqual([''])
    expect(root?.all('c')).toEqual([])
  })

  it('may begin with a byte order mark', () => {
    expect(parseRoot('\ufeff<a/>', 'a')).not.toBeNull()
  })

  it('is null if the root has another name, or the text is not well-formed', () => {
    expect(parseRoot('<a/>', 'b')).toBeNull()
    expect(parseRoot('<a><b></a>', 'a')).toBeNull()
    expect(parseRoot('', 'a')).toBeNull()
  })
})
