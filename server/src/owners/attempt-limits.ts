import { randomBytes } from 'node:crypto'
import type { Db } from '../stores/schema.ts'
import {
  type AttemptLimit,
  firstAttemptAt,
  memoryMs,
  pruneAttempts,
  takeAttempt,
} from './attempts.ts'
import {
  createCookie,
  isWrongPassword,
  networkOf,
  type OwnerParts,
  Rejected,
  type SignedInVisitor,
  shortHash,
  type Visitor,
} from './auth.ts'
import { deleteOldest } from './sessions.ts'

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
  /** Passwords that a signed-in owner confirms something with, by session, and new ones, by link. */
  session: { max: 5, everyMs: 2 * minute },
  /** Mails of one kind to one e-mail address, requested from one place. */
  mail: { max: 3, everyMs: 20 * minute },
  /** New passwords in the settings, mails to confirm a new e-mail address, and downloads of everything, by owner. */
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

/** How long a place is known after the owner's last sign-in there. */
const knownMs = 180 * 86_400_000

/**
 * Counts attempts in the database, so that all processes share the counts, and remembers the places where an owner
 * signed in: the networks, and the browsers by a cookie. They and e-mail addresses are stored as keyed hashes.
 */
export function createAttemptLimits({ db, baseUrl, digest, clock, onFailedSignIn }: OwnerParts) {
  let prunedAt = 0
  // It stays after signing out, so that the owner is known again, also in another network. It names nobody and opens nothing.
  const device = createCookie(baseUrl, 'device', knownMs)

  const keyOf = (name: string, ...subject: string[]) => `${name}|${digest(subject.join(' '))}`
  const networkHash = async ({ address }: Visitor) => digest(await networkOf(address))
  const deviceHash = (id: string) => digest(`device ${id}`)

  async function prune(now: number): Promise<void> {
    if (Math.abs(now - prunedAt) < memoryMs) return
    prunedAt = now
    await pruneAttempts(db, now)
    await db.deleteFrom('owner_session').where('expires_at', '<=', now).execute()
    await db.deleteFrom('owner_link').where('expires_at', '<=', now).execute()
    const forgotten = now - knownMs
    await db.deleteFrom('owner_place').where('seen_at', '<=', forgotten).execute()
  }

  /** Takes an attempt. Returns 0, or in how many milliseconds there is one. */
  async function tryTake(limit: AttemptLimit, key: string, reserved?: number): Promise<number> {
    const now = clock()
    await prune(now)
    return takeAttempt(db, key, limit, now, reserved)
  }

  async function take(limit: AttemptLimit, key: string): Promise<void> {
    const waitMs = await tryTake(limit, key)
    if (waitMs > 0) throw tooMany(waitMs)
  }

  /** Takes a password for an e-mail address from a place where its owner is not known. */
  async function takeAsStranger(email: string, key: string): Promise<void> {
    const { everyMs } = limits.strangers
    const waitedMs = clock() - ((await firstAttemptAt(db, key, clock())) ?? clock())
    await take(limits.password, key)
    const all = keyOf('strangers', email)
    if (waitedMs >= everyMs) return take(limits.strangers, all)
    const isEarly = (await tryTake(limits.strangers, all, forThoseWhoWaited)) > 0
    if (isEarly) throw tooMany(everyMs - waitedMs)
  }

  /** Runs what checks a password. Reports a wrong one and a rejected attempt. */
  async function reporting<Result>(
    email: string,
    visitor: Visitor,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof Rejected ? error.reason : 'BUSY'
      if (reason === 'TOO_MANY_ATTEMPTS' || isWrongPassword(reason)) {
        // The same for the same subject, and useless without the secret.
        const owner = shortHash(digest(email))
        onFailedSignIn({ owner, network: shortHash(await networkHash(visitor)) })
      }
      throw error
    }
  }

  /** Takes an attempt of a form for the visitor's network. */
  const ofNetwork = async (form: string, visitor: Visitor) =>
    take(limits.network, keyOf(form, await networkHash(visitor)))

  /** Returns the first of the places where an owner signed in before; null if there is none. */
  async function firstKnown(
    db: Db,
    ownerId: string,
    places: readonly string[],
  ): Promise<string | null> {
    const known = await db
      .selectFrom('owner_place')
      .select('place')
      .where('owner_id', '=', ownerId)
      .where('place', 'in', places)
      .execute()
    return places.find((one) => known.some(({ place }) => place === one)) ?? null
  }

  return {
    ofNetwork,

    /** Returns the visitor's browser or network if the owner signed in there before; otherwise null. */
    async knownPlace(ownerId: string, visitor: Visitor): Promise<string | null> {
      const sent = device.read(visitor.headers)
      // Nobody else shares the browser's count of attempts.
      const places = [...(sent === null ? [] : [deviceHash(sent)]), await networkHash(visitor)]
      return firstKnown(db, ownerId, places)
    },

    /** Makes the visitor's network and browser known for an owner. Returns the browser's cookie. */
    async remember(transaction: Db, ownerId: string, visitor: Visitor): Promise<string> {
      const sent = device.read(visitor.headers)
      // A cookie that is unknown here may be planted by somebody who knows it.
      const isKnown = sent && (await firstKnown(transaction, ownerId, [deviceHash(sent)])) !== null
      const id = isKnown ? sent : randomBytes(16).toString('hex')
      const places = [deviceHash(id), await networkHash(visitor)]
      const now = clock()
      await transaction
        .insertInto('owner_place')
        .values(places.map((place) => ({ owner_id: ownerId, place, seen_at: now })))
        .onConflict((conflict) =>
          conflict.columns(['owner_id', 'place']).doUpdateSet({ seen_at: now }),
        )
        .execute()
      await deleteOldest(transaction, 'owner_place', 'seen_at', ownerId)
      return device.store(id)
    },

    /**
     * Runs a function that signs an owner in. A correct password counts too: a script must not sign in endlessly.
     *
     * @param known - Where the owner signed in before, see knownPlace.
     */
    signIn: <Result>(
      email: string,
      visitor: Visitor,
      known: string | null,
      work: () => Promise<Result>,
    ): Promise<Result> =>
      reporting(email, visitor, async () => {
        const key = keyOf('password', email, known ?? (await networkHash(visitor)))
        if (known) await take(limits.password, key)
        else {
          await ofNetwork('sign_in', visitor)
          await takeAsStranger(email, key)
        }
        return work()
      }),

    /** Runs a function that checks the password of a signed-in owner, which no stranger's attempt counts for. */
    confirm: <Result>(visitor: SignedInVisitor, work: () => Promise<Result>): Promise<Result> =>
      reporting(visitor.owner.email, visitor, async () => {
        await take(limits.session, keyOf('session', visitor.sessionId))
        return work()
      }),

    /** Takes a new password by a link: one link may be used from many networks at the same time. */
    ofLink: (linkId: string) => take(limits.session, keyOf('link', linkId)),

    /** Takes a change of a signed-in owner: a new password starts a session, which has passwords of its own. */
    ofOwner: (change: 'change_email_mail' | 'change_password' | 'export', ownerId: string) =>
      take(limits.change, keyOf(change, ownerId)),

    /** Takes a mail to an e-mail address. Returns whether there is one. */
    async mayMail(
      kind: string,
      email: string,
      visitor: Visitor,
      known: string | null,
    ): Promise<boolean> {
      const place = known ?? (await networkHash(visitor))
      if ((await tryTake(limits.mail, keyOf(kind, email, place))) > 0) return false
      return known !== null || (await tryTake(limits.mailsOfStrangers, keyOf(kind, email))) === 0
    },
  }
}

function tooMany(waitMs: number): Rejected {
  return new Rejected('TOO_MANY_ATTEMPTS', Math.max(1, Math.ceil(waitMs / 1000)))
}
