import { randomBytes } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import type { Delivery } from '../jobs/breaker.ts'
import type { MessageOf } from '../jobs/outbox.ts'
import { deliver, type Mailer } from '../mail/mailer.ts'
import { alreadySignedUpMail, emailChangedMail, linkMail, type Message } from '../mail/mails.ts'
import { addOwner, deleteAbandonedOwners, findSignIn, linkIdOf } from './owner-rows.ts'

interface Parts {
  db: Db
  /** Returns a keyed hash. */
  digest(text: string): string
  mailer: Mailer
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  supportEmail: string
  clock(): number
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
  const { db, digest, mailer, baseUrl, supportEmail, clock, onError } = parts

  /**
   * Returns a new link for an owner, who chooses a password with it or confirms a new address. Earlier ones stay valid: a
   * stranger may have requested this one.
   */
  async function linkTo(ownerId: string, newEmail: string | null = null): Promise<string> {
    const token = randomBytes(32).toString('hex')
    const link = { id: linkIdOf(digest, token), owner_id: ownerId, new_email: newEmail }
    await db
      .insertInto('owner_link')
      .values({ ...link, expires_at: clock() + linkMs })
      .execute()
    return `${baseUrl}/${newEmail === null ? 'reset-password' : 'confirm-email'}?token=${token}`
  }

  const alreadySignedUp = alreadySignedUpMail(`${baseUrl}/sign-in`)

  async function write({ kind, payload }: MessageOf<OwnerMailKind>): Promise<Message | null> {
    if (kind === 'email_changed_mail') return emailChangedMail(supportEmail)
    const { email } = payload
    const owner = await findSignIn(db, email)
    switch (kind) {
      case 'sign_up_mail': {
        if (owner?.password) return alreadySignedUp
        return linkMail('firstPassword', await linkTo(owner?.id ?? (await signUp(email))))
      }
      case 'reset_password_mail':
        return owner ? linkMail('resetPassword', await linkTo(owner.id)) : null
      case 'change_email_mail': {
        const { ownerId } = payload
        if (owner?.password) return owner.id === ownerId ? null : alreadySignedUp
        return linkMail('confirmEmail', await linkTo(ownerId, email))
      }
    }
  }

  async function signUp(email: string): Promise<string> {
    const now = clock()
    await deleteAbandonedOwners(db, now - 24 * linkMs)
    return addOwner(db, { email, password: null, now })
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
