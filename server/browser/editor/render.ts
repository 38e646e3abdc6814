import { html, raw } from 'hono/html'
import { renderEditor } from '../../../element/editor/render.ts'
import { marks } from '../../src/dashboard/built-pages.ts'

/** Renders the page on which owners change how their feeds look. A response replaces the marks in it. */
export function renderEditorPage(): string {
  return `${html`<noscript><p>This page needs JavaScript. <a href="/accounts">Your accounts</a> have the code for your site.</p></noscript>
<div class="look" id="look" data-base-url="${marks.baseUrl}">
<h1>Change how it looks</h1>
${marks.keys}
${raw(renderEditor())}
</div>`}`
}
