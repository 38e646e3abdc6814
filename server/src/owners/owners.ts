import { hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Database } from '../db/ports.ts'
import type { Mailer } from '../mail/mailer.ts'
import { leaveMessage } from '../outbox/outbox-rows.ts'
import { type AttemptLimit, createAttemptLimits, limits, networkOf } from './attempt-limits.ts'
import { AuthFailure, type AuthResult, type RejectionReason, readAnswer } from './auth-answer.ts'
import { addressHeader, authOptions, type PasswordHashing } from './auth-options.ts'
import { deleteOwner } from './delete-owner.ts'
import { fromLinkValue, revokeLinks, storeEmail, toLinkValue } from './email-change.ts'
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

/** A signed-in owner who confirms a change with the password. */
export interface Confirmation {
  owner: Owner
  /** The headers of the request, with the session's cookie. */
  headers: Headers
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
  signUp(credentials: Credentials, visitor: Visitor): Promise<AuthResult>
  signIn(credentials: Credentials, visitor: Visitor): Promise<AuthResult>
  /** Ends the session; the result's cookies end it in the browser. */
  signOut(headers: Headers): Promise<AuthResult>
  /** Stores a new password and ends the owner's other sessions; the result's cookies replace this one. */
  changePassword(by: Confirmation, newPassword: string, visitor: Visitor): Promise<AuthResult>
  /** Changes the e-mail address: with a mailer once the link that it mails there is used, otherwise immediately. */
  changeEmail(by: Confirmation, email: string, visitor: Visitor): Promise<AuthResult>
  /** Disconnects the owner's accounts, deletes the owner, and ends every session; see delete-owner.ts. */
  delete(by: Confirmation, visitor: Visitor): Promise<AuthResult>
  /** What happens through links in mails; null when no mail can be sent. */
  byMail: OwnersByMail | null
}

/** Responses are the same whether an address is known or not; only the mail says it. */
export interface OwnersByMail {
  /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
  signUp(email: string, visitor: Visitor): Promise<AuthResult>
  /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
  resetPassword(email: string, visitor: Visitor): Promise<AuthResult>
  /** Sets the password with the token of either link, confirms the address, and ends every session. */
  setPassword(choice: { token: string; password: string }, visitor: Visitor): Promise<AuthResult>
  /** Stores the new e-mail address that a link was mailed to, and enqueues a note to the old one. */
  confirmEmail(token: string, visitor: Visitor): Promise<AuthResult>
  /** Sends an enqueued mail. */
  send: OwnerMail['send']
}

export interface OwnersParts {
  database: Pick<Database, 'tables' | 'connections'>
  /** The service's secret. */
  secret: string
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  /** Null on a server that sends no mail. */
  mailer: Mailer | null
  /** Where owners ask for help, in mails. */
  supportEmail: string
  passwords?: PasswordHashing
  clock?(): number
  onError?(error: unknown): void
  onFailedSignIn?(failed: FailedSignIn): void
}

// libuv has four threads, which file reads need too: scrypt gets two of them.
const hashesAtOnce = 2
// Each hash takes about a tenth of a second.
const longestQueue = 20
const busy = { ok: false, reason: 'BUSY', retryAfter: 5 } as const

export function createOwners(parts: OwnersParts): Owners {
  const { database, passwords, mailer, baseUrl, supportEmail, clock = Date.now } = parts
  const { onError = () => {}, onFailedSignIn = () => {} } = parts
  const { tables } = database
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
          await revokeLinks(db, user.id)
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

  async function send(path: string, body: object, { address }: Visitor): Promise<AuthResult> {
    const { handler, options } = await auth()
    const request = new Request(`${options.baseURL}${options.basePath}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [addressHeader]: address },
      body: JSON.stringify(body),
    })
    return readAnswer(await handler(request))
  }

  /** Runs what hashes a password, a few at once. What finds the queue full costs nothing, not even a count. */
  async function queued(work: () => Promise<AuthResult>): Promise<AuthResult> {
    if (hashing.pendingCount >= longestQueue) return busy
    return hashing(work)
  }

  /** Counts an attempt for each subject; the rejection when one is over its limit. */
  async function limited(
    ...subjects: readonly [AttemptLimit, string][]
  ): Promise<AuthResult | null> {
    for (const [limit, subject] of subjects) {
      const retryAfter = await attempts.count(limit, subject)
      if (retryAfter !== null) return { ok: false, reason: 'TOO_MANY_ATTEMPTS', retryAfter }
    }
    return null
  }

  async function enqueue(
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
    // Known or not, the same is written, so that the time says nothing either.
    await leaveMessage(db, kind, noAccount, { email }, clock())
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
      return await send('/sign-up/email', { name: email, email, password }, visitor)
    } catch (error) {
      // Two who sign up at once, or a database that cannot store: only the first is about the address.
      if (!(error instanceof AuthFailure && error.code === 'FAILED_TO_CREATE_USER')) throw error
      const known = await db
        .selectFrom('owner')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      if (!known) throw error
      return { ok: false, reason: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }
    }
  }

  /** Runs what needs the owner's password. A wrong one counts against the owner and the network, and is reported. */
  async function withPassword(
    form: string,
    email: string,
    { address }: Visitor,
    work: () => Promise<AuthResult>,
  ): Promise<AuthResult> {
    const network = await networkOf(address)
    const rejected = await limited([limits.network(form), network], [limits.password, email])
    const result = rejected ?? (await work())
    if (result.ok) await attempts.clear(limits.password, email)
    else if (rejected || wrongPassword.includes(result.reason)) {
      onFailedSignIn({ owner: attempts.digest(email), network: attempts.digest(network) })
    }
    return result
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

  async function verifyPassword({ headers, password }: Confirmation): Promise<AuthResult> {
    const { api } = await auth()
    return readAnswer(await api.verifyPassword({ headers, body: { password }, asResponse: true }))
  }

  function changePassword(by: Confirmation, newPassword: string, visitor: Visitor) {
    return withPassword('change_password', by.owner.email, visitor, async () => {
      const { api } = await auth()
      const headers = new Headers(by.headers)
      headers.set(addressHeader, visitor.address)
      const body = { currentPassword: by.password, newPassword, revokeOtherSessions: true }
      const result = await readAnswer(await api.changePassword({ headers, body, asResponse: true }))
      // A link that somebody else requested must not undo the change.
      if (result.ok) await revokeLinks(db, by.owner.id)
      return result
    })
  }

  async function changeEmail(
    by: Confirmation,
    typed: string,
    visitor: Visitor,
  ): Promise<AuthResult> {
    const email = parseEmail(typed)
    if (email === null) return { ok: false, reason: 'INVALID_EMAIL' }
    const result = await withPassword('change_email', by.owner.email, visitor, () =>
      verifyPassword(by),
    )
    if (!result.ok) return result
    const change = { ownerId: by.owner.id, email }
    if (!mailer) return toResult(await storeEmail(db, change, { byLink: false, now: clock() }))
    const rejected = await limited([limits.mail('change_email_mail'), email])
    if (rejected) return rejected
    await leaveMessage(db, 'change_email_mail', noAccount, change, clock())
    return { ok: true, cookies: [] }
  }

  async function confirmEmail(token: string, { address }: Visitor): Promise<AuthResult> {
    const rejected = await limited([limits.network('confirm_email'), await networkOf(address)])
    if (rejected) return rejected
    const { internalAdapter } = await (await auth()).$context
    const link = await internalAdapter.findVerificationValue(`change-email:${token}`)
    if (!link || link.expiresAt < new Date()) return { ok: false, reason: 'INVALID_TOKEN' }
    const change = fromLinkValue(link.value)
    return toResult(await storeEmail(db, change, { byLink: true, now: clock() }))
  }

  async function deleteConfirmed(by: Confirmation, visitor: Visitor): Promise<AuthResult> {
    const result = await withPassword('delete_owner', by.owner.email, visitor, () =>
      verifyPassword(by),
    )
    if (!result.ok) return result
    await deleteOwner(database, by.owner.id)
    const { api } = await auth()
    return readAnswer(await api.signOut({ headers: by.headers, asResponse: true }))
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

  /** Deletes owners who signed up more than a day ago and never chose a password. */
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
    changePassword: (by, newPassword, visitor) =>
      queued(() => changePassword(by, newPassword, visitor)),
    changeEmail: (by, email, visitor) => queued(() => changeEmail(by, email, visitor)),
    delete: (by, visitor) => queued(() => deleteConfirmed(by, visitor)),

    async signOut(headers) {
      const { api } = await auth()
      return readAnswer(await api.signOut({ headers, asResponse: true }))
    },

    byMail: mailer && {
      signUp: (email, visitor) => enqueue('sign_up_mail', email, visitor),
      resetPassword: (email, visitor) => enqueue('reset_password_mail', email, visitor),
      setPassword: (choice, visitor) => queued(() => setPassword(choice, visitor)),
      confirmEmail,
      ...createOwnerMail({
        ...{ mailer, baseUrl, supportEmail, onError },
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
        async issueLink(purpose, ownerId, email) {
          const { internalAdapter } = await (await auth()).$context
          const token = randomBytes(32).toString('hex')
          await revokeLinks(db, ownerId)
          await internalAdapter.createVerificationValue({
            identifier: `${purpose}:${token}`,
            value: purpose === 'change-email' ? toLinkValue({ ownerId, email }) : ownerId,
            expiresAt: new Date(Date.now() + linkMs),
          })
          return token
        },
      }),
    },
  }
}

/** Returns the address in lower case; null if it is invalid. */
function parseEmail(typed: string): string | null {
  // RFC 5321, 4.5.3.1.3
  return typed.length <= 254 && z.email().safeParse(typed).success ? typed.toLowerCase() : null
}

function toResult(reason: RejectionReason | null): AuthResult {
  return reason === null ? { ok: true, cookies: [] } : { ok: false, reason }
}

const wrongPassword: readonly string[] = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']

/** Mails to owners concern no account. */
const noAccount = 0
const linkMs = 3_600_000
