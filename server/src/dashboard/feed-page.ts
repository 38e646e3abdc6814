import { html } from 'hono/html'
import { profileUrlOf } from '../../../element/editor/tag.ts'
import { isBroken } from '../connections/lifecycle.ts'
import { labels } from '../labels.ts'
import type { OwnerSession } from '../owners/auth.ts'
import type { AccountCard } from '../stores/service/account-overview.ts'
import { leftOutOf, seenOf } from './account-card.ts'
import { checkedAt, ownerStatus, statusBadge, statusText } from './account-status.ts'
import { builtPage } from './built-pages.ts'
import { actionForm, type Html, type Notice, noticeBox, page } from './layout.ts'
import type { DashboardParts } from './routes.ts'

interface FeedView extends Pick<OwnerSession, 'owner'> {
  card: AccountCard
  /** All accounts of the owner. */
  cards: readonly AccountCard[]
  /** Undefined if the account has no key, and null if it cannot be decrypted. */
  key: string | null | undefined
  notice: Notice | null
}

/** Renders the one screen of a feed: its state, its preview and look, and what leads to a site. */
export function feedPage(site: DashboardParts, view: FeedView): Html {
  const { card, cards, key, notice, owner } = view
  const { accountId, feedId, look, sites, profile } = card
  const apiKey = key ?? ''
  const now = site.clock()
  const { status, attributes } = seenOf(card, now)
  const username = encodeURIComponent(profile.username)
  const values = { baseUrl: site.baseUrl, accountId, apiKey, feedId, username }
  const body = html`<div class="feed" id="feed" data-feed-id="${feedId}" data-account="${accountId}" data-username="${profile.username}" data-profile-url="${profileUrlOf(username)}" data-base-url="${site.baseUrl}" data-api-key="${apiKey}" data-look="${look}" data-sites="${JSON.stringify(sites)}">
<header class="feed-head">
<h1>Your feed</h1>
${accountMenu(card, cards, now)}
<div class="state" id="state" ${attributes}>${statusBadge(card, status)}<span class="quiet">${checkedAt(card, now)}</span></div>
<button type="button" class="button put-button${isBroken(card.state) ? '' : ' main'}" data-put>${labels.put}</button>
</header>
${noticeBox(notice)}
<p class="news" role="status" data-news></p>
<div id="bar" ${attributes}>${statusText(card, status, site.platform !== null, now)}${leftOutOf(card)}</div>
${key ? builtPage('look', values) : lostKey(accountId)}
<div class="quiet-lines">
<details><summary>${labels.developers}</summary>
${key ? builtPage('developer', values) : ''}
</details>
<details><summary>${labels.account}</summary>
${accountLines(site, card)}
</details>
</div>
${key ? builtPage('put', values) : ''}
</div>`
  return page({
    ...{ title: `@${profile.username}`, owner, current: '/accounts', body },
    ...(key && { scripts: ['/assets/dashboard/feed.js'] }),
    styles: ['/assets/dashboard/feed.css'],
  })
}

/** The name of the account; with several ones, a menu of all with their states. */
function accountMenu(current: AccountCard, cards: readonly AccountCard[], now: number): Html {
  const name = (card: AccountCard) => `@${card.profile.username}`
  if (cards.length === 1)
    return html`<p class="name" id="name-${current.accountId}">${name(current)}</p>`
  return html`<details class="menu"><summary id="name-${current.accountId}">${name(current)}</summary>
<ul>${cards.map((card) => html`<li><a href="/feeds/${card.feedId}"${card === current ? html` aria-current="page"` : ''}>${name(card)}</a> ${statusBadge(card, ownerStatus(card, now))}</li>`)}
<li><a href="/accounts">All accounts</a></li></ul></details>`
}

/** What is rarely needed, each with its consequence. */
function accountLines({ platform }: DashboardParts, card: AccountCard): Html {
  const { accountId, feedId, sites } = card
  const canRefresh = !isBroken(card.state)
  const line = (title: string, hint: string, control: Html) =>
    html`<div><dt>${title}</dt><dd><p class="hint">${hint}</p>${control}</dd></div>`
  const link = (action: string, label: string, look = '') =>
    html`<a class="button ${look}" href="/accounts/${accountId}/${action}">${label}</a>`
  const hosts = sites.map(({ origin }) => new URL(origin).host).join(', ')
  return html`<dl class="lines">
${canRefresh ? line('Refresh', 'Fetches new posts now.', actionForm(accountId, 'refresh', labels.refresh)) : ''}
${platform && canRefresh ? line(labels.reconnect, 'Asks the platform again, for instance for permissions that were not given.', actionForm(accountId, 'reconnect', labels.reconnect)) : ''}
${line(labels.replaceKey, 'Only programs that use the old key stop. Your sites go on.', link('regenerate', labels.replaceKey))}
${line(labels.replaceCode, `Cuts off every page with the code of this feed${hosts && `, such as on ${hosts}`}.`, html`<a class="button" href="/feeds/${feedId}/replace">${labels.replaceCode}</a>`)}
${line('Platform token', 'The platform’s access token. It is not the API key, and the API does not accept it.', link('token', labels.showToken))}
${line(labels.removeAccount, 'The feed disappears from your sites, the key stops working, and the stored posts and pictures are deleted.', link('remove', labels.removeAccount, 'danger'))}
</dl>`
}

function lostKey(accountId: number): Html {
  return html`<div class="notice caution">
<p>The API key of this account works, but can no longer be shown, and the code on your sites shows the link only. ${labels.replaceTheKey} to repair both.</p>
<a class="button main" href="/accounts/${accountId}/regenerate">${labels.replaceKey}</a>
</div>`
}
