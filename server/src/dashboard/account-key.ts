import { apiKey as keyFormat, type routes } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { AccountsSite } from './account-view.ts'
import type { Html } from './layout.ts'

const feeds = [
  { label: 'RSS feed', path: '/api/v1/rss' },
  { label: 'REST answer', path: '/api/v1/me' },
] satisfies { label: string; path: keyof typeof routes }[]

/** The key, and where it leads. */
export function accountKey({ baseUrl }: AccountsSite, accountId: number, apiKey: string): Html {
  const query = new URLSearchParams({ [keyFormat.parameter]: apiKey })
  return html`<div class="secret">
<h3>API key</h3>
<div class="value">
<code id="key-${accountId}">${apiKey}</code>
<button type="button" data-copy="key-${accountId}" aria-describedby="name-${accountId}" hidden>Copy</button>
</div>
<p class="links">${feeds.map(
    ({ label, path }) =>
      html`<a href="${`${baseUrl}${path}?${query}`}" rel="noreferrer" aria-describedby="name-${accountId}">${label}</a> `,
  )}</p>
</div>`
}
