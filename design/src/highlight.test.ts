import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

test.each([
  [
    `<a href="/?a=1&b">it's</a>`,
    `[tag &lt;a] href=[string "/?a=1&amp;b"][tag &gt;]it's[tag &lt;/a][tag &gt;]`,
  ],
  [
    "const n = await f(() => 'a // b') // 12",
    "[keyword const] n = [keyword await] f(() =&gt; [string 'a // b']) [comment // 12]",
  ],
  [
    '<?xml version="1.0"?><dc:link>https://a.example/ for 12</dc:link>',
    '[tag &lt;?xml] version=[string "1.0"][tag ?&gt;][tag &lt;dc:link][tag &gt;]https://a.example/ for 12[tag &lt;/dc:link][tag &gt;]',
  ],
  ["curl --get 'https://a.example/?b=<1>'", "curl --get [string 'https://a.example/?b=&lt;1&gt;']"],
])('%s has its tokens in colors', (code, expected) => {
  const html = highlight(code)
  expect(html.replace(/<span class="code-(\w+)">(.*?)<\/span>/g, '[$1 $2]')).toBe(expected)
})
