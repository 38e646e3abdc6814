import { originalUrl } from '@photofeed/core'
import { plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { type AccountCard, describeLeftOut } from '../stores/service/account-overview.ts'
import { checkedAt, ownerStatus, statusBadge, statusText } from './account-status.ts'
import type { Html } from './layout.ts'
import type { DashboardParts } from './routes.ts'

/** What an open page compares to detect that an account has changed. */
export function seenOf(card: AccountCard, now: number) {
  const status = ownerStatus(card, now)
  const isUnderWay = status === 'importing' || status === 'refreshing'
  const seen = [status, card.lastFetchAt, isUnderWay ? card.posts : ''].join(' ')
  return { status, attributes: html`data-seen="${seen}" ${isUnderWay ? 'data-under-way' : ''}` }
}

/** One account in the list. */
export function accountCard(site: DashboardParts, card: AccountCard): Html {
  const { accountId, profile, plan, feedId } = card
  const now = site.clock()
  const { status, attributes } = seenOf(card, now)
  const checked = checkedAt(card, now)
  return html`<article class="card account" id="account-${accountId}" aria-labelledby="name-${accountId}" data-account="${accountId}" ${attributes}>
<header>
${picture(site, card)}
<div class="who">
<h2 id="name-${accountId}"><a href="/feeds/${feedId}">@${profile.username}</a></h2>
<p class="quiet">${plans[plan].name} plan${checked && html` · ${checked}`}</p>
</div>
${statusBadge(card, status)}
</header>
${statusText(card, status, site.platform !== null, now)}
</article>`
}

/** What could not be read of an account, or is not stored. */
export function leftOutOf(card: AccountCard): Html {
  const leftOut = describeLeftOut(card, (isFile) => !isFile)
  const notKept = describeLeftOut(card, (isFile) => isFile)
  return html`${leftOut === '' ? '' : html`<p class="times">The platform sent parts of posts in a form that we cannot read. They are missing, or as they were: ${leftOut}.</p>`}
${notKept === '' ? '' : html`<p class="times">Some pictures and videos are not kept here, and are shown only while the platform’s own address of them works: ${notKept}.</p>`}`
}

/** Shows a stored picture only: a URL of the platform would report visitors to it. */
function picture({ cdnUrl }: DashboardParts, { profile }: AccountCard): Html {
  const file = profile.picture?.file
  if (file)
    return html`<img class="picture" src="${originalUrl(cdnUrl, file)}" alt="" width="56" height="56">`
  return html`<span class="picture" aria-hidden="true">${profile.username.charAt(0).toUpperCase()}</span>`
}
