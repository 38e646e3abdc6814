import type { AttemptLimit } from '../stores/service/attempts.ts'
import { type OwnerParts, Rejected } from './auth.ts'

const minuteMs = 60_000

export type Limits = ReturnType<typeof createLimits>

/** Creates the functions that take attempts. Subjects, such as email addresses, are stored as keyed hashes. */
export function createLimits({ attempts, sessions, digest, clock }: OwnerParts) {
  /** The limits: so many attempts at once, then one more after each pause. */
  const limits = {
    /** Each form, from one network; signing in with a known browser is exempt. */
    network: { size: 5, refillMs: minuteMs / 5 },
    /** Passwords for one email address, from all browsers that its owner is not known in. */
    address: { size: 10, refillMs: 1.5 * minuteMs },
    /** Passwords for one email address, from all browsers that its owner is known in. */
    known: { size: 20, refillMs: minuteMs },
    /** Passwords that an owner confirms something with, by owner. */
    confirm: { size: 5, refillMs: 2 * minuteMs },
    /** Mails to one email address that visitors request, counted when they are sent. A link works for longer than all of them take to be available again. */
    mail: { size: 5, refillMs: 12 * minuteMs },
    /** The same to an address of nobody, without the dots and the tag of its name, which many servers ignore. */
    mailbox: { size: 20, refillMs: 3 * minuteMs },
    /** Downloads of everything, by owner. */
    export: { size: 5, refillMs: 12 * minuteMs },
    /** Refreshes of an account that its owner requests: the platform limits our requests. */
    refresh: { size: 1, refillMs: minuteMs },
  } satisfies Record<string, AttemptLimit>
  let prunedAt = 0

  async function tryTake(name: keyof typeof limits, subject: string): Promise<number> {
    const now = clock()
    if (Math.abs(now - prunedAt) >= 60 * minuteMs) {
      prunedAt = now
      await attempts.prune(now)
      await sessions.prune(now)
    }
    return Math.ceil((await attempts.take(`${name}|${digest(subject)}`, limits[name], now)) / 1000)
  }

  return {
    /** Takes an attempt. Throws Rejected with the seconds until there is one. */
    async take(name: keyof typeof limits, subject: string): Promise<void> {
      const seconds = await tryTake(name, subject)
      if (seconds > 0) throw new Rejected('TOO_MANY_ATTEMPTS', seconds)
    },

    /** Takes an attempt. Returns the seconds until there is one; 0 if there was. */
    tryTake,
  }
}
