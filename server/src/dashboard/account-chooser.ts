import { type PlanName, plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** What the pages show that use the keys of the owner's accounts. */
export interface SignedInView {
  owner: { email: string }
  /** Those that have a key. */
  accounts: { accountId: number; username: string; plan: PlanName; apiKey: string }[]
  /** The account that the address names. */
  chosen?: number
}

/** The list from which the page's script takes the key; it shows names and plans only. */
export function accountChooser({ accounts, chosen }: SignedInView): Html {
  return html`<p class="account">
<label for="account">Account</label>
<select id="account" autocomplete="off">
${accounts.map(
  ({ accountId, username, plan, apiKey }) =>
    html`<option value="${accountId}"${accountId === chosen ? ' selected' : ''} data-plan="${plan}" data-api-key="${apiKey}">${username} (${plans[plan].name})</option>\n`,
)}
</select>
</p>`
}
