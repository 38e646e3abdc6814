import { statusOf } from '../accounts/lifecycle.ts'
import type { AccountCard } from './account-cards.ts'

/** What a page that is open looks at, to tell whether its card is still true. */
export interface CardProgress {
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
