import { originalUrl } from '@photofeed/core'
import {
  type ConnectionStatus,
  connectionStatuses,
  apiKey as keyFormat,
  plans,
  type routes,
} from '@photofeed/openapi'
import { html } from 'hono/html'
import type { AccountCard } from '../connections/account-overview.ts'
import { statusOf } from '../connections/lifecycle.ts'
import { type Html, moment } from './layout.ts'
import type { DashboardParts } from './routes.ts'

const dayMs = 86_400_000

/** One account on the accounts page. The key is null if it has none. */
export function accountCard(site: DashboardParts, card: AccountCard, apiKey: string | null): Html {
  const now = site.clock()
  const { accountId, profile, plan, state, lastFetchAt, nextFetchAt } = card
  // A connection that has an owner has a status.
  const status = statusOf(state) ?? 'ready'
  const isUnderWay = state === 'importing' || (nextFetchAt !== null && nextFetchAt <= now)
  const { failingSince } = card
  const isLate = status !== 'invalid_token' && failingSince !== null && now - failingSince >= dayMs
  const words = status.replaceAll('_', ' ')
  const humanized = words.charAt(0).toUpperCase() + words.slice(1)
  // An open page compares this to detect an outdated card.
  const seen = [status, lastFetchAt, isUnderWay].join(' ')
  return html`<article class="card" id="account-${accountId}" aria-labelledby="name-${accountId}" data-account="${accountId}" data-seen="${seen}" ${isUnderWay ? 'data-under-way' : ''}>
<header>
${picture(site, card)}
<div class="who">
<h2 id="name-${accountId}">@${profile.username}</h2>
<p class="quiet">${plans[plan].name} plan</p>
</div>
<p class="status ${status}">${humanized}</p>
</header>
${statusText(site, card, isLate ? 'late' : status)}
${accountFacts(card, now)}
${apiKey === null ? '' : accountKey(site, accountId, apiKey)}
${accountActions(site, card, status)}
</article>`
}

/** What the status means for the owner, and what to do. */
function statusText(
  { platform }: DashboardParts,
  { accountId, brokenReason }: AccountCard,
  status: ConnectionStatus | 'late',
): Html {
  if (status === 'late') {
    return html`<div class="notice problem">
<p>New posts could not be fetched for more than a day. Your feed shows the stored posts, and we keep trying; you do not have to do anything.</p>
</div>`
  }
  if (status === 'invalid_token') {
    return html`<div class="notice problem">
${brokenReason ? html`<p><strong>${brokenReason}</strong></p>` : ''}
<p>${connectionStatuses.invalid_token.stale}</p>
${platform ? actionForm(accountId, 'reconnect', 'Reconnect', 'main') : ''}
</div>`
  }
  const again = status === 'importing' ? html` <a href="/accounts">Look again</a>` : ''
  return html`<p>${connectionStatuses[status].meaning}${again}</p>`
}

/** Shows a stored picture only: a URL of the platform would report visitors to it. */
function picture({ cdnUrl }: DashboardParts, { profile }: AccountCard): Html {
  const file = profile.picture?.file
  if (file)
    return html`<img class="picture" src="${originalUrl(cdnUrl, file)}" alt="" width="56" height="56">`
  return html`<span class="picture" aria-hidden="true">${profile.username.charAt(0).toUpperCase()}</span>`
}

/** The last and next refresh, and the last error. */
function accountFacts({ lastFetchAt, nextFetchAt, lastError }: AccountCard, now: number): Html {
  const next = nextFetchAt !== null && (nextFetchAt <= now ? 'Under way' : moment(nextFetchAt))
  return html`<dl class="facts">
<div><dt>Last refresh</dt><dd>${lastFetchAt === null ? 'None so far' : moment(lastFetchAt)}</dd></div>
<div><dt>Next refresh</dt><dd>${next || 'Not planned'}</dd></div>
${lastError === null ? '' : html`<div><dt>Last error</dt><dd>${lastError}</dd></div>`}
</dl>`
}

const feeds = [
  { label: 'RSS feed', path: '/api/v1/rss' },
  { label: 'REST response', path: '/api/v1/me' },
] satisfies { label: string; path: keyof typeof routes }[]

/** The key, and where it leads. */
function accountKey({ baseUrl }: DashboardParts, accountId: number, apiKey: string): Html {
  const query = new URLSearchParams({ [keyFormat.parameter]: apiKey })
  return html`<div class="secret">
<h3>API key</h3>
<div class="value">
<code id="key-${accountId}">${apiKey}</code>
<button type="button" data-copy="key-${accountId}" aria-describedby="name-${accountId}" hidden>Copy</button>
</div>
<p class="links">${feeds.map(
    ({ label, path }) =>
      html`<a href="${`${baseUrl}${path}?${query}`}" rel="noreferrer" aria-describedby="name-${accountId}">${label}</a> `,
  )}</p>
</div>`
}

/**
 * The token and the actions of an account. Without a script the token is the whole response, on a page of its own;
 * destructive actions are confirmed on another page.
 */
function accountActions(
  { platform }: DashboardParts,
  { accountId }: AccountCard,
  status: ConnectionStatus,
): Html {
  const broken = status === 'invalid_token'
  return html`<form class="secret" method="post" action="/accounts/${accountId}/token" data-reveal>
<h3>Platform token</h3>
<div class="value">
<code data-revealed>••••••••••••</code>
<button aria-describedby="name-${accountId}">Reveal</button>
</div>
<p class="hint">The platform's access token. It is not the API key, and the API does not accept it.</p>
</form>
<div class="actions">
${broken || status === 'importing' ? '' : actionForm(accountId, 'refresh', 'Refresh now')}
${broken || !platform ? '' : actionForm(accountId, 'reconnect', 'Reconnect')}
<a class="button" href="/accounts/${accountId}/regenerate" aria-describedby="name-${accountId}">Regenerate key</a>
<a class="button danger" href="/accounts/${accountId}/disconnect" aria-describedby="name-${accountId}">Disconnect</a>
</div>`
}

function actionForm(accountId: number, action: string, label: string, look = ''): Html {
  return html`<form method="post" action="/accounts/${accountId}/${action}">
<button class="${look}" aria-describedby="name-${accountId}">${label}</button>
</form>`
}
