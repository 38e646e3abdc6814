import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'

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
  db: Kysely<Tables>
  secret: Buffer
  clock(): number
}

/** Counts attempts in the database, so that all processes share the counts. Subjects are stored as keyed hashes. */
export function createAttemptLimits({ db, secret, clock }: LimitParts) {
  let prunedAt = 0

  const digest = (subject: string) => createHmac('sha256', secret).update(subject).digest('hex')
  const keyOf = ({ name }: AttemptLimit, subject: string) => `${name}|${digest(subject)}`

  async function prune(now: number): Promise<void> {
    if (Math.abs(now - prunedAt) < minute) return
    prunedAt = now
    await db
      .deleteFrom('rate_limit')
      .where(({ eb, or }) =>
        or([eb('last_request', '<=', now - hour), eb('last_request', '>', now + hour)]),
      )
      .execute()
  }

  return {
    /** Counts an attempt. Returns null if it is within the limit, otherwise the seconds until the window ends. */
    async count(limit: AttemptLimit, subject: string): Promise<number | null> {
      const now = clock()
      await prune(now)
      const key = keyOf(limit, subject)
      const { count, last_request: startedAt } = await db
        .insertInto('rate_limit')
        .values({ id: key, key, count: 1, last_request: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(({ eb, ref, or }) => {
            const started = ref('rate_limit.last_request')
            // Also a start in the future, which a wrong clock wrote.
            const isOver = or([
              eb(started, '<=', now - limit.windowMs),
              eb(started, '>', now + limit.windowMs),
            ])
            return {
              count: eb
                .case()
                .when(isOver)
                .then(1)
                .else(eb(ref('rate_limit.count'), '+', 1))
                .end(),
              last_request: eb.case().when(isOver).then(now).else(started).end(),
            }
          }),
        )
        .returning(['count', 'last_request'])
        .executeTakeFirstOrThrow()
      if (count <= limit.max) return null
      return Math.max(1, Math.ceil((startedAt + limit.windowMs - now) / 1000))
    },

    /** Deletes the count of a subject. */
    async clear(limit: AttemptLimit, subject: string): Promise<void> {
      await db.deleteFrom('rate_limit').where('key', '=', keyOf(limit, subject)).execute()
    },

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
