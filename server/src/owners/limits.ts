import type { AttemptLimit } from '../stores/service/attempts.ts'
import { type OwnerParts, Rejected } from './auth.ts'

const minuteMs = 60_000

export type Limits = ReturnType<typeof createLimits>

/** A limit of attempts, and what the guide for operators says that it counts; null if it is no limit of signing in. */
type Row = AttemptLimit & { readonly counts: string | null }

/** So many attempts at once, then one more after each pause. */
export const attemptLimits = {
  network: {
    counts:
      'per network: password and email forms, and invalid links (sign-in from a known browser is exempt)',
    ...{ size: 5, refillMs: minuteMs / 5 },
  },
  address: {
    counts: 'passwords for one email address, from all browsers that are not known',
    ...{ size: 10, refillMs: 1.5 * minuteMs },
  },
  known: {
    counts: 'passwords for one email address, with each of its known browsers',
    ...{ size: 20, refillMs: minuteMs },
  },
  confirm: {
    counts: 'passwords in the settings, for each owner',
    ...{ size: 5, refillMs: 2 * minuteMs },
  },
  // A link works for longer than all of them take to be available again.
  mail: {
    counts:
      'emails to one email address that somebody requested, of all kinds, counted when they are sent; unknown addresses that differ only in `+tag` share one count',
    ...{ size: 5, refillMs: 12 * minuteMs },
  },
  // Many servers ignore the dots and the tag.
  mailbox: {
    counts: 'the same to an address of nobody, without the dots and the tag of its name',
    ...{ size: 20, refillMs: 3 * minuteMs },
  },
  export: {
    counts: 'downloads of everything, for each owner',
    ...{ size: 5, refillMs: 12 * minuteMs },
  },
  // What an owner requests: the platform limits our requests.
  refresh: { counts: null, size: 1, refillMs: minuteMs },
} satisfies Record<string, Row>

/** Creates the functions that take attempts. Subjects, such as email addresses, are stored as keyed hashes. */
export function createLimits({ attempts, sessions, digest, clock }: OwnerParts) {
  let prunedAt = 0

  async function tryTake(name: keyof typeof attemptLimits, subject: string): Promise<number> {
    const now = clock()
    if (Math.abs(now - prunedAt) >= 60 * minuteMs) {
      prunedAt = now
      await attempts.prune(now)
      await sessions.prune(now)
    }
    return Math.ceil(
      (await attempts.take(`${name}|${digest(subject)}`, attemptLimits[name], now)) / 1000,
    )
  }

  return {
    /** Takes an attempt. Throws Rejected with the seconds until there is one. */
    async take(name: keyof typeof attemptLimits, subject: string): Promise<void> {
      const seconds = await tryTake(name, subject)
      if (seconds > 0) throw new Rejected('TOO_MANY_ATTEMPTS', seconds)
    },

    /** Takes an attempt. Returns the seconds until there is one; 0 if there was. */
    tryTake,
  }
}
