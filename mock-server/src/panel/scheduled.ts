import type { AccountView } from '../control/state.ts'
import { formatCount } from './header.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** Returns when a transition will happen, such as `expire after 2 more requests`. */
export function formatScheduled({
  name,
  requestsLeft,
  at,
}: AccountView['scheduled'][number]): string {
  const moments = [
    ...(requestsLeft === null
      ? []
      : [`after ${formatCount(requestsLeft, 'more request', 'more requests')}`]),
    ...(at === null ? [] : [`at ${time.format(at)}`]),
  ]
  return `${name} ${moments.join(' or ')}`
}
