import { AsyncLocalStorage } from 'node:async_hooks'
import { hkdfSync } from 'node:crypto'
import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import { enqueue, noAccount } from '../db/outbox.ts'
import { ownerExists, revokeLinks } from '../db/owner-rows.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAttemptLimits, limits, networkOf } from './attempt-limits.ts'
import {
  AuthFailure,
  type AuthResult,
  addressHeader,
  authOptions,
  type Credentials,
  type FailedSignIn,
  type OwnerSession,
  type PasswordHashing,
  parseEmail,
  readResult,
  scryptPasswords,
  type Visitor,
} from './auth.ts'
import { createOwnerChanges } from './owner-changes.ts'
import { createOwnerMail } from './owner-mail.ts'

interface OwnersParts {
  database: Pick<Database, 'tables' | 'connections'>
  /** The service's secret. */
  secret: string
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  /** Null on a server that sends no mail. */
  mailer: Mailer | null
  /** The address for help, in mails. */
  supportEmail: string
  passwords?: PasswordHashing
  clock?(): number
  onError?(error: unknown): void
  onFailedSignIn?(failed: FailedSignIn): void
}

// libuv has four threads, which file reads need too: scrypt gets two of them.
const concurrentHashes = 2
// Each hash takes about a tenth of a second.
const longestQueue = 20
const busy = { ok: false, reason: 'BUSY', retryAfter: 5 } as const

export type Owners = ReturnType<typeof createOwners>
export type OwnersByMail = NonNullable<Owners['byMail']>

/** Creates the functions of owners. All attempts are limited by network, and those for one owner by e-mail address. */
export function createOwners(parts: OwnersParts) {
  const { database, mailer, baseUrl, supportEmail, clock = Date.now } = parts
  const { onError = () => {}, onFailedSignIn = () => {} } = parts
  const { tables } = database
  const { db } = tables
  const secret = Buffer.from(hkdfSync('sha256', parts.secret, '', 'photofeed owners', 32))
  const attempts = createAttemptLimits({ db, secret, clock, onFailedSignIn })
  const { limited, withPassword } = attempts
  const hashing = pLimit(concurrentHashes)
  // better-auth hashes the password of a sign-up within its transaction, which locks SQLite. We hash before it.
  const hashed = new AsyncLocalStorage<string>()
  let loaded: ReturnType<typeof load> | undefined

  /** Runs with the first visitor: a server that only serves the API does not need better-auth. */
  async function load() {
    const { betterAuth } = await import('better-auth')
    const { hash, verify } = parts.passwords ?? (await scryptPasswords())
    const passwords = { verify, hash: async (text: string) => hashed.getStore() ?? hash(text) }
    return betterAuth(
      authOptions({
        ...{ tables, baseUrl, passwords, onError, secret: secret.toString('hex') },
        async onPasswordReset({ user }) {
          await revokeLinks(db, user.id)
          const { internalAdapter } = await (await auth()).$context
          await internalAdapter.updateUser(user.id, { emailVerified: true })
          await attempts.clearPasswords(user.email)
        },
      }),
    )
  }

  function auth() {
    loaded ??= load()
    return loaded
  }

  async function send(path: string, body: object, { address }: Visitor): Promise<AuthResult> {
    const { handler, options } = await auth()
    const request = new Request(`${options.baseURL}${options.basePath}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [addressHeader]: address },
      body: JSON.stringify(body),
    })
    return readResult(await handler(request))
  }

  /** Limits how many functions hash passwords concurrently. Rejects immediately, without a count, if the queue is full. */
  function queued<Args extends unknown[]>(work: (...args: Args) => Promise<AuthResult>) {
    return async (...args: Args): Promise<AuthResult> =>
      hashing.pendingCount >= longestQueue ? busy : hashing(() => work(...args))
  }

  async function enqueueMail(
    kind: 'sign_up_mail' | 'reset_password_mail',
    typed: string,
    { address }: Visitor,
  ): Promise<AuthResult> {
    const email = parseEmail(typed)
    if (email === null) return { ok: false, reason: 'INVALID_EMAIL' }
    const rejected = await limited(
      [limits.network(kind), await networkOf(address)],
      [limits.mail(kind), email],
    )
    if (rejected) return rejected
    // The same is written for known and unknown addresses, so that the time does not differ.
    await enqueue(db, kind, noAccount, { email })
    return { ok: true, cookies: [] }
  }

  async function signUp(
    { email: typed, password }: Credentials,
    visitor: Visitor,
  ): Promise<AuthResult> {
    const email = parseEmail(typed)
    if (email === null) return { ok: false, reason: 'INVALID_EMAIL' }
    const rejected = await limited([limits.network('sign_up'), await networkOf(visitor.address)])
    if (rejected) return rejected
    try {
      // better-auth requires a name; our owners have none.
      const body = { name: email, email, password }
      const context = await (await auth()).$context
      const hash = await context.password.hash(password)
      return await hashed.run(hash, () => send('/sign-up/email', body, visitor))
    } catch (error) {
      // Either two sign up at the same time, or the database cannot store: only the first is about the address.
      if (!(error instanceof AuthFailure && error.code === 'FAILED_TO_CREATE_USER')) throw error
      if (!(await ownerExists(db, email))) throw error
      return { ok: false, reason: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }
    }
  }

  async function signIn(
    { email: typed, password }: Credentials,
    visitor: Visitor,
  ): Promise<AuthResult> {
    const email = parseEmail(typed)
    if (email === null) return { ok: false, reason: 'INVALID_EMAIL' }
    return withPassword('sign_in', email, visitor, () =>
      send('/sign-in/email', { email, password }, visitor),
    )
  }

  async function setPassword(
    { token, password }: { token: string; password: string },
    visitor: Visitor,
  ): Promise<AuthResult> {
    const network = await networkOf(visitor.address)
    const rejected = await limited([limits.network('set_password'), network])
    if (rejected) return rejected
    return send('/reset-password', { token, newPassword: password }, visitor)
  }

  const changes = createOwnerChanges({
    ...{ database, auth, attempts, clock, confirmsByMail: mailer !== null },
  })

  return {
    /** Returns the session that a request's cookies name; null if they name none. */
    async session(headers: Headers): Promise<OwnerSession | null> {
      const { api } = await auth()
      const { response, headers: changed } = await api.getSession({
        headers,
        returnHeaders: true,
      })
      if (!response) return null
      const { id, email } = response.user
      return { id: response.session.id, owner: { id, email }, cookies: changed.getSetCookie() }
    },

    /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
    signUp: queued(signUp),
    signIn: queued(signIn),
    changePassword: queued(changes.changePassword),
    changeEmail: queued(changes.changeEmail),
    delete: queued(changes.delete),

    /** Ends the session; the result's cookies end it in the browser. */
    async signOut(headers: Headers): Promise<AuthResult> {
      const { api } = await auth()
      return readResult(await api.signOut({ headers, asResponse: true }))
    },

    /**
     * What happens through links in mails; null when no mail can be sent. Responses are the same whether an address is
     * known or not; only the mail says it.
     */
    byMail: mailer && {
      /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
      signUp: (email: string, visitor: Visitor) => enqueueMail('sign_up_mail', email, visitor),
      /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
      resetPassword: (email: string, visitor: Visitor) =>
        enqueueMail('reset_password_mail', email, visitor),
      /** Sets the password with the token of either link, confirms the address, and ends every session. */
      setPassword: queued(setPassword),
      confirmEmail: changes.confirmEmail,
      /** Sends a mail of the outbox. */
      send: createOwnerMail({ db, auth, mailer, baseUrl, supportEmail, onError }),
    },
  }
}
