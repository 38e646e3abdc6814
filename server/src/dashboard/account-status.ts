import { count } from '@photofeed/core/node'
import { type IconName, icon } from '@photofeed/design'
import type { ConnectionStatus } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import { statusOf } from '../connections/lifecycle.ts'
import { labels, states } from '../labels.ts'
import type { AccountCard } from '../stores/service/account-overview.ts'
import { actionForm, type Html, moment } from './layout.ts'

const dayMs = 86_400_000

/** What an owner sees of a connection: its status, or that a refresh is running, has failed, or has failed for a day. */
type OwnerStatus = ConnectionStatus | 'refreshing' | 'failing' | 'late'

const badges: Record<OwnerStatus, { icon: IconName; tone: string }> = {
  ready: { icon: 'check', tone: 'good' },
  refreshing: { icon: 'refresh', tone: 'busy' },
  refreshing_token: { icon: 'refresh', tone: 'busy' },
  importing: { icon: 'refresh', tone: 'busy' },
  failing: { icon: 'time', tone: 'caution' },
  late: { icon: 'time', tone: 'caution' },
  invalid_token: { icon: 'broken', tone: 'caution' },
}

export function ownerStatus(
  { state, nextFetchAt, failingSince }: AccountCard,
  now: number,
): OwnerStatus {
  // A connection that has an owner has a status.
  const status: OwnerStatus = statusOf(state) ?? 'ready'
  if (status === 'invalid_token' || status === 'importing') return status
  if (failingSince !== null && now - failingSince >= dayMs) return 'late'
  if (nextFetchAt !== null && nextFetchAt <= now) return 'refreshing'
  return failingSince === null ? status : 'failing'
}

export function statusBadge({ state }: AccountCard, status: OwnerStatus): Html {
  const { icon: name, tone } = badges[status]
  return html`<p class="status ${statusOf(state) ?? ''} ${tone}">${raw(icon(name))} ${states[status]}</p>`
}

/** What the status means for the owner, and what to do. */
export function statusText(
  card: AccountCard,
  status: OwnerStatus,
  canReconnect: boolean,
  now: number,
): Html | '' {
  const { accountId, brokenReason, nextFetchAt, posts, profile, lastError } = card
  switch (status) {
    case 'invalid_token':
      return html`<div class="notice caution">
<p><strong>Instagram has stopped sending new posts. Your site still shows the old ones.</strong>${brokenReason ? ` ${brokenReason}` : ''}</p>
${canReconnect ? actionForm(accountId, 'reconnect', labels.reconnect, 'main') : ''}
</div>`
    case 'importing': {
      // The platform also counts posts that it does not list.
      const total = Math.max(profile.mediaCount ?? 0, posts)
      const hint = html`You can put it on your site now. <noscript><a href="">Look again</a></noscript>`
      if (total === 0) return html`<p class="progress">The import is about to start. ${hint}</p>`
      const id = `progress-${accountId}`
      return html`<div class="progress">
<progress id="${id}" value="${posts}" max="${total}"></progress>
<label for="${id}">${posts} of about ${count(total, 'post')}. ${hint}</label>
</div>`
    }
    case 'failing':
    case 'late':
      return html`<div class="notice caution">
${lastError === null ? '' : html`<p><strong>${reasonOf(lastError)}</strong></p>`}
<p>${status === 'late' ? 'New posts could not be fetched for more than a day.' : 'New posts could not be fetched.'} Your feed shows the stored posts, and you do not have to do anything.${nextFetchAt === null ? '' : html` The next attempt is ${moment(nextFetchAt, now)}.`}</p>
</div>`
    default:
      return ''
  }
}

/** When the posts were refreshed. */
export function checkedAt({ lastFetchAt }: AccountCard, now: number): Html | '' {
  return lastFetchAt === null ? '' : html`checked ${moment(lastFetchAt, now)}`
}

/** Returns an error without the job and the codes, which are for operators. */
const reasonOf = (error: string) => error.replace(/^[a-z -]+: | \([^()]*\)$/g, '')
