import { originalUrl } from '@photofeed/core'
import { type ConnectionStatus, connectionStatuses, plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { statusOf } from '../accounts/lifecycle.ts'
import { accountActions, reconnectForm } from './account-actions.ts'
import type { AccountCard } from './account-cards.ts'
import { accountFacts } from './account-facts.ts'
import { accountKey } from './account-key.ts'
import type { AccountsSite, CardView } from './account-view.ts'
import { cardProgress } from './card-progress.ts'
import type { Html } from './layout.ts'

/** One account on the accounts page. */
export function accountCard(site: AccountsSite, view: CardView): Html {
  const { card, apiKey } = view
  const { accountId, profile, plan, state } = card
  // A connection that has an owner has a status.
  const status = statusOf(state) ?? 'ready'
  const { seen, isUnderWay } = cardProgress(card, view.now)
  return html`<article class="card" id="account-${accountId}" aria-labelledby="name-${accountId}" data-account="${accountId}" data-seen="${seen}" ${isUnderWay ? 'data-under-way' : ''}>
<header>
${picture(site, card)}
<div class="who">
<h2 id="name-${accountId}">@${profile.username}</h2>
<p class="quiet">${plans[plan].name} plan</p>
</div>
<p class="status ${status}">${humanized(status)}</p>
</header>
${status === 'invalid_token' ? broken(site, card) : statusText(status)}
${accountFacts(view)}
${apiKey === null ? '' : accountKey(site, accountId, apiKey)}
${accountActions(site, card, status)}
</article>`
}

function statusText(status: ConnectionStatus): Html {
  const { meaning } = connectionStatuses[status]
  if (status !== 'importing') return html`<p>${meaning}</p>`
  return html`<p>${meaning} <a href="/accounts">Look again</a></p>`
}

function broken(site: AccountsSite, { accountId, brokenReason }: AccountCard): Html {
  const { stale } = connectionStatuses.invalid_token
  return html`<div class="notice problem">
${brokenReason ? html`<p><strong>${brokenReason}</strong></p>` : ''}
<p>${stale}</p>
${site.platform ? reconnectForm(accountId, 'main') : ''}
</div>`
}

/** The platform's own picture would tell it who looks at this page, so only a stored one is shown. */
function picture({ cdnUrl }: AccountsSite, { profile }: AccountCard): Html {
  const file = profile.picture?.file
  if (file)
    return html`<img class="picture" src="${originalUrl(cdnUrl, file)}" alt="" width="56" height="56">`
  return html`<span class="picture" aria-hidden="true">${profile.username.charAt(0).toUpperCase()}</span>`
}

/** `refreshing_token` becomes "Refreshing token". */
function humanized(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
