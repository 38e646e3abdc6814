import {
  coverOf,
  type FeedStore,
  noFilter,
  originalUrl,
  pictureOf,
  resizedUrl,
  type StoredFile,
  type StoredPost,
} from '@photofeed/core'
import { icon } from '@photofeed/design'
import { parameters, plans } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import { type AccountCard, describeLeftOut } from '../stores/service/account-overview.ts'
import { actionForm, rareActions } from './account-actions.ts'
import { ownerStatus, statusBadge, statusText, times } from './account-status.ts'
import { builtPage } from './built-pages.ts'
import { copyButton, type Html } from './layout.ts'
import type { DashboardParts } from './routes.ts'

/** A row of the card. */
const newestPosts = 6

export function readNewest(store: FeedStore, { accountId }: AccountCard): Promise<StoredPost[]> {
  return store.findPosts(accountId, {
    ...{ ...noFilter, after: null, comments: false },
    order: parameters.sort.orderings['-published_at'],
    limit: newestPosts,
  })
}

/** One account on the accounts page. The key is undefined if it has none, and null if it cannot be decrypted. */
export function accountCard(
  site: DashboardParts,
  card: AccountCard,
  newest: readonly StoredPost[],
  key: string | null | undefined,
  isOpen: boolean,
): Html {
  const apiKey = key ?? null
  const { accountId, profile, plan, lastFetchAt, posts } = card
  const now = site.clock()
  const status = ownerStatus(card, now)
  const isUnderWay = status === 'importing' || status === 'refreshing'
  const isBroken = status === 'invalid_token'
  const canReconnect = site.platform !== null
  const canRefresh = !isBroken && status !== 'importing'
  const leftOut = describeLeftOut(card, (isFile) => !isFile)
  const notKept = describeLeftOut(card, (isFile) => isFile)
  // An open page compares this to detect an outdated card.
  const seen = [status, lastFetchAt, isUnderWay ? posts : ''].join(' ')
  return html`<article class="card account" id="account-${accountId}" aria-labelledby="name-${accountId}" data-account="${accountId}" data-seen="${seen}" ${isUnderWay ? 'data-under-way' : ''}>
<header>
${picture(site, card)}
<div class="who">
<h2 id="name-${accountId}">@${profile.username}</h2>
<p class="quiet">${plans[plan].name} plan${times(card, status, now)}</p>
</div>
${statusBadge(card, status)}
</header>
${statusText(card, status, canReconnect, now)}
${leftOut === '' ? '' : html`<p class="times">The platform sent parts of posts in a form that we cannot read. They are missing, or as they were: ${leftOut}.</p>`}
${notKept === '' ? '' : html`<p class="times">Some pictures and videos are not kept here, and are shown only while the platform’s own address of them works: ${notKept}.</p>`}
<details class="more"${isOpen ? ' open' : ''}>
<summary>Posts, key and code</summary>
${newest.length === 0 && canRefresh ? html`<p class="quiet">No posts yet. New posts appear after the next refresh.</p>` : pictureRow(site, card, newest)}
${apiKey === null ? '' : accountKey(accountId, apiKey)}
${key === null ? lostKey(accountId) : ''}
<div class="actions">
${canRefresh ? actionForm(accountId, 'refresh', 'Refresh now') : ''}
${apiKey === null ? '' : html`<a class="button" href="/playground?account=${accountId}" aria-describedby="name-${accountId}">${raw(icon('play'))} Try in the playground</a>`}
</div>
${apiKey === null ? '' : builtPage(`use-it-${plan}`, { baseUrl: site.baseUrl, accountId, apiKey, username: encodeURIComponent(profile.username) })}
${rareActions(accountId, canReconnect && !isBroken)}
</details>
</article>`
}

/** Shows a stored picture only: a URL of the platform would report visitors to it. */
function picture({ cdnUrl }: DashboardParts, { profile }: AccountCard): Html {
  const file = profile.picture?.file
  if (file)
    return html`<img class="picture" src="${originalUrl(cdnUrl, file)}" alt="" width="56" height="56">`
  return html`<span class="picture" aria-hidden="true">${profile.username.charAt(0).toUpperCase()}</span>`
}

/** The newest pictures, as far as they are stored; resized if the plan includes that. */
function pictureRow(
  { cdnUrl }: DashboardParts,
  { plan }: AccountCard,
  newest: readonly StoredPost[],
): Html | '' {
  const urlOf = (file: StoredFile) =>
    plans[plan].sizes ? resizedUrl(cdnUrl, file, 320, 'webp') : originalUrl(cdnUrl, file)
  const pictures = newest.flatMap((post) => {
    const file = pictureOf(coverOf(post))
    const alt = post.altText ?? post.caption?.split('\n')[0] ?? ''
    return file
      ? [
          html`<li><a href="${post.permalink}" rel="noreferrer"><img src="${urlOf(file)}" alt="${alt || 'Post'}" width="320" height="320" loading="lazy"></a></li>`,
        ]
      : []
  })
  return pictures.length === 0
    ? ''
    : html`<ul class="newest" aria-label="Newest posts">${pictures}</ul>`
}

function lostKey(accountId: number): Html {
  return html`<div class="notice caution">
<p>The API key of this account works, but can no longer be shown. To see a key, replace it.</p>
<a class="button" href="/accounts/${accountId}/regenerate" aria-describedby="name-${accountId}">Regenerate key</a>
</div>`
}

function accountKey(accountId: number, apiKey: string): Html {
  return html`<div class="secret">
<h3>API key</h3>
<div class="value">
<code id="key-${accountId}">${apiKey}</code>
${copyButton(`key-${accountId}`, 'Copy the API key')}
</div>
</div>`
}
