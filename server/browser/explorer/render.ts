import type { routes } from '@photofeed/openapi'
import { html } from 'hono/html'
import { marks } from '../../src/dashboard/built-pages.ts'

/** Renders the editors for a GraphQL query and its variables. A response replaces the marks in it. */
export function renderExplorer(): string {
  const path = '/graphql' satisfies keyof typeof routes
  return `${html`<noscript><p>This page needs JavaScript.</p></noscript>
<h1>GraphQL explorer</h1>
<p>Queries go to <code>${marks.baseUrl}${path}</code>, with the key of the account.</p>
<div class="tools">
${marks.keys}
<div id="buttons"></div>
<p id="status" role="status">The explorer is loading.</p>
</div>
<div id="explorer"></div>`}`
}
