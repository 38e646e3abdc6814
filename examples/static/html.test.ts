import { expect, test } from 'vitest'
import { html } from './html.ts'

test('strings are escaped, markup and lists of it are not', () => {
  const inner = [html`<b>1</b>`, html`<b>${'<2>'}</b>`]
  expect(String(html`<p title="${`"'&`}">${inner}</p>`)).toBe(
    '<p title="&#34;&#39;&#38;"><b>1</b><b>&#60;2&#62;</b></p>',
  )
})
