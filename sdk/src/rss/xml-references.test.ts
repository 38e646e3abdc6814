import { expect, it } from 'vitest'
import { resolveReferences } from './xml-references.ts'

it.each([
  ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
  ['&#39;&#x27;&#128512;&#x1f600;&#X1F600;', "''😀😀😀"],
  ['&amp;lt;&amp;amp;', '&lt;&amp;'],
  ['&nbsp;&copy;&own;', '&nbsp;&copy;&own;'],
  ['Bread & butter &; &#; &#x;', 'Bread & butter &; &#; &#x;'],
  ['&constructor;&__proto__;', '&constructor;&__proto__;'],
])('%s is %s', (text, resolved) => {
  expect(resolveReferences(text)).toBe(resolved)
})

it('refuses what names no character', () => {
  expect(() => resolveReferences('&#1114112;')).toThrow(RangeError)
})
