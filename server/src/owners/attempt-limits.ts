import { createHmac } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { clearAttempts, countAttempt, pruneAttempts } from '../db/owner-rows.ts'

/** How many attempts count for one subject within a window that starts with the first of them. */
export interface AttemptLimit {
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
  db: Database['tables']['db']
  secret: Buffer
  clock(): number
}

/** Counts attempts in the database, so that all processes share the counts. Subjects are stored as keyed hashes. */
export function createAttemptLimits({ db, secret, clock }: LimitParts) {
  let prunedAt = 0

  const digest = (subject: string) => createHmac('sha256', secret).update(subject).digest('hex')
  const keyOf = ({ name }: AttemptLimit, subject: string) => `${name}|${digest(subject)}`

  return {
    /** Counts an attempt. Returns null if it is within the limit, otherwise the seconds until the window ends. */
    async count(limit: AttemptLimit, subject: string): Promise<number | null> {
      const { max, windowMs } = limit
      const now = clock()
      if (Math.abs(now - prunedAt) >= minute) {
        prunedAt = now
        await pruneAttempts(db, { ageMs: hour, now })
      }
      const { count, startedAt } = await countAttempt(db, keyOf(limit, subject), { windowMs, now })
      if (count <= max) return null
      return Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000))
    },

    /** Deletes the count of a subject. */
    clear: (limit: AttemptLimit, subject: string) => clearAttempts(db, keyOf(limit, subject)),

    /** Returns a short keyed hash for the log: the same for the same subject, and useless without the secret. */
    digest: (subject: string) => digest(subject).slice(0, 12),
  }
}

/** The network that an address belongs to: an IPv4 address by itself, an IPv6 address by its /56, as providers assign them. */
export async function networkOf(address: string): Promise<string> {
  // Loaded only here: a server that only serves the API does not need it.
  const { default: ipaddr } = await import('ipaddr.js')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return Buffer.from(parsed.toByteArray().slice(0, 7)).toString('hex')
}
