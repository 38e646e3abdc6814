import { type PlanName, plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { Owner } from '../owners/auth.ts'
import { type AccountsSite, accountCard } from './account-card.ts'
import type { AccountCard, Notice } from './dashboard-store.ts'
import { type Html, noticeBox, notSetUp, page } from './layout.ts'

interface AccountsView {
  owner: Owner
  plan: PlanName
  cards: AccountCard[]
  apiKeys: Map<number, string>
  notice: Notice | null
  now: number
}

export function accountsPage(site: AccountsSite, view: AccountsView): Html {
  const { owner, cards, apiKeys, notice, now } = view
  const connect = connectForm(site, view)
  const body = html`<div class="heading">
<h1>Accounts</h1>
${cards.length > 0 ? connect : ''}
</div>
${noticeBox(notice)}
<p class="news" role="status" data-news></p>
${
  cards.length > 0
    ? html`<div class="cards">${cards.map((card) => accountCard(site, card, apiKeys.get(card.accountId) ?? null, now))}</div>`
    : html`<section class="panel invitation">
<h2>Connect your first account</h2>
<p>Allow access on the photo platform, and its posts become a feed: JSON for your site, RSS for readers, GraphQL for the rest.</p>
${connect}
</section>`
}`
  return page({ title: 'Accounts', owner, current: '/accounts', body })
}

function connectForm({ platform, connections }: AccountsSite, { plan, cards }: AccountsView): Html {
  const limit = connections.accountLimit(plan)
  const used = html`<p class="quiet">${plans[plan].name} plan: ${cards.length} of ${limit} ${limit === 1 ? 'account' : 'accounts'} connected.</p>`
  if (!platform) return html`<div class="connect"><p class="notice problem">${notSetUp}</p></div>`
  if (cards.length >= limit) return html`<div class="connect">${used}</div>`
  return html`<div class="connect">${used}
<form method="post" action="/connect"><button class="main">Connect an account</button></form>
</div>`
}

export function regeneratePage(owner: Owner, card: AccountCard, fingerprint: string): Html {
  const { accountId, profile } = card
  const content = html`<h1>Regenerate the key of @${profile.username}?</h1>
<p>The old key stops working immediately. Every site and reader that uses it shows nothing new until you give it the new key.</p>
<form method="post" action="/accounts/${accountId}/regenerate">
<input type="hidden" name="fingerprint" value="${fingerprint}">
<button class="main">Regenerate the key</button>
<a class="button" href="/accounts">Keep the old key</a>
</form>`
  return confirmation(owner, 'Regenerate key', content)
}

export function disconnectPage(owner: Owner, { accountId, profile }: AccountCard): Html {
  const content = html`<h1>Disconnect @${profile.username}?</h1>
<p>The key stops working immediately, and the stored posts and media are deleted. When you connect the account again, it gets another key.</p>
<form method="post" action="/accounts/${accountId}/disconnect">
<button class="main danger">Disconnect the account</button>
<a class="button" href="/accounts">Keep it connected</a>
</form>`
  return confirmation(owner, 'Disconnect', content)
}

function confirmation(owner: Owner, title: string, content: Html): Html {
  const body = html`<section class="panel confirmation">
${content}
</section>`
  return page({ title, owner, current: '/accounts', body })
}
