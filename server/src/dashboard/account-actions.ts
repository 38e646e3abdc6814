import type { ConnectionStatus } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { AccountCard } from './account-cards.ts'
import type { AccountsSite } from './account-view.ts'
import type { Html } from './layout.ts'

/** What can be done with an account; what has consequences asks once more on a page of its own. */
export function accountActions(
  { platform }: AccountsSite,
  { accountId }: AccountCard,
  status: ConnectionStatus,
): Html {
  const broken = status === 'invalid_token'
  return html`${tokenForm(accountId)}
<div class="actions">
${broken || status === 'importing' ? '' : refreshForm(accountId)}
${broken || !platform ? '' : reconnectForm(accountId, '')}
<a class="button" href="/accounts/${accountId}/regenerate" aria-describedby="name-${accountId}">Regenerate key</a>
<a class="button danger" href="/accounts/${accountId}/disconnect" aria-describedby="name-${accountId}">Disconnect</a>
</div>`
}

export function reconnectForm(accountId: number, look: 'main' | ''): Html {
  return html`<form method="post" action="/accounts/${accountId}/reconnect">
<button class="${look}" aria-describedby="name-${accountId}">Reconnect</button>
</form>`
}

function refreshForm(accountId: number): Html {
  return html`<form method="post" action="/accounts/${accountId}/refresh">
<button aria-describedby="name-${accountId}">Refresh now</button>
</form>`
}

/** Without a script the token is the whole answer, in a page of its own. */
function tokenForm(accountId: number): Html {
  return html`<form class="secret" method="post" action="/accounts/${accountId}/token" data-reveal>
<h3>Platform token</h3>
<div class="value">
<code data-revealed>••••••••••••</code>
<button aria-describedby="name-${accountId}">Reveal</button>
</div>
<p class="hint">The platform's own access token. It is not the API key, and the API does not take it.</p>
</form>`
}
