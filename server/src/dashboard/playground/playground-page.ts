import { html } from 'hono/html'
import type { SignedInPage } from '../dashboard-parts.ts'
import { page } from '../layout.ts'
import { answerView } from './answer-view.ts'
import { noAccount } from './no-account.ts'
import { requestForm } from './request-form.ts'
import { requestView } from './request-view.ts'

/** REST requests with the key of the chosen account. */
export function playgroundPage(baseUrl: string): SignedInPage {
  return {
    path: '/playground',
    security: security(baseUrl),
    render({ owner, accounts }) {
      const parts = { title: 'Playground', owner, current: '/playground' }
      if (accounts.length === 0) return page({ ...parts, body: noAccount(parts.title) })
      return page({
        ...parts,
        scripts: ['/assets/dashboard/playground.js'],
        styles: ['/assets/dashboard/playground.css'],
        // A click that comes before the script would load the page anew, and be lost; the script lifts this.
        body: html`<div class="playground" id="playground" data-base-url="${baseUrl}" inert>
<h1>Playground</h1>
<p>REST requests with your own key. The form is kept in this page's address, without the key.</p>
<div class="columns">
${requestForm(accounts)}
<div class="results">
${requestView}
${answerView}
</div>
</div>
</div>`,
      })
    },
  }
}

/**
 * Media that are not stored have the platform's own address (2.2), so pictures may come from any host over https; over
 * http only where the service itself is served so, on a developer's machine.
 */
function security(baseUrl: string): string {
  const pictures = baseUrl.startsWith('http:') ? 'https: http:' : 'https:'
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${pictures}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
