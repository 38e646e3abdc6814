import * as z from 'zod/mini'
import { count } from '../builders/validation.ts'
import type { TransitionName } from './transitions.ts'

/** When a change happens; without either, immediately. */
export interface TransitionMoment {
  /** After the account has responded to this many more requests. */
  afterRequests?: number
  /** After this long, by the mock's clock. */
  afterMilliseconds?: number
}

export interface ScheduledChange {
  name: TransitionName | 'publish' | 'update' | 'remove'
  /** Null when it waits for a time only. */
  requestsLeft: number | null
  /** Milliseconds since the epoch; null when it waits for requests only. */
  at: number | null
}

/** Takes its account, because a scope continues with the changes that were scheduled outside of it. */
export interface DueChange<Account> extends ScheduledChange {
  apply(account: Account): void
}

export const momentFields = {
  afterRequests: z.exactOptional(count),
  afterMilliseconds: z.exactOptional(count),
} satisfies Record<keyof TransitionMoment, z.ZodMiniType>

/** Returns a change for later; null if it happens immediately. */
export function scheduled<Account>(
  name: ScheduledChange['name'],
  { afterRequests, afterMilliseconds }: TransitionMoment,
  now: number,
  apply: DueChange<Account>['apply'],
): DueChange<Account> | null {
  if (afterRequests === undefined && afterMilliseconds === undefined) return null
  return {
    name,
    requestsLeft: afterRequests ?? null,
    at: afterMilliseconds === undefined ? null : now + afterMilliseconds,
    apply,
  }
}

/**
 * Counts requests. Removes the changes that happen before them, and returns them in their order. Without a request, those
 * that wait for requests happen once these have their responses.
 */
export function takeDue<Account>(
  { due: changes, requestsInFlight }: { due: DueChange<Account>[]; requestsInFlight: number },
  now: number,
  requests: 0 | 1,
): DueChange<Account>[] {
  const isCounted = requests > 0 || requestsInFlight === 0
  const isDue = ({ at, requestsLeft }: DueChange<Account>) =>
    (at !== null && now >= at) || (requestsLeft === 0 && isCounted)
  const due = changes.filter(isDue)
  const later = changes.filter((change) => !isDue(change))
  for (const change of later) if (change.requestsLeft !== null) change.requestsLeft -= requests
  changes.splice(0, changes.length, ...later)
  // Changes at a time that has passed come before those of this request.
  const time = ({ at }: DueChange<Account>) => Math.min(at ?? now, now)
  return due.sort((one, other) => time(one) - time(other))
}
