import { AsyncLocalStorage } from 'node:async_hooks'
import { hkdfSync } from 'node:crypto'
import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import { enqueue, noAccount } from '../db/outbox.ts'
import {
  deleteOwner,
  fromLinkValue,
  ownerExists,
  revokeLinks,
  storeEmail,
} from '../db/owner-rows.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAttemptLimits, limits } from './attempt-limits.ts'
import {
  type Auth,
  type AuthResult,
  addressHeader,
  authOptions,
  type FailedSignIn,
  type OwnerSession,
  type PasswordHashing,
  parseEmail,
  type RejectionReason,
  readResult,
  type SignedInVisitor,
  type Visitor,
} from './auth.ts'
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
const resultOf = (reason: RejectionReason | null): AuthResult =>
  reason === null ? { ok: true, cookies: [] } : { ok: false, reason }

interface Credentials {
  email: string
  password: string
}

/** Returns headers for better-auth with the visitor's address, which it stores with a session. */
function withAddress({ address }: Visitor, headers?: Headers): Headers {
  const all = new Headers(headers)
  all.set(addressHeader, address)
  return all
}

export type Owners = ReturnType<typeof createOwners>

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
    const { hashPassword, verifyPassword } = await import('better-auth/crypto')
    const { hash, verify } = parts.passwords ?? { hash: hashPassword, verify: verifyPassword }
    const passwords = { verify, hash: async (text: string) => hashed.getStore() ?? hash(text) }
    return betterAuth(
      authOptions({
        tables,
        baseUrl,
        passwords,
        onError,
        secret: secret.toString('hex'),
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

  async function call(work: (api: Auth['api']) => Promise<Response>): Promise<AuthResult> {
    return readResult(await work((await auth()).api))
  }

  /** Limits how many functions hash passwords concurrently. Rejects immediately, without a count, if the queue is full. */
  function queued<Args extends unknown[]>(work: (...args: Args) => Promise<AuthResult>) {
    return async (...args: Args): Promise<AuthResult> =>
      hashing.pendingCount >= longestQueue ? busy : hashing(() => work(...args))
  }

  /** Returns a function that enqueues a mail, for known and unknown addresses alike, so that the time does not differ. */
  function mails(kind: 'sign_up_mail' | 'reset_password_mail') {
    return async (typed: { email: string }, visitor: Visitor): Promise<AuthResult> => {
      const email = parseEmail(typed.email)
      if (email === null) return resultOf('INVALID_EMAIL')
      const rejected = await limited(kind, visitor, [limits.mail(kind), email])
      if (rejected) return rejected
      await enqueue(db, kind, noAccount, { email })
      return resultOf(null)
    }
  }

  async function signUp(typed: Credentials, visitor: Visitor): Promise<AuthResult> {
    const { password } = typed
    const email = parseEmail(typed.email)
    if (email === null) return resultOf('INVALID_EMAIL')
    const rejected = await limited('sign_up', visitor)
    if (rejected) return rejected
    try {
      const context = await (await auth()).$context
      const hash = await context.password.hash(password)
      // better-auth requires a name; our owners have none.
      const input = { body: { name: email, email, password }, headers: withAddress(visitor) }
      return await hashed.run(hash, () =>
        call((api) => api.signUpEmail({ ...input, asResponse: true })),
      )
    } catch (error) {
      // Either two sign up at the same time, or the database cannot store: only the first is about the address.
      const isRejected = (error as Error).cause === 'FAILED_TO_CREATE_USER'
      if (!isRejected || !(await ownerExists(db, email))) throw error
      return resultOf('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')
    }
  }

  async function signIn(typed: Credentials, visitor: Visitor): Promise<AuthResult> {
    const { password } = typed
    const email = parseEmail(typed.email)
    if (email === null) return resultOf('INVALID_EMAIL')
    const input = { body: { email, password }, headers: withAddress(visitor) }
    return withPassword('sign_in', email, visitor, () =>
      call((api) => api.signInEmail({ ...input, asResponse: true })),
    )
  }

  async function setPassword(
    { token, password }: { token: string; password: string },
    visitor: Visitor,
  ): Promise<AuthResult> {
    const rejected = await limited('set_password', visitor)
    if (rejected) return rejected
    const body = { token, newPassword: password }
    return call((api) => api.resetPassword({ body, asResponse: true }))
  }

  /** Verifies the password of a signed-in owner. */
  function confirm(form: string, password: string, visitor: SignedInVisitor): Promise<AuthResult> {
    const { headers, owner } = visitor
    return withPassword(form, owner.email, visitor, () =>
      call((api) => api.verifyPassword({ headers, body: { password }, asResponse: true })),
    )
  }

  function changePassword(
    { current, password }: { current: string; password: string },
    visitor: SignedInVisitor,
  ): Promise<AuthResult> {
    const { owner } = visitor
    return withPassword('change_password', owner.email, visitor, async () => {
      const headers = withAddress(visitor, visitor.headers)
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
      const result = await call((api) => api.changePassword({ headers, body, asResponse: true }))
      // A link that somebody else requested must not undo the change.
      if (result.ok) await revokeLinks(db, owner.id)
      return result
    })
  }

  async function changeEmail(typed: Credentials, visitor: SignedInVisitor): Promise<AuthResult> {
    const email = parseEmail(typed.email)
    if (email === null) return resultOf('INVALID_EMAIL')
    const confirmed = await confirm('change_email', typed.password, visitor)
    if (!confirmed.ok) return confirmed
    const change = { ownerId: visitor.owner.id, email }
    if (mailer === null) {
      return resultOf(await storeEmail(db, change, { byLink: false, now: clock() }))
    }
    const rejected = await limited('change_email_mail', visitor, [
      limits.mail('change_email_mail'),
      email,
    ])
    if (rejected) return rejected
    await enqueue(db, 'change_email_mail', noAccount, change)
    return resultOf(null)
  }

  async function confirmEmail({ token }: { token: string }, visitor: Visitor): Promise<AuthResult> {
    const rejected = await limited('confirm_email', visitor)
    if (rejected) return rejected
    const { internalAdapter } = await (await auth()).$context
    const link = await internalAdapter.findVerificationValue(`change-email:${token}`)
    if (!link || link.expiresAt < new Date()) return resultOf('INVALID_TOKEN')
    const change = fromLinkValue(link.value)
    return resultOf(await storeEmail(db, change, { byLink: true, now: clock() }))
  }

  const signOut = (headers: Headers) => call((api) => api.signOut({ headers, asResponse: true }))

  return {
    /** Returns the session that a request's cookies name; null if they name none. */
    async session(headers: Headers): Promise<OwnerSession | null> {
      const { api } = await auth()
      const { response, headers: changed } = await api.getSession({ headers, returnHeaders: true })
      if (!response) return null
      const { id, email } = response.user
      return { id: response.session.id, owner: { id, email }, cookies: changed.getSetCookie() }
    },

    /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
    signUp: queued(signUp),
    signIn: queued(signIn),
    /** Ends the session; the result's cookies end it in the browser. */
    signOut,
    /** Stores a new password and ends the owner's other sessions; the result's cookies replace this one. */
    changePassword: queued(changePassword),
    /** Changes the e-mail address: with a mailer once the link that it mails there is used, otherwise immediately. */
    changeEmail: queued(changeEmail),
    /** Disconnects the owner's accounts, deletes the owner, and ends every session. */
    delete: queued(async ({ password }: { password: string }, visitor: SignedInVisitor) => {
      const confirmed = await confirm('delete_owner', password, visitor)
      if (!confirmed.ok) return confirmed
      await deleteOwner(db, database.connections, visitor.owner.id)
      return signOut(visitor.headers)
    }),

    /**
     * What happens through links in mails; null when no mail can be sent. Responses are the same whether an address is
     * known or not; only the mail says it.
     */
    byMail: mailer && {
      /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
      signUp: mails('sign_up_mail'),
      /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
      resetPassword: mails('reset_password_mail'),
      /** Sets the password with the token of either link, confirms the address, and ends every session. */
      setPassword: queued(setPassword),
      /** Stores the new e-mail address that a link was mailed to, and enqueues a note to the old one. */
      confirmEmail,
      /** Sends a mail of the outbox. */
      send: createOwnerMail({ db, auth, mailer, baseUrl, supportEmail, onError }),
    },
  }
}
