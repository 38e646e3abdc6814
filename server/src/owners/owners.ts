import { AsyncLocalStorage } from 'node:async_hooks'
import { hkdfSync } from 'node:crypto'
import type { DatabaseTables } from '../db/engine.ts'
import { enqueue, noAccount } from '../jobs/outbox.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import {
  type Auth,
  type AuthResult,
  addressHeader,
  authOptions,
  type FailedSignIn,
  isToken,
  type PasswordHashing,
  parseEmail,
  type RejectionReason,
  readResult,
  type SignedInVisitor,
  type Visitor,
} from './auth.ts'
import { createOwnerMail } from './owner-mail.ts'
import { deleteOwner, fromLinkValue, ownerExists, revokeLinks, storeEmail } from './owner-rows.ts'
import { forgetPlaces } from './owner-sessions.ts'
import { createPasswordQueue } from './password-queue.ts'
import { createDeviceCookie } from './places.ts'
import { createSessions } from './sessions.ts'

interface OwnersParts {
  database: { tables: DatabaseTables; connections: Parameters<typeof deleteOwner>[1] }
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

const resultOf = (reason: RejectionReason | null): AuthResult =>
  reason === null ? { ok: true, cookies: [] } : { ok: false, reason }

interface Credentials {
  email: string
  password: string
}

/** Returns what better-auth stores with a new session, as headers: the visitor's address and browser. */
function aboutVisitor({ address, headers }: Visitor): Record<string, string> {
  return { [addressHeader]: address, 'user-agent': headers?.get('User-Agent') ?? '' }
}

export type Owners = ReturnType<typeof createOwners>

/** Creates the functions of owners. All attempts are limited; see attempt-limits.ts. */
export function createOwners(parts: OwnersParts) {
  const { database, mailer, baseUrl, supportEmail, clock = Date.now } = parts
  const { onError = () => {}, onFailedSignIn = () => {} } = parts
  const { tables } = database
  const { db } = tables
  const secret = Buffer.from(hkdfSync('sha256', parts.secret, '', 'photofeed owners', 32))
  const devices = createDeviceCookie(baseUrl)
  const attempts = createAttemptLimits({ db, secret, clock, devices, onFailedSignIn })
  const queue = createPasswordQueue()
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
          await forgetPlaces(db, user.id)
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

  const sessions = createSessions({ db, auth })

  /**
   * Returns a function that enqueues a mail, for known and unknown addresses alike, so that the time does not differ. If
   * too many were sent already it does nothing: the links in those still work.
   */
  function mails(kind: 'sign_up_mail' | 'reset_password_mail') {
    return async (typed: { email: string }, visitor: Visitor): Promise<AuthResult> => {
      const email = parseEmail(typed.email)
      if (email === null) return resultOf('INVALID_EMAIL')
      const rejected = await attempts.ofNetwork(kind, visitor)
      if (rejected) return rejected
      if (await attempts.mayMail(kind, email, visitor)) {
        await enqueue(db, kind, noAccount, { email })
      }
      return resultOf(null)
    }
  }

  async function signUp(typed: Credentials, visitor: Visitor): Promise<AuthResult> {
    const { password } = typed
    const email = parseEmail(typed.email)
    if (email === null) return resultOf('INVALID_EMAIL')
    const rejected = await attempts.ofNetwork('sign_up', visitor)
    if (rejected) return rejected
    try {
      const context = await (await auth()).$context
      const hash = await context.password.hash(password)
      // better-auth requires a name; our owners have none.
      const input = {
        body: { name: email, email, password },
        headers: new Headers(aboutVisitor(visitor)),
      }
      const result = await hashed.run(hash, () =>
        call((api) => api.signUpEmail({ ...input, asResponse: true })),
      )
      return await attempts.remember(result, email, visitor)
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
    const input = { body: { email, password }, headers: new Headers(aboutVisitor(visitor)) }
    const known = await attempts.knownPlace(email, visitor)
    // The limits come first: what they reject needs no place in the queue.
    return attempts.signIn(email, visitor, known, () =>
      queue[known === null ? 'stranger' : 'owner'](() =>
        call((api) => api.signInEmail({ ...input, asResponse: true })),
      ),
    )
  }

  async function findLink(purpose: 'reset-password' | 'change-email', token: string) {
    if (!isToken(token)) return null
    const { internalAdapter } = await (await auth()).$context
    const link = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
    return link && link.expiresAt >= new Date() ? link : null
  }

  async function setPassword(
    { token, password }: { token: string; password: string },
    visitor: Visitor,
  ): Promise<AuthResult> {
    const rejected = await attempts.ofNetwork('set_password', visitor)
    if (rejected) return rejected
    const link = await findLink('reset-password', token)
    if (!link) return resultOf('INVALID_TOKEN')
    return queue.owner(async () => {
      const body = { token, newPassword: password }
      const result = await call((api) => api.resetPassword({ body, asResponse: true }))
      if (!result.ok) return result
      // Who reads the owner's mail is the owner: signing in from here must not wait for strangers.
      const { internalAdapter } = await (await auth()).$context
      const owner = await internalAdapter.findUserById(link.value)
      return owner ? attempts.remember(result, owner.email, visitor) : result
    })
  }

  /** Verifies the password of a signed-in owner. */
  function confirm(password: string, visitor: SignedInVisitor): Promise<AuthResult> {
    const { headers } = visitor
    return attempts.confirm(visitor, () =>
      call((api) => api.verifyPassword({ headers, body: { password }, asResponse: true })),
    )
  }

  function changePassword(
    { current, password }: { current: string; password: string },
    visitor: SignedInVisitor,
  ): Promise<AuthResult> {
    return attempts.confirm(visitor, async () => {
      const headers = new Headers([...visitor.headers, ...Object.entries(aboutVisitor(visitor))])
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
      const result = await call((api) => api.changePassword({ headers, body, asResponse: true }))
      if (result.ok) {
        // A link that somebody else requested must not undo the change.
        await revokeLinks(db, visitor.owner.id)
        await forgetPlaces(db, visitor.owner.id)
      }
      return result
    })
  }

  async function changeEmail(typed: Credentials, visitor: SignedInVisitor): Promise<AuthResult> {
    const email = parseEmail(typed.email)
    if (email === null) return resultOf('INVALID_EMAIL')
    const confirmed = await confirm(typed.password, visitor)
    if (!confirmed.ok) return confirmed
    const { owner, sessionId } = visitor
    const change = { ownerId: owner.id, email }
    if (mailer === null) {
      return resultOf(await storeEmail(db, change, { byLink: false, sessionId, now: clock() }))
    }
    const rejected = await attempts.ofOwner(owner.id)
    if (rejected) return rejected
    await enqueue(db, 'change_email_mail', noAccount, change)
    return resultOf(null)
  }

  async function confirmEmail({ token }: { token: string }, visitor: Visitor): Promise<AuthResult> {
    const rejected = await attempts.ofNetwork('confirm_email', visitor)
    if (rejected) return rejected
    const link = await findLink('change-email', token)
    if (!link) return resultOf('INVALID_TOKEN')
    const change = fromLinkValue(link.value)
    const session = visitor.headers ? await sessions.find(visitor.headers) : null
    const options = { byLink: true, sessionId: session?.id ?? null, now: clock() }
    return resultOf(await storeEmail(db, change, options))
  }

  return {
    sessions,

    /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
    signUp: (typed: Credentials, visitor: Visitor) => queue.stranger(() => signUp(typed, visitor)),
    signIn,
    /** Stores a new password and ends the owner's other sessions; the result's cookies replace this one. */
    changePassword: (fields: { current: string; password: string }, visitor: SignedInVisitor) =>
      queue.owner(() => changePassword(fields, visitor)),
    /**
     * Changes the e-mail address and ends the owner's other sessions: with a mailer once the link that it mails there is
     * used, otherwise immediately.
     */
    changeEmail: (typed: Credentials, visitor: SignedInVisitor) =>
      queue.owner(() => changeEmail(typed, visitor)),
    /** Disconnects the owner's accounts, deletes the owner, and ends every session. */
    delete: ({ password }: { password: string }, visitor: SignedInVisitor) =>
      queue.owner(async () => {
        const confirmed = await confirm(password, visitor)
        if (!confirmed.ok) return confirmed
        await deleteOwner(db, database.connections, visitor.owner.id)
        return sessions.signOut(visitor.headers)
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
      setPassword,
      /** Stores the new e-mail address that a link was mailed to, ends other sessions, and enqueues a note to the old address. */
      confirmEmail,
      /** Sends a mail of the outbox. */
      send: createOwnerMail({ db, auth, mailer, baseUrl, supportEmail, onError }),
    },
  }
}
