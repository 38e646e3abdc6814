import { html } from 'hono/html'
import type { CardView } from './account-view.ts'
import type { Html } from './layout.ts'
import { moment } from './moment.ts'

/** When the account was and will be refreshed, and what went wrong the last time. */
export function accountFacts({ card, now }: CardView): Html {
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
