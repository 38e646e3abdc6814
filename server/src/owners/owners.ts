import { hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Database } from '../db/ports.ts'
import type { Mailer } from '../mail/mailer.ts'
import { leaveMessage } from '../outbox/outbox.ts'
import { type AttemptLimit, createAttemptLimits, limits, networkOf } from './attempt-limits.ts'
import { type AuthAnswer, AuthFailure, readAnswer } from './auth-answer.ts'
import { addressHeader, authOptions, type PasswordHashing } from './auth-options.ts'
import { createOwnerMail, type OwnerMail } from './owner-mail.ts'

export interface Owner {
  id: string
  email: string
}

export interface OwnerSession {
  id: string
  owner: Owner
  /** `Set-Cookie` lines that extend it, for the response. */
  cookies: readonly string[]
}

/** The sender of a request, for the limits. */
export interface Visitor {
  /** The network address. */
  address: string
}

export interface Credentials {
  email: string
  password: string
}

/** A failed sign-in, for the log. Both are short keyed hashes. */
export interface FailedSignIn {
  owner: string
  network: string
}

/** The people who use the dashboard. All attempts are limited by network, and those for one owner by e-mail address. */
export interface Owners {
  /** The session that a request's cookies name; null when they name none. */
  session(headers: Headers): Promise<OwnerSession | null>
  /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
  signUp(credentials: Credentials, visitor: Visitor): Promise<AuthAnswer>
  signIn(credentials: Credentials, visitor: Visitor): Promise<AuthAnswer>
  /** Ends the session; the answer's cookies end it in the browser. */
  signOut(headers: Headers): Promise<AuthAnswer>
  /** What happens through links in mails; null when no mail can be sent. */
  byMail: OwnersByMail | null
}

/** Responses are the same whether an address is known or not; only the mail says it. */
export interface OwnersByMail {
  /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
  signUp(email: string, visitor: Visitor): Promise<AuthAnswer>
  /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
  resetPassword(email: string, visitor: Visitor): Promise<AuthAnswer>
  /** Sets the password with the token of either link, confirms the address, and ends every session. */
  setPassword(choice: { token: string; password: string }, visitor: Visitor): Promise<AuthAnswer>
  /** Sends an enqueued mail. */
  send: OwnerMail['send']
}

export interface OwnersParts {
  tables: Database['tables']
  /** The service's secret. */
  secret: string
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  /** Null on a server that sends no mail. */
  mailer: Mailer | null
  passwords?: PasswordHashing
  clock?(): number
  onError?(error: unknown): void
  onFailedSignIn?(failed: FailedSignIn): void
}

// libuv has four threads, which file reads need too: scrypt gets two of them.
const hashesAtOnce = 2
// Each hash takes about a tenth of a second.
const longestQueue = 20
const busy = { ok: false, refusal: 'BUSY', retryAfter: 5 } as const

export function createOwners(parts: OwnersParts): Owners {
  const { tables, passwords, mailer, baseUrl, clock = Date.now } = parts
  const { onError = () => {}, onFailedSignIn = () => {} } = parts
  const { db } = tables
  const secret = Buffer.from(hkdfSync('sha256', parts.secret, '', 'photofeed owners', 32))
  const attempts = createAttemptLimits({ db, secret, clock })
  const hashing = pLimit(hashesAtOnce)
  let loaded: ReturnType<typeof load> | undefined

  /** With the first visitor: a server that only serves the API does not need all of it. */
  async function load() {
    const { betterAuth } = await import('better-auth')
    return betterAuth(
      authOptions({
        ...{ tables, baseUrl, passwords, onError, secret: secret.toString('hex') },
        async onPasswordReset({ user }) {
          await db.deleteFrom('owner_verification').where('value', '=', user.id).execute()
          const { internalAdapter } = await (await auth()).$context
          await internalAdapter.updateUser(user.id, { emailVerified: true })
          await attempts.clear(limits.password, user.email)
        },
      }),
    )
  }

  function auth() {
    loaded ??= load()
    return loaded
  }

  async function send(path: string, body: object, { address }: Visitor): Promise<AuthAnswer> {
    const { handler, options } = await auth()
    const request = new Request(`${options.baseURL}${options.basePath}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [addressHeader]: address },
      body: JSON.stringify(body),
    })
    return readAnswer(await handler(request))
  }

  /** Runs what hashes a password, a few at once. What finds the queue full costs nothing, not even a count. */
  async function queued(work: () => Promise<AuthAnswer>): Promise<AuthAnswer> {
    if (hashing.pendingCount >= longestQueue) return busy
    return hashing(work)
  }

  /** Counts an attempt for each subject; the rejection when one is over its limit. */
  async function limited(
    ...subjects: readonly [AttemptLimit, string][]
  ): Promise<AuthAnswer | null> {
    for (const [limit, subject] of subjects) {
      const retryAfter = await attempts.count(limit, subject)
      if (retryAfter !== null) return { ok: false, refusal: 'TOO_MANY_ATTEMPTS', retryAfter }
    }
    return null
  }

  async function enqueue(
    kind: 'sign_up_mail' | 'reset_password_mail',
    typed: string,
    { address }: Visitor,
  ): Promise<AuthAnswer> {
    if (!z.email().safeParse(typed).success) return { ok: false, refusal: 'INVALID_EMAIL' }
    const email = typed.toLowerCase()
    const rejected = await limited(
      [limits.network(kind), await networkOf(address)],
      [limits.mail(kind), email],
    )
    if (rejected) return rejected
    // Known or not, the same is written, so that the time says nothing either.
    await leaveMessage(db, kind, noAccount, { email }, clock())
    return { ok: true, cookies: [] }
  }

  async function signUp({ email, password }: Credentials, visitor: Visitor): Promise<AuthAnswer> {
    const rejected = await limited([limits.network('sign_up'), await networkOf(visitor.address)])
    if (rejected) return rejected
    try {
      // better-auth requires a name; our owners have none.
      return await send('/sign-up/email', { name: email, email, password }, visitor)
    } catch (error) {
      // Two who sign up at once, or a database that cannot store: only the first is about the address.
      if (!(error instanceof AuthFailure && error.code === 'FAILED_TO_CREATE_USER')) throw error
      const known = await db
        .selectFrom('owner')
        .select('id')
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst()
      if (!known) throw error
      return { ok: false, refusal: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }
    }
  }

  async function signIn(
    { email: typed, password }: Credentials,
    visitor: Visitor,
  ): Promise<AuthAnswer> {
    const email = typed.toLowerCase()
    const network = await networkOf(visitor.address)
    const rejected = await limited([limits.network('sign_in'), network], [limits.password, email])
    const answer = rejected ?? (await send('/sign-in/email', { email, password }, visitor))
    if (answer.ok) await attempts.clear(limits.password, email)
    else if (answer.refusal === 'INVALID_EMAIL_OR_PASSWORD' || rejected) {
      onFailedSignIn({ owner: attempts.digest(email), network: attempts.digest(network) })
    }
    return answer
  }

  async function setPassword(
    { token, password }: { token: string; password: string },
    visitor: Visitor,
  ): Promise<AuthAnswer> {
    const network = await networkOf(visitor.address)
    const rejected = await limited([limits.network('set_password'), network])
    if (rejected) return rejected
    return send('/reset-password', { token, newPassword: password }, visitor)
  }

  /** Deletes who signed up a day ago and never chose a password. */
  async function deleteAbandonedOwners(): Promise<void> {
    const dayAgo = new Date(Date.now() - 24 * linkMs).toISOString()
    await sql`delete from owner where created_at < ${dayAgo}
      and not exists (select 1 from owner_login where owner_id = owner.id)
      and not exists (select 1 from connection where owner_id = owner.id)`.execute(db)
  }

  return {
    async session(headers) {
      const { api } = await auth()
      const { response, headers: answer } = await api.getSession({
        headers,
        returnHeaders: true,
      })
      if (!response) return null
      const { id, email } = response.user
      return { id: response.session.id, owner: { id, email }, cookies: answer.getSetCookie() }
    },

    signUp: (credentials, visitor) => queued(() => signUp(credentials, visitor)),
    signIn: (credentials, visitor) => queued(() => signIn(credentials, visitor)),

    async signOut(headers) {
      const { api } = await auth()
      return readAnswer(await api.signOut({ headers, asResponse: true }))
    },

    byMail: mailer && {
      signUp: (email, visitor) => enqueue('sign_up_mail', email, visitor),
      resetPassword: (email, visitor) => enqueue('reset_password_mail', email, visitor),
      setPassword: (choice, visitor) => queued(() => setPassword(choice, visitor)),
      ...createOwnerMail({
        ...{ mailer, baseUrl, onError },
        async findOwner(email) {
          const { internalAdapter } = await (await auth()).$context
          const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
          return found && { id: found.user.id, hasPassword: found.accounts.length > 0 }
        },
        async addOwner(email) {
          const { internalAdapter } = await (await auth()).$context
          await deleteAbandonedOwners()
          const user = { email, name: email, emailVerified: false }
          return (await internalAdapter.createUser(user, { method: 'email-password' })).id
        },
        async issueToken(ownerId) {
          const { internalAdapter } = await (await auth()).$context
          const token = randomBytes(32).toString('hex')
          await db.deleteFrom('owner_verification').where('value', '=', ownerId).execute()
          await internalAdapter.createVerificationValue({
            identifier: `reset-password:${token}`,
            value: ownerId,
            expiresAt: new Date(Date.now() + linkMs),
          })
          return token
        },
      }),
    },
  }
}

/** Mails to owners concern no account. */
const noAccount = 0
const linkMs = 3_600_000
