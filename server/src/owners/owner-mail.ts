import { randomBytes } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import type { Delivery } from '../jobs/breaker.ts'
import type { MessageOf } from '../jobs/outbox.ts'
import { deliver, type Mailer } from '../mail/mailer.ts'
import { alreadySignedUpMail, emailChangedMail, linkMail, type Message } from '../mail/mails.ts'
import type { Auth } from './auth.ts'
import { deleteAbandonedOwners, toLinkValue } from './owner-rows.ts'

interface Parts {
  db: Db
  auth(): Promise<Auth>
  mailer: Mailer
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  supportEmail: string
  onError(error: unknown): void
}

const linkMs = 3_600_000

/** The messages about an owner's address or password. */
export type OwnerMailKind =
  | 'sign_up_mail'
  | 'reset_password_mail'
  | 'change_email_mail'
  | 'email_changed_mail'

/** Creates the function that sends mails to owners. It creates their tokens, so that no stored message contains one. */
export function createOwnerMail(parts: Parts) {
  const { db, auth, mailer, baseUrl, supportEmail, onError } = parts
  const adapter = async () => (await (await auth()).$context).internalAdapter

  async function findOwner(email: string) {
    const found = await (await adapter()).findUserByEmail(email, { includeAccounts: true })
    return found && { id: found.user.id, hasPassword: found.accounts.length > 0 }
  }

  /** Adds an owner without a password, and returns the id. */
  async function addOwner(email: string): Promise<string> {
    await deleteAbandonedOwners(db, new Date(Date.now() - 24 * linkMs))
    const user = { email, name: email, emailVerified: false }
    return (await (await adapter()).createUser(user, { method: 'email-password' })).id
  }

  /** Returns a new link for an owner. Earlier ones stay valid: a stranger may have requested this one. */
  async function linkTo(path: 'reset-password' | 'confirm-email', value: string) {
    const token = randomBytes(32).toString('hex')
    const purpose = path === 'confirm-email' ? 'change-email' : 'reset-password'
    await (await adapter()).createVerificationValue({
      identifier: `${purpose}:${token}`,
      value,
      expiresAt: new Date(Date.now() + linkMs),
    })
    return `${baseUrl}/${path}?token=${token}`
  }

  const alreadySignedUp = alreadySignedUpMail(`${baseUrl}/sign-in`)

  function write(message: MessageOf<OwnerMailKind>): Promise<Message | null> {
    const { kind, payload } = message
    switch (kind) {
      case 'sign_up_mail':
        return signUpMail(payload.email)
      case 'reset_password_mail':
        return resetPasswordMail(payload.email)
      case 'change_email_mail':
        return changeEmailMail(payload)
      case 'email_changed_mail':
        return Promise.resolve(emailChangedMail(supportEmail))
    }
  }

  async function signUpMail(email: string) {
    const owner = await findOwner(email)
    if (owner?.hasPassword) return alreadySignedUp
    const id = owner?.id ?? (await addOwner(email))
    return linkMail('firstPassword', await linkTo('reset-password', id))
  }

  async function resetPasswordMail(email: string) {
    const owner = await findOwner(email)
    return owner && linkMail('resetPassword', await linkTo('reset-password', owner.id))
  }

  async function changeEmailMail(to: { email: string; ownerId: string }) {
    const other = await findOwner(to.email)
    if (other?.hasPassword) return other.id === to.ownerId ? null : alreadySignedUp
    return linkMail('confirmEmail', await linkTo('confirm-email', toLinkValue(to)))
  }

  return async (message: MessageOf<OwnerMailKind>): Promise<Delivery> => {
    const { id, fence, payload } = message
    const mail = await write(message)
    if (!mail) return 'skipped'
    // Each attempt has its own id: a retry carries another link, which a mail reader must not hide as a duplicate.
    await deliver(mailer, { ...mail, to: payload.email, id: `owner-${id}-${fence}` }, onError)
    return 'delivered'
  }
}
