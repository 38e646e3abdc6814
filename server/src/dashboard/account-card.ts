import { originalUrl } from '@photofeed/core'
import {
  type ConnectionStatus,
  connectionStatuses,
  apiKey as keyFormat,
  plans,
  type routes,
} from '@photofeed/openapi'
import { html } from 'hono/html'
import { statusOf } from '../accounts/lifecycle.ts'
import type { AccountCard } from '../db/dashboard-store.ts'
import type { DashboardParts } from './dashboard-parts.ts'
import { type Html, moment } from './layout.ts'

/** What the accounts page knows about the server that it is on. */
export type AccountsSite = Pick<DashboardParts, 'baseUrl' | 'cdnUrl' | 'connections' | 'platform'>

interface CardView {
  card: AccountCard
  /** Null for an account without a key. */
  apiKey: string | null
  now: number
}

/** An open page compares these to detect an outdated card. */
interface CardProgress {
  /** Another text for another card. */
  seen: string
  /** Whether a refresh is about to end. */
  isUnderWay: boolean
}

export function cardProgress(
  { state, lastFetchAt, nextFetchAt }: AccountCard,
  now: number,
): CardProgress {
  const isUnderWay = state === 'importing' || (nextFetchAt !== null && nextFetchAt <= now)
  return { seen: [statusOf(state), lastFetchAt, isUnderWay].join(' '), isUnderWay }
}

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

/** Shows a stored picture only: a URL of the platform would report visitors to it. */
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

/** The last and next refresh, and the last error. */
function accountFacts({ card, now }: CardView): Html {
  const { lastFetchAt, nextFetchAt, lastError } = card
  return html`<dl class="facts">
<div><dt>Last refresh</dt><dd>${lastFetchAt === null ? 'None so far' : moment(lastFetchAt)}</dd></div>
<div><dt>Next refresh</dt><dd>${next(nextFetchAt, now)}</dd></div>
${lastError === null ? '' : html`<div><dt>Last error</dt><dd>${lastError}</dd></div>`}
</dl>`
}

function next(nextFetchAt: number | null, now: number): Html | string {
  if (nextFetchAt === null) return 'Not planned'
  return nextFetchAt <= now ? 'Under way' : moment(nextFetchAt)
}

const feeds = [
  { label: 'RSS feed', path: '/api/v1/rss' },
  { label: 'REST response', path: '/api/v1/me' },
] satisfies { label: string; path: keyof typeof routes }[]

/** The key, and where it leads. */
function accountKey({ baseUrl }: AccountsSite, accountId: number, apiKey: string): Html {
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

/** The actions of an account. Destructive ones are confirmed on another page. */
function accountActions(
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

function reconnectForm(accountId: number, look: 'main' | ''): Html {
  return html`<form method="post" action="/accounts/${accountId}/reconnect">
<button class="${look}" aria-describedby="name-${accountId}">Reconnect</button>
</form>`
}

function refreshForm(accountId: number): Html {
  return html`<form method="post" action="/accounts/${accountId}/refresh">
<button aria-describedby="name-${accountId}">Refresh now</button>
</form>`
}

/** Without a script the token is the whole response, on a page of its own. */
function tokenForm(accountId: number): Html {
  return html`<form class="secret" method="post" action="/accounts/${accountId}/token" data-reveal>
<h3>Platform token</h3>
<div class="value">
<code data-revealed>••••••••••••</code>
<button aria-describedby="name-${accountId}">Reveal</button>
</div>
<p class="hint">The platform's access token. It is not the API key, and the API does not accept it.</p>
</form>`
}
