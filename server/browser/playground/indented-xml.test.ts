import { expect, test } from 'vitest'
import { indentedXml } from './indented-xml.ts'

test('elements are indented, and text stays with its element', () => {
  const xml =
    '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>A &lt; b</title><e/><e></e><item><x y="1">z</x></item></channel></rss>\n'
  expect(indentedXml(xml)).toBe(`<?xml version="1.0"?>
<rss version="2.0">
  <channel>
    <title>A &lt; b</title>
    <e/>
    <e></e>
    <item>
      <x y="1">z</x>
    </item>
  </channel>
</rss>
`)
})

test('text with lines of its own is left as it is', () => {
  expect(indentedXml('<a><b>one\n  two</b></a>')).toBe(`<a>
  <b>one
  two</b>
</a>
`)
})

test('what is cut off or no XML does not fail', () => {
  expect(indentedXml('<a><b>c')).toBe('<a>\n  <b>c\n')
  expect(indentedXml('</a></a>plain <![CDATA[<x>]]>')).toBe('</a>\n</a>plain <![CDATA[<x>]]>\n')
})
