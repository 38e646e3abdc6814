import { html } from 'hono/html'
import type { Html } from '../layout.ts'

/** What a page says that has no key to send requests with. */
export function noAccount(title: string): Html {
  return html`<h1>${title}</h1>
<p>Requests are sent with the key of a connected account, and no account is connected yet.</p>
<p><a href="/accounts">Connect an account</a></p>`
}
