import { expect, it } from 'vitest'
import { markup } from './markup.ts'
import { h } from './tree.ts'

it('nests elements and leaves out what is null', () => {
  expect(markup([h('ul', {}, h('li', {}, 'one'), null, 'two'), h('p')])).toBe(
    '<ul><li>one</li>two</ul><p></p>',
  )
})

it('writes attributes that are there', () => {
  const attributes = { alt: '', width: 768, hidden: true, id: null, title: undefined, open: false }
  expect(markup([h('img', attributes)])).toBe('<img alt="" width="768" hidden="">')
})

it('escapes text and attributes', () => {
  expect(markup([h('p', { title: '"><script>&' }, '</p><script>&amp;')])).toBe(
    '<p title="&quot;&gt;&lt;script&gt;&amp;">&lt;/p&gt;&lt;script&gt;&amp;amp;</p>',
  )
})
