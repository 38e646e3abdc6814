import { plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { SignedInView } from '../dashboard-parts.ts'
import type { Html } from '../layout.ts'

/** The list from which the page's script takes the key; it shows names and plans only. */
export function accountChooser(accounts: SignedInView['accounts']): Html {
  return html`<p class="account">
<label for="account">Account</label>
<select id="account" autocomplete="off">
${accounts.map(
  ({ accountId, username, plan, apiKey }) =>
    html`<option value="${accountId}" data-plan="${plan}" data-api-key="${apiKey}">${username} (${plans[plan].name})</option>\n`,
)}
</select>
</p>`
}
