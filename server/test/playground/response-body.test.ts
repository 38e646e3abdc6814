import { expect, test } from 'vitest'
import {
  indentedXml,
  isWebUrl,
  masked,
  prettyBody,
  readBody,
} from '../../browser/playground/response-body.ts'

const nothing = { posts: [], problems: [], pagination: null }

test('posts, cursors and errors are found', () => {
  const post = { permalink: 'https://p.example/1', mediaUrl: 'https://p.example/1.jpg' }
  const pagination = { nextCursor: 'n', prevCursor: null, hasMore: true, perPage: 1 }
  expect(readBody(JSON.stringify({ posts: [post], pagination }))).toEqual({
    ...nothing,
    posts: [post],
    pagination,
  })
  const problem = { status: '401', code: 'X', title: 'T', detail: 'D' }
  expect(readBody(JSON.stringify({ errors: [problem] }))).toEqual({
    ...nothing,
    problems: [problem],
  })
})

test('a post whose link is not a web address is not shown', () => {
  const post = { permalink: 'javascript:alert(1)', mediaUrl: 'https://p.example/1.jpg' }
  expect(readBody(JSON.stringify({ posts: [post] }))).toEqual(nothing)
})

test.each(['', '<html>', 'null', '[1]', '{"posts":7,"errors":[null,"x",{}]}'])(
  'a body of another form has none of them: %s',
  (text) => expect(readBody(text)).toEqual(nothing),
)

test('only web addresses pass', () => {
  expect(['https://a.example/x', 'HTTP://a.example'].every(isWebUrl)).toBe(true)
  expect(
    [
      'javascript:alert(1)',
      ' https://a.example',
      'data:text/html,x',
      '//a.example',
      '',
      null,
      7,
    ].some(isWebUrl),
  ).toBe(false)
})

test('no key is left in a text', () => {
  expect(masked('?api_key=aaa&b=bbb aaa', ['aaa', 'bbb'])).toBe(
    '?api_key=••••••••&b=•••••••• ••••••••',
  )
})

test('JSON and XML are indented by their media types', () => {
  expect(prettyBody('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(prettyBody('{"a":1}', 'application/vnd.api+json')).toBe('{\n  "a": 1\n}')
  expect(prettyBody('<a><b/></a>', 'application/rss+xml; charset=utf-8')).toBe(
    '<a>\n  <b/>\n</a>\n',
  )
})

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

test('malformed XML does not throw', () => {
  expect(indentedXml('<a><b>c')).toBe('<a>\n  <b>c\n')
  expect(indentedXml('</a></a>plain <![CDATA[<x>]]>')).toBe('</a>\n</a>plain <![CDATA[<x>]]>\n')
})
