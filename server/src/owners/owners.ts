import type { Mailer } from '../mail/mailer.ts'
import type { TimedLink } from '../mail/mails.ts'
import { createDigest } from '../stores/engine/secret-box.ts'
import { EmailTaken, type Proof } from '../stores/service/owners.ts'
import {
  networkOf,
  type OwnerParts,
  parseEmail,
  Rejected,
  type SignedInVisitor,
  shortHash,
  type Visitor,
} from './auth.ts'
import { createLimits } from './limits.ts'
import { createOwnerMail } from './owner-mail.ts'
import {
  checkPassword,
  createPasswordQueue,
  type PasswordHashing,
  scryptPasswords,
} from './passwords.ts'
import { createSessions } from './sessions.ts'

interface OwnersOptions extends Omit<OwnerParts, 'digest'> {
  /** The service's secret, which keys the hashes. */
  secret: string
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

/** Creates the functions of owners. They throw Rejected if a form cannot be accepted. */
export function createOwners(options: OwnersOptions) {
  const { owners, mailer, clock, report } = options
  const digest = createDigest(options.secret)
  const parts: OwnerParts = { ...options, digest }
  const limits = createLimits(parts)
  const { create, knownBrowser, createLink, findLink, requestedTime, ...sessions } =
    createSessions(parts)
  const passwords = createPasswordQueue(options.passwords ?? scryptPasswords)

  const takeForm = async (form: string, { address }: Visitor) =>
    limits.take('network', `${form} ${await networkOf(address)}`)

  /** Returns a function that enqueues a mail, for known and unknown addresses alike, so that the time does not differ. */
  function mails(kind: 'sign_up_mail' | 'reset_password_mail') {
    return async (typed: { email: string }, visitor: Visitor): Cookies => {
      const email = parseEmail(typed.email)
      await takeForm(kind, visitor)
      await owners.requestMail(kind, email)
      return []
    }
  }

  /** Signs up without confirming the address, for a server that sends no mail. It says whether the address is known. */
  async function signUp(typed: Credentials, visitor: Visitor): Cookies {
    const email = parseEmail(typed.email)
    checkPassword(typed.password)
    passwords.requireRoom(null)
    await takeForm('sign_up', visitor)
    const password = await passwords.hash(null, typed.password)
    const { session, cookies } = create(null)
    const id = await owners.add({ email, password, at: clock() }, session)
    if (id === null) throw new Rejected('EMAIL_TAKEN')
    await sessions.signOut(visitor.headers)
    return cookies
  }

  /** Logs a wrong password. The hashes are the same for the same subject, and useless without the secret. */
  async function reportFailure(email: string, { address }: Visitor): Promise<void> {
    const network = shortHash(digest(await networkOf(address)))
    report('failedSignIn', { owner: shortHash(digest(email)), network })
  }

  // A correct password counts too: a script must not sign in endlessly.
  async function signIn(typed: Credentials, visitor: Visitor): Cookies {
    const email = parseEmail(typed.email)
    const owner = await owners.findSignIn('email', email)
    const browser = await knownBrowser(owner?.id ?? '', visitor)
    const known = browser === null ? null : (owner?.id ?? null)
    passwords.requireRoom(known)
    if (browser === null) {
      await takeForm('sign_in', visitor)
      await limits.take('address', email)
    } else await limits.take('known', `${email} ${browser}`)

    const isRight = await passwords.verify(known, typed.password, owner?.password)
    const { session, cookies } = create(browser)
    if (owner?.password && isRight && (await owners.enter(owner.id, owner.password, session))) {
      await sessions.signOut(visitor.headers)
      return cookies
    }
    await reportFailure(email, visitor)
    throw new Rejected('INVALID_EMAIL_OR_PASSWORD')
  }

  /** Returns a link that works. Only tokens that do not are limited: nobody can keep an owner from using one. */
  async function takeLink(token: string, visitor: Visitor, newEmail: string | null = null) {
    const link = await findLink(token, newEmail)
    if (link) return link
    await takeForm('link', visitor)
    throw new Rejected('INVALID_TOKEN')
  }

  /** Sets the password with the token of a link, confirms the address, ends every session, and starts one. */
  async function setPassword(
    { token, password }: { token: string; password: string },
    visitor: Visitor,
  ): Cookies {
    const link = await takeLink(token, visitor)
    checkPassword(password)
    const cookies = await replacePassword(link.ownerId, password, { linkId: link.linkId })
    await sessions.signOut(visitor.headers)
    return cookies
  }

  async function replacePassword(ownerId: string, password: string, proof: Proof): Cookies {
    const hash = await passwords.hash(ownerId, password)
    const { session, cookies } = create(null)
    if (await owners.setPassword(ownerId, hash, proof, session)) return cookies
    throw outdated(proof)
  }

  /** Returns the hash of a signed-in owner's password, which no stranger's attempt counts for. */
  async function verify(password: string, visitor: SignedInVisitor): Promise<string> {
    const { id, email } = visitor.owner
    passwords.requireRoom(id)
    await limits.take('confirm', id)
    const owner = await owners.findSignIn('id', id)
    const isRight = await passwords.verify(id, password, owner?.password)
    if (owner?.password && isRight) return owner.password
    await reportFailure(email, visitor)
    throw new Rejected('INVALID_PASSWORD')
  }

  /** Stores a new password and ends the owner's other sessions; the cookies replace this one. */
  async function changePassword(
    { current, password }: { current: string; password: string },
    visitor: SignedInVisitor,
  ): Cookies {
    checkPassword(password)
    const verified = await verify(current, visitor)
    return replacePassword(visitor.owner.id, password, { verified })
  }

  /** Enqueues a mail with a link to the new address, whether it is taken or not, and a notice to the old one. */
  async function requestEmail(
    typed: { current: string; email: string },
    visitor: SignedInVisitor,
  ): Cookies {
    const newEmail = parseEmail(typed.email)
    await takeForm('change_email', visitor)
    await verify(typed.current, visitor)
    await owners.requestNewEmail(visitor.owner, newEmail)
    return []
  }

  /** Changes the address with the token of a link. The owner is signed in: another person may have got the link by mistake. */
  async function changeEmail(
    { token, email }: { token: string; email: string },
    visitor: SignedInVisitor,
  ): Cookies {
    const link = await takeLink(token, visitor, parseEmail(email))
    if (link.ownerId !== visitor.owner.id) throw new Rejected('INVALID_TOKEN')
    await storeEmail(link.ownerId, email, { linkId: link.linkId })
    return []
  }

  async function storeEmail(ownerId: string, typed: string, proof: Proof | null): Promise<void> {
    const email = parseEmail(typed)
    const isChanged = await owners.changeEmail(ownerId, email, proof).catch((error: unknown) => {
      throw error instanceof EmailTaken ? new Rejected('EMAIL_TAKEN') : error
    })
    if (!isChanged) throw new Rejected('INVALID_TOKEN')
    report('changedEmail', { ownerId })
  }

  return {
    sessions,
    limits,
    signUp,
    signIn,
    setPassword,
    changePassword,
    changeEmail,

    /** Changes the address of an owner for the operator. */
    setEmail: (ownerId: string, email: string): Promise<void> => storeEmail(ownerId, email, null),

    /** Verifies a signed-in owner's password. */
    async confirm({ password }: { password: string }, visitor: SignedInVisitor): Cookies {
      await verify(password, visitor)
      return []
    },

    /** Disconnects the owner's accounts, deletes the owner, and ends every session. */
    async delete({ password }: { password: string }, visitor: SignedInVisitor): Cookies {
      const proof = { verified: await verify(password, visitor) }
      const ownerId = visitor.owner.id
      const accountIds = await owners.delete(ownerId, proof)
      if (accountIds === null) throw outdated(proof)
      report('deletedOwner', { ownerId, accountIds })
      return sessions.signOut(visitor.headers)
    },

    requestedTime,

    /** Returns the owner whom a link is for; undefined if it cannot be used any more. */
    ownerOf: (token: string) => findLink(token),

    /** Returns a link to choose a password. Rejects the address of an owner with a password. */
    async invite(typed: string): Promise<TimedLink> {
      const email = parseEmail(typed)
      const known = await owners.findSignIn('email', email)
      const id = known?.id ?? (await owners.add({ email, password: null, at: clock() }, null))
      if (known?.password || id === null) throw new Rejected('EMAIL_TAKEN')
      const link = await createLink({ ownerId: id, email }, 'invitation')
      if (link === null) throw new Rejected('EMAIL_TAKEN')
      return link
    },

    /** Null when no mail can be sent. Responses do not say whether an address is known; only the mail does. */
    byMail: mailer && {
      /** Enqueues a mail with a link to choose a first password, or one that says that the address is signed up already. */
      signUp: mails('sign_up_mail'),
      /** Enqueues a mail with a link to choose a new password; nothing is sent to an unknown address. */
      resetPassword: mails('reset_password_mail'),
      requestEmail,

      send: createOwnerMail(parts, limits, { createLink }, mailer),
    },
  }
}

/** What was proven before does not hold any more: the password was replaced, or the link was used. */
function outdated(proof: Proof): Rejected {
  return new Rejected('linkId' in proof ? 'INVALID_TOKEN' : 'INVALID_PASSWORD')
}
