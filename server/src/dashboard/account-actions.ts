import { icon } from '@photofeed/design'
import { html, raw } from 'hono/html'
import type { Html } from './layout.ts'

/** A button that acts on an account at once. */
export function actionForm(accountId: number, action: string, label: string, look = ''): Html {
  return html`<form method="post" action="/accounts/${accountId}/${action}">
<button class="${look}" aria-describedby="name-${accountId}">${label}</button>
</form>`
}

/** What is rarely needed, each with its consequence. */
export function rareActions(accountId: number, canReconnect: boolean): Html {
  return html`<details class="rare">
<summary>${raw(icon('settings'))} Manage this account</summary>
<dl>
<div><dt>Platform token</dt>
<dd><p class="hint">The platform’s access token. It is not the API key, and the API does not accept it.</p>
<a class="button" href="/accounts/${accountId}/token" aria-describedby="name-${accountId}">Show token</a></dd></div>
${
  canReconnect
    ? html`<div><dt>Reconnect</dt>
<dd><p class="hint">Asks the platform again, for instance for permissions that were not given.</p>
${actionForm(accountId, 'reconnect', 'Reconnect')}</dd></div>`
    : ''
}
<div><dt>Regenerate key</dt>
<dd><p class="hint">The old key stops working immediately, on every site that uses it.</p>
<a class="button" href="/accounts/${accountId}/regenerate" aria-describedby="name-${accountId}">Regenerate key</a></dd></div>
<div><dt>Disconnect</dt>
<dd><p class="hint">The key stops working, and the stored posts and pictures are deleted.</p>
<a class="button danger" href="/accounts/${accountId}/disconnect" aria-describedby="name-${accountId}">Disconnect</a></dd></div>
</dl>
</details>`
}
