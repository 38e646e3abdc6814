import { type PlanName, plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { accountCard } from './account-card.ts'
import type { AccountCard } from './account-cards.ts'
import type { AccountsSite } from './account-view.ts'
import { type Html, page } from './layout.ts'
import { notSetUp } from './not-set-up.ts'
import { noticeBox } from './notice-box.ts'
import type { Notice } from './notices.ts'

export interface AccountsView {
  owner: { email: string }
  plan: PlanName
  cards: AccountCard[]
  apiKeys: Map<number, string>
  notice: Notice | null
  now: number
}

export function accountsPage(site: AccountsSite, view: AccountsView): Html {
  const { owner, cards, apiKeys, notice, now } = view
  const shown = cards.map((card) =>
    accountCard(site, { card, apiKey: apiKeys.get(card.accountId) ?? null, now }),
  )
  const body = html`<div class="heading">
<h1>Accounts</h1>
${cards.length > 0 ? connectForm(site, view) : ''}
</div>
${noticeBox(notice)}
<p class="news" role="status" data-news></p>
${cards.length > 0 ? html`<div class="cards">${shown}</div>` : invitation(site, view)}`
  return page({ title: 'Accounts', owner, current: '/accounts', body })
}

function invitation(site: AccountsSite, view: AccountsView): Html {
  return html`<section class="panel invitation">
<h2>Connect your first account</h2>
<p>Allow access on the photo platform, and its posts become a feed: JSON for your site, RSS for readers, GraphQL for the rest.</p>
${connectForm(site, view)}
</section>`
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
