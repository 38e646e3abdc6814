import { createHmac } from 'node:crypto'
import {
  type AttemptLimit,
  clearAttempts,
  firstAttemptAt,
  memoryMs,
  pruneAttempts,
  takeAttempt,
} from '../db/attempts.ts'
import { isKnownNetwork, pruneSessions, rememberNetwork } from '../db/owner-sessions.ts'
import type { Db } from '../db/schema.ts'
import {
  type AuthResult,
  type FailedSignIn,
  isWrongPassword,
  type SignedInVisitor,
  type Visitor,
} from './auth.ts'
import { networkOf } from './networks.ts'

const minute = 60_000

/**
 * The limits. Each is a bucket: so many attempts at once, then one more after each pause. Strangers share only the last
 * two with an owner, and neither is asked where the owner is known.
 */
export const limits = {
  /** Each form, from one network that the owner is not known from. */
  network: { max: 5, everyMs: minute / 5 },
  /** Passwords for one e-mail address from one network. */
  password: { max: 10, everyMs: 1.5 * minute },
  /** Passwords that a signed-in owner confirms something with, by session. */
  session: { max: 5, everyMs: 2 * minute },
  /** Mails of one kind to one e-mail address, requested from one network. */
  mail: { max: 3, everyMs: 20 * minute },
  /** Mails to confirm a new e-mail address, by owner. */
  change: { max: 5, everyMs: 12 * minute },
  /** Passwords for one e-mail address from all networks that its owner is not known from. */
  strangers: { max: 20, everyMs: 1.5 * minute },
  /** Mails of one kind to one e-mail address, requested from all networks that its owner is not known from. */
  mailsOfStrangers: { max: 6, everyMs: 10 * minute },
} satisfies Record<string, AttemptLimit>

/**
 * How many passwords of strangers are for networks that waited: one that comes for the first time finds the bucket empty
 * earlier, and returns after the pause. Networks that come once and never return cannot use these up.
 */
const forThoseWhoWaited = limits.strangers.max / 2

interface LimitParts {
  db: Db
  secret: Buffer
  clock(): number
  onFailedSignIn(failed: FailedSignIn): void
}

/**
 * Counts attempts in the database, so that all processes share the counts, and remembers the networks from which an owner
 * signed in. E-mail addresses and networks are stored as keyed hashes.
 */
export function createAttemptLimits({ db, secret, clock, onFailedSignIn }: LimitParts) {
  const prunedAt = { attempts: 0, sessions: 0 }

  const digest = (subject: string) => createHmac('sha256', secret).update(subject).digest('hex')
  const keyOf = (name: string, ...subject: string[]) => `${name}|${digest(subject.join(' '))}`
  const hashOf = async ({ address }: Visitor) => digest(await networkOf(address))

  async function prune(now: number): Promise<void> {
    if (Math.abs(now - prunedAt.attempts) < minute) return
    prunedAt.attempts = now
    await pruneAttempts(db, now)
    if (Math.abs(now - prunedAt.sessions) < memoryMs) return
    prunedAt.sessions = now
    await pruneSessions(db, now)
  }

  /** Takes an attempt. Returns null, or a rejection if there is none. */
  async function take(
    limit: AttemptLimit,
    key: string,
    reserved?: number,
  ): Promise<AuthResult | null> {
    const now = clock()
    await prune(now)
    return rejection(await takeAttempt(db, key, limit, now, reserved))
  }

  /** Takes a password for an e-mail address from a network that its owner is not known from. */
  async function takeAsStranger(email: string, key: string): Promise<AuthResult | null> {
    const { everyMs } = limits.strangers
    const waitedMs = clock() - ((await firstAttemptAt(db, key, clock())) ?? clock())
    const hasWaited = waitedMs >= everyMs
    const rejected = await take(limits.password, key)
    if (rejected) return rejected
    const all = keyOf('strangers', email)
    if (hasWaited) return take(limits.strangers, all)
    const early = await take(limits.strangers, all, forThoseWhoWaited)
    return early && rejection(everyMs - waitedMs)
  }

  /** Returns whether the owner with an e-mail address signed in from the visitor's network before. */
  async function isKnown(email: string, visitor: Visitor): Promise<boolean> {
    return isKnownNetwork(db, email, await hashOf(visitor))
  }

  async function remember(email: string, visitor: Visitor): Promise<void> {
    await rememberNetwork(db, email, { network: await hashOf(visitor), now: clock() })
  }

  async function report(email: string, visitor: Visitor): Promise<void> {
    // The same for the same subject, and useless without the secret.
    const short = (hash: string) => hash.slice(0, 12)
    onFailedSignIn({ owner: short(digest(email)), network: short(await hashOf(visitor)) })
  }

  /** Reports a wrong password and a rejected attempt. A correct one makes the attempts of `key` available again. */
  async function settle(
    key: string,
    email: string,
    visitor: Visitor,
    rejected: AuthResult | null,
    work: () => Promise<AuthResult>,
  ): Promise<AuthResult> {
    const result = rejected ?? (await work())
    if (result.ok) {
      await clearAttempts(db, key)
      await remember(email, visitor)
    } else if (rejected || isWrongPassword(result.reason)) await report(email, visitor)
    return result
  }

  /** Takes an attempt of a form for the visitor's network. Returns null, or a rejection if there is none. */
  const ofNetwork = async (form: string, visitor: Visitor) =>
    take(limits.network, keyOf(form, await hashOf(visitor)))

  return {
    isKnown,
    remember,
    ofNetwork,

    /** Runs a function that signs an owner in. */
    async signIn(
      email: string,
      visitor: Visitor,
      isKnown: boolean,
      work: () => Promise<AuthResult>,
    ): Promise<AuthResult> {
      const key = keyOf('password', email, await hashOf(visitor))
      const rejected = isKnown
        ? await take(limits.password, key)
        : ((await ofNetwork('sign_in', visitor)) ?? (await takeAsStranger(email, key)))
      return settle(key, email, visitor, rejected, work)
    },

    /** Runs a function that checks the password of a signed-in owner, which no stranger's attempt counts for. */
    async confirm(visitor: SignedInVisitor, work: () => Promise<AuthResult>): Promise<AuthResult> {
      const key = keyOf('session', visitor.sessionId)
      const rejected = await take(limits.session, key)
      return settle(key, visitor.owner.email, visitor, rejected, work)
    },

    /** Takes a mail to confirm a new address. Returns null, or a rejection if there is none. */
    ofOwner: (ownerId: string) => take(limits.change, keyOf('change_email_mail', ownerId)),

    /** Takes a mail to an e-mail address. Returns whether there is one. */
    async mayMail(kind: string, email: string, visitor: Visitor): Promise<boolean> {
      if (await take(limits.mail, keyOf(kind, email, await hashOf(visitor)))) return false
      if (await isKnown(email, visitor)) return true
      return (await take(limits.mailsOfStrangers, keyOf(kind, email))) === null
    },
  }
}

function rejection(waitMs: number): AuthResult | null {
  if (waitMs === 0) return null
  return {
    ok: false,
    reason: 'TOO_MANY_ATTEMPTS',
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  }
}
