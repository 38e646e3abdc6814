import { createHmac } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import {
  type AttemptLimit,
  firstAttemptAt,
  memoryMs,
  pruneAttempts,
  takeAttempt,
} from './attempts.ts'
import {
  type AuthResult,
  type FailedSignIn,
  isWrongPassword,
  type SignedInVisitor,
  type Visitor,
} from './auth.ts'
import { knownPlaces, pruneSessions, rememberPlace } from './owner-sessions.ts'
import { type createDeviceCookie, networkOf } from './places.ts'

const minute = 60_000

/**
 * The limits. Each is a bucket: so many attempts at once, then one more after each pause. The last two are the only ones
 * that visitors in different networks share, and they do not apply at places where the owner is known.
 */
export const limits = {
  /** Each form, from one network. Owners who have signed in there are exempt. */
  network: { max: 5, everyMs: minute / 5 },
  /** Passwords for one e-mail address from one place: a network, or a browser in which the owner signed in. */
  password: { max: 10, everyMs: 1.5 * minute },
  /** Passwords that a signed-in owner confirms something with, by session. */
  session: { max: 5, everyMs: 2 * minute },
  /** Mails of one kind to one e-mail address, requested from one place. */
  mail: { max: 3, everyMs: 20 * minute },
  /** Mails to confirm a new e-mail address, by owner. */
  change: { max: 5, everyMs: 12 * minute },
  /** Passwords for one e-mail address from all places where its owner is not known. */
  strangers: { max: 20, everyMs: 1.5 * minute },
  /** Mails of one kind to one e-mail address, requested from all places where its owner is not known. */
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
  devices: ReturnType<typeof createDeviceCookie>
  clock(): number
  onFailedSignIn(failed: FailedSignIn): void
}

/**
 * Counts attempts in the database, so that all processes share the counts, and remembers the places where an owner
 * signed in: the networks, and the browsers by a cookie. They and e-mail addresses are stored as keyed hashes.
 */
export function createAttemptLimits({ db, secret, devices, clock, onFailedSignIn }: LimitParts) {
  const prunedAt = { attempts: 0, sessions: 0 }

  const digest = (subject: string) => createHmac('sha256', secret).update(subject).digest('hex')
  const keyOf = (name: string, ...subject: string[]) => `${name}|${digest(subject.join(' '))}`
  const networkHash = async ({ address }: Visitor) => digest(await networkOf(address))
  const deviceHash = (device: string) => digest(`device ${device}`)

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

  /** Takes a password for an e-mail address from a place where its owner is not known. */
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

  /** Returns the visitor's browser or network if the owner with an e-mail address signed in there before; otherwise null. */
  async function knownPlace(email: string, visitor: Visitor): Promise<string | null> {
    const device = devices.read(visitor.headers)
    // Nobody else shares the browser's count of attempts.
    const places = [...(device === null ? [] : [deviceHash(device)]), await networkHash(visitor)]
    const known = await knownPlaces(db, email, places)
    return places.find((place) => known.includes(place)) ?? null
  }

  /**
   * Makes the visitor's network and browser known for the owner with an e-mail address, if the result is a success.
   * Returns the result with the browser's cookie.
   */
  async function remember(
    result: AuthResult,
    email: string,
    visitor: Visitor,
  ): Promise<AuthResult> {
    if (!result.ok) return result
    const sent = devices.read(visitor.headers)
    // A cookie that is unknown here may be planted by somebody who knows it.
    const isKnown = sent !== null && (await knownPlaces(db, email, [deviceHash(sent)])).length > 0
    const device = isKnown ? sent : devices.create()
    for (const place of [deviceHash(device), await networkHash(visitor)]) {
      await rememberPlace(db, email, { place, now: clock() })
    }
    return { ok: true, cookies: [...result.cookies, devices.store(device)] }
  }

  async function report(email: string, visitor: Visitor): Promise<void> {
    // The same for the same subject, and useless without the secret.
    const short = (hash: string) => hash.slice(0, 12)
    onFailedSignIn({ owner: short(digest(email)), network: short(await networkHash(visitor)) })
  }

  /** Reports a wrong password and a rejected attempt. A correct one counts too: a script must not sign in endlessly. */
  async function settle(
    email: string,
    visitor: Visitor,
    rejected: AuthResult | null,
    work: () => Promise<AuthResult>,
  ): Promise<AuthResult> {
    const result = rejected ?? (await work())
    if (!result.ok && (rejected || isWrongPassword(result.reason))) await report(email, visitor)
    return remember(result, email, visitor)
  }

  /** Takes an attempt of a form for the visitor's network. Returns null, or a rejection if there is none. */
  const ofNetwork = async (form: string, visitor: Visitor) =>
    take(limits.network, keyOf(form, await networkHash(visitor)))

  return {
    knownPlace,
    remember,
    ofNetwork,

    /** Runs a function that signs an owner in. */
    async signIn(
      email: string,
      visitor: Visitor,
      known: string | null,
      work: () => Promise<AuthResult>,
    ): Promise<AuthResult> {
      const key = keyOf('password', email, known ?? (await networkHash(visitor)))
      const rejected = known
        ? await take(limits.password, key)
        : ((await ofNetwork('sign_in', visitor)) ?? (await takeAsStranger(email, key)))
      return settle(email, visitor, rejected, work)
    },

    /** Runs a function that checks the password of a signed-in owner, which no stranger's attempt counts for. */
    async confirm(visitor: SignedInVisitor, work: () => Promise<AuthResult>): Promise<AuthResult> {
      const key = keyOf('session', visitor.sessionId)
      const rejected = await take(limits.session, key)
      return settle(visitor.owner.email, visitor, rejected, work)
    },

    /** Takes a mail to confirm a new address. Returns null, or a rejection if there is none. */
    ofOwner: (ownerId: string) => take(limits.change, keyOf('change_email_mail', ownerId)),

    /** Takes a mail to an e-mail address. Returns whether there is one. */
    async mayMail(kind: string, email: string, visitor: Visitor): Promise<boolean> {
      const known = await knownPlace(email, visitor)
      const place = known ?? (await networkHash(visitor))
      if (await take(limits.mail, keyOf(kind, email, place))) return false
      if (known) return true
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
