import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each(['https://platform.example/p/1/?a=b&c#d', 'http://127.0.0.1:4500/p', 'HTTPS://A.example'])(
  'is %s',
  (url) => {
    expect(webAddress(url)).toBe(url)
  },
)

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://https://a.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '/p/1',
  '//a.example',
  'https:a.example',
  'https://a.example/1.jpg 1x, javascript:x',
  '',
])('is not %j', (url) => {
  expect(webAddress(url)).toBeNull()
})
