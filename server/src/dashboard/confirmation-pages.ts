import { html } from 'hono/html'
import type { AccountCard } from './account-cards.ts'
import { type Html, page } from './layout.ts'

interface Asked {
  owner: { email: string }
  card: AccountCard
}

export function regeneratePage({
  owner,
  card,
  fingerprint,
}: Asked & { fingerprint: string }): Html {
  const { accountId, profile } = card
  return confirmation(
    owner,
    'Regenerate key',
    html`<h1>Regenerate the key of @${profile.username}?</h1>
<p>The old key stops working at once. Every site and reader that uses it shows nothing new until you give it the new key.</p>
<form method="post" action="/accounts/${accountId}/regenerate">
<input type="hidden" name="fingerprint" value="${fingerprint}">
<button class="main">Regenerate the key</button>
<a class="button" href="/accounts">Keep the old key</a>
</form>`,
  )
}

export function disconnectPage({ owner, card }: Asked): Html {
  const { accountId, profile } = card
  return confirmation(
    owner,
    'Disconnect',
    html`<h1>Disconnect @${profile.username}?</h1>
<p>The key stops working at once, and the stored posts and media are deleted. When you connect the account again, it gets another key.</p>
<form method="post" action="/accounts/${accountId}/disconnect">
<button class="main danger">Disconnect the account</button>
<a class="button" href="/accounts">Keep it connected</a>
</form>`,
  )
}

function confirmation(owner: { email: string }, title: string, content: Html): Html {
  const body = html`<section class="panel confirmation">
${content}
</section>`
  return page({ title, owner, current: '/accounts', body })
}
