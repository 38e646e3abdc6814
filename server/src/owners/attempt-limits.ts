import { createHmac } from 'node:crypto'
import { clearAttempts, countAttempt, pruneAttempts } from '../db/owner-rows.ts'
import type { Db } from '../db/schema.ts'
import { type AuthResult, type FailedSignIn, isWrongPassword, type Visitor } from './auth.ts'

/** How many attempts count for one subject within a window that starts with the first of them. */
interface AttemptLimit {
  name: string
  max: number
  windowMs: number
}

const minute = 60_000
const hour = 60 * minute

export const limits = {
  /** From one network, for each form. */
  network: (form: string): AttemptLimit => ({ name: form, max: 5, windowMs: minute }),
  /** Wrong passwords for one e-mail address, from any network. */
  password: { name: 'password', max: 10, windowMs: 15 * minute },
  /** Mails of one kind to one e-mail address. */
  mail: (form: string): AttemptLimit => ({ name: `${form} mail`, max: 3, windowMs: hour }),
}

interface LimitParts {
  db: Db
  secret: Buffer
  clock(): number
  onFailedSignIn(failed: FailedSignIn): void
}

/** Counts attempts in the database, so that all processes share the counts. Subjects are stored as keyed hashes. */
export function createAttemptLimits({ db, secret, clock, onFailedSignIn }: LimitParts) {
  let prunedAt = 0

  const digest = (subject: string) => createHmac('sha256', secret).update(subject).digest('hex')
  const keyOf = ({ name }: AttemptLimit, subject: string) => `${name}|${digest(subject)}`
  // The same for the same subject, and useless without the secret.
  const forLog = (subject: string) => digest(subject).slice(0, 12)

  /** Counts an attempt. Returns null if it is within the limit, otherwise the seconds until the window ends. */
  async function count(limit: AttemptLimit, subject: string): Promise<number | null> {
    const { max, windowMs } = limit
    const now = clock()
    if (Math.abs(now - prunedAt) >= minute) {
      prunedAt = now
      await pruneAttempts(db, { ageMs: hour, now })
    }
    const { count, startedAt } = await countAttempt(db, keyOf(limit, subject), { windowMs, now })
    if (count <= max) return null
    return Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000))
  }

  /** Counts an attempt of the visitor's network and of other subjects. Returns a rejection if one is over its limit, or null. */
  async function limited(
    form: string,
    { address }: Visitor,
    ...others: readonly [AttemptLimit, string][]
  ): Promise<AuthResult | null> {
    const network = [limits.network(form), await networkOf(address)] as const
    for (const [limit, subject] of [network, ...others]) {
      const retryAfter = await count(limit, subject)
      if (retryAfter !== null) return { ok: false, reason: 'TOO_MANY_ATTEMPTS', retryAfter }
    }
    return null
  }

  /** Deletes the count of wrong passwords for an e-mail address. */
  const clearPasswords = (email: string) => clearAttempts(db, keyOf(limits.password, email))

  /** Runs a function that checks the owner's password. A wrong one counts for the owner and the network, and is reported. */
  async function withPassword(
    form: string,
    email: string,
    visitor: Visitor,
    work: () => Promise<AuthResult>,
  ): Promise<AuthResult> {
    const rejected = await limited(form, visitor, [limits.password, email])
    const result = rejected ?? (await work())
    if (result.ok) await clearPasswords(email)
    else if (rejected || isWrongPassword(result.reason)) {
      const network = forLog(await networkOf(visitor.address))
      onFailedSignIn({ owner: forLog(email), network })
    }
    return result
  }

  return { limited, withPassword, clearPasswords }
}

/** The network that an address belongs to: an IPv4 address by itself, an IPv6 address by its /56, as providers assign them. */
async function networkOf(address: string): Promise<string> {
  // Loaded only here: a server that only serves the API does not need it.
  const { default: ipaddr } = await import('ipaddr.js')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return Buffer.from(parsed.toByteArray().slice(0, 7)).toString('hex')
}
