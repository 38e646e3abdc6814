import { createHmac, hkdfSync } from 'node:crypto'
import type { Mailer } from '../mail/mailer.ts'
import type { DatabaseTables } from '../stores/engine.ts'
import type { Db } from '../stores/schema.ts'
import { enqueue } from '../stores/work.ts'
import { createAttemptLimits } from './attempt-limits.ts'
import {
  type Owner,
  type OwnerParts,
  parseEmail,
  Rejected,
  type SignedInVisitor,
  type Visitor,
} from './auth.ts'
import { createLink, findLink, linkLifetimes } from './owner-links.ts'
import { createOwnerMail } from './owner-mail.ts'
import {
  addOwner,
  deleteOwner,
  findSignIn,
  lockVerified,
  storeEmail,
  storePassword,
} from './owner-rows.ts'
import {
  checkPassword,
  createPasswordQueue,
  type PasswordHashing,
  scryptPasswords,
} from './passwords.ts'
import { createSessions } from './sessions.ts'

interface OwnersOptions extends Partial<OwnerParts> {
  database: { tables: DatabaseTables; connections: OwnerParts['connections'] }
  /** The service's secret. */
  secret: string
  baseUrl: string
  supportEmail: string
  /** Null on a server that sends no mail. */
  mailer: Mailer | null
  passwords?: PasswordHashing
}

interface Credentials {
  email: string
  password: string
}

/** `Set-Cookie` lines for the response. */
type Cookies = Promise<string[]>

export type Owners = ReturnType<typeof createOwners>

/**
 * Creates the functions of owners. All attempts are limited; see attempt-limits.ts. They throw Rejected if a form cannot be
 * accepted.
 */
export function createOwners(options: OwnersOptions) {
  const { database, mailer } = options
  const { connections } = database
  const { db } = database.tables
  const secret = Buffer.from(hkdfSync('sha256', options.secret, '', 'photofeed owners', 32))
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const parts: OwnerParts = {
    ...{ clock: Date.now, onError() {}, onFailedSignIn() {}, report() {} },
    ...options,
    ...{ db, connections, digest },
  }
  const { clock } = parts
  const attempts = createAttemptLimits(parts)
  const { start, ...sessions } = createSessions(parts)
  const passwords = createPasswordQueue(options.passwords ?? scryptPasswords)

  /** Starts a session, and makes the visitor's place known. */
  async function enter(transaction: Db, ownerId: string, visitor: Visitor): Cookies {
    const session = await start(transaction, ownerId, visitor)
    return [session, await attempts.remember(transaction, ownerId, visitor)]
  }

  /**
   * Returns a function that enqueues a mail, for known and unknown addresses alike, so that the time does not differ. If
   * too many were sent already it does nothing: the links in those still work.
   */
  function mails(kind: 'sign_up_mail' | 'reset_password_mail') {
    return async (typed: { email: string }, visitor: Visitor): Cookies => {
      const email = parseEmail(typed.email)
      await attempts.ofNetwork(kind, visitor)
      const owner = await findSignIn(db, 'email', email)
      const known = await attempts.knownPlace(owner?.id ?? '', visitor)
      if (await attempts.mayMail(kind, email, visitor, known)) {
        await enqueue(db, kind, null, { email }, { key: email })
      }
      return []
    }
  }

  async function signUp(typed: Credentials, visitor: Visitor): Cookies {
    const email = parseEmail(typed.email)
    await attempts.ofNetwork('sign_up', visitor)
    checkPassword(typed.password)
    // Before the transaction, which locks SQLite.
    const password = await passwords.hash('stranger', typed.password)
    return db.transaction().execute(async (transaction) => {
      const id = await addOwner(transaction, { email, password, now: clock() })
      return enter(transaction, id, visitor)
    })
  }

  async function signIn(typed: Credentials, visitor: Visitor): Cookies {
    const { password } = typed
    const email = parseEmail(typed.email)
    const owner = await findSignIn(db, 'email', email)
    const known = await attempts.knownPlace(owner?.id ?? '', visitor)

    // The limits come first: what they reject needs no place in the queue.
    return attempts.signIn(email, visitor, known, async () => {
      const whose = known === null ? 'stranger' : 'owner'
      const isRight = await passwords.verify(whose, password, owner?.password)
      if (!owner?.password || !isRight) throw new Rejected('INVALID_EMAIL_OR_PASSWORD')
      const { id, password: verified } = owner
      return db.transaction().execute(async (transaction) => {
        await lockVerified(transaction, id, verified)
        return enter(transaction, id, visitor)
      })
    })
  }

  async function setPassword(
    { token, password }: { token: string; password: string },
    visitor: Visitor,
  ): Cookies {
    await attempts.ofNetwork('set_password', visitor)
    const { linkId, ownerId } = await findLink(parts, token, 'password')
    checkPassword(password)
    await attempts.ofLink(linkId)
    const hash = await passwords.hash('owner', password)
    return db.transaction().execute(async (transaction) => {
      await storePassword(transaction, { ownerId, password: hash, linkId })
      // Who reads the owner's mail is the owner.
      return enter(transaction, ownerId, visitor)
    })
  }

  /** Makes a change of a signed-in owner if the password is right. The change gets its hash. */
  function confirm(
    password: string,
    visitor: SignedInVisitor,
    change: (verified: string) => Cookies,
  ): Cookies {
    return attempts.confirm(visitor, async () => {
      const owner = await findSignIn(db, 'id', visitor.owner.id)
      const isRight = await passwords.verify('owner', password, owner?.password)
      if (!owner?.password || !isRight) throw new Rejected('INVALID_PASSWORD')
      return change(owner.password)
    })
  }

  async function changePassword(
    { current, password }: { current: string; password: string },
    visitor: SignedInVisitor,
  ): Cookies {
    checkPassword(password)
    return confirm(current, visitor, async (verified) => {
      const ownerId = visitor.owner.id
      await attempts.ofOwner('change_password', ownerId)
      const hash = await passwords.hash('owner', password)
      return db.transaction().execute(async (transaction) => {
        await lockVerified(transaction, ownerId, verified)
        await storePassword(transaction, { ownerId, password: hash, linkId: null })
        return enter(transaction, ownerId, visitor)
      })
    })
  }

  async function changeEmail(typed: Credentials, visitor: SignedInVisitor): Cookies {
    const email = parseEmail(typed.email)
    return confirm(typed.password, visitor, async (verified) => {
      const { sessionId } = visitor
      const change = { ownerId: visitor.owner.id, email }
      if (mailer) {
        await attempts.ofOwner('change_email_mail', change.ownerId)
        await db.transaction().execute(async (transaction) => {
          await lockVerified(transaction, change.ownerId, verified)
          await enqueue(transaction, 'change_email_mail', null, change, { key: change.ownerId })
        })
      } else {
        await storeEmail(db, { ...change, linkId: null, sessionId })
      }
      return []
    })
  }

  async function confirmEmail({ token }: { token: string }, visitor: Visitor): Cookies {
    await attempts.ofNetwork('confirm_email', visitor)
    const link = await findLink(parts, token, 'email')
    const session = visitor.headers ? await sessions.find(visitor.headers) : null
    await storeEmail(db, { ...link, sessionId: session?.id ?? null })
    return []
  }

  return {
    sessions,

    /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
    signUp,
    signIn,
    /** Stores a new password and ends the owner's other sessions; the cookies replace this one. */
    changePassword,
    /**
     * Changes the e-mail address and ends the owner's other sessions: with a mailer once the link that it mails there is
     * used, otherwise immediately.
     */
    changeEmail,
    /** Counts a download of everything that is stored about the owner, and rejects too many. */
    countExport: (owner: Pick<Owner, 'id'>) => attempts.ofOwner('export', owner.id),
    /** Disconnects the owner's accounts, deletes the owner, and ends every session. */
    delete: ({ password }: { password: string }, visitor: SignedInVisitor) =>
      confirm(password, visitor, async () => {
        const ownerId = visitor.owner.id
        const accountIds = await deleteOwner(db, connections, ownerId)
        parts.report('deletedOwner', { by: 'owner', ownerId, accountIds })
        return sessions.signOut(visitor.headers)
      }),

    /** Returns the address that a link for a password, or for a new address, is about; null if the link cannot be used any more. */
    addressOf: (token: string, purpose: 'password' | 'email') =>
      findLink(parts, token, purpose).then(
        ({ email }) => email,
        (error) => {
          if (error instanceof Rejected) return null
          throw error
        },
      ),
    /** Sets the password with the token of either link, confirms the address, ends every session, and starts one. */
    setPassword,
    /**
     * Adds an owner who may choose a password with the link that is returned, for seven days. Somebody who was invited
     * before gets another link. Rejects the address of an owner with a password.
     */
    async invite(typed: string): Promise<string> {
      const email = parseEmail(typed)
      const known = await findSignIn(db, 'email', email)
      if (known?.password) throw new Rejected('EMAIL_TAKEN')
      const ownerId = known?.id ?? (await addOwner(db, { email, password: null, now: clock() }))
      return createLink(parts, { ownerId, lifetimeMs: linkLifetimes.invitation })
    },

    /**
     * What happens through links in mails; null when no mail can be sent. Responses are the same whether an address is
     * known or not; only the mail says it.
     */
    byMail: mailer && {
      /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
      signUp: mails('sign_up_mail'),
      /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
      resetPassword: mails('reset_password_mail'),
      /** Stores the new e-mail address that a link was mailed to, ends other sessions, and enqueues a note to the old address. */
      confirmEmail,
      /** Sends a mail that waits. */
      send: createOwnerMail(parts, mailer),
    },
  }
}
