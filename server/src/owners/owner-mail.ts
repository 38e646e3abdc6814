import { type Mail, type Mailer, MailProblem } from '../mail/mailer.ts'
import {
  alreadySignedUpMail,
  brokenConnectionMail,
  emailChangedMail,
  linkMail,
  type Message,
} from '../mail/mails.ts'
import type { ClaimedWork, MailKind } from '../stores/work.ts'
import type { Delivery } from '../work/breaker.ts'
import { type OwnerParts, shortHash } from './auth.ts'
import { createLink } from './owner-links.ts'
import { addOwner, deleteAbandonedOwners, findSignIn } from './owner-rows.ts'

const dayMs = 86_400_000

/** Creates the function that sends mails to owners. It creates their tokens, so that no stored message contains one. */
export function createOwnerMail(parts: OwnerParts, mailer: Mailer) {
  const { db, connections, digest, baseUrl, supportEmail, clock, onError, report } = parts

  const linkTo = (ownerId: string, newEmail: string | null = null) =>
    createLink(parts, { ownerId, newEmail })

  /** Adds an owner without a password, and returns the id. */
  async function signUp(email: string): Promise<string> {
    const now = clock()
    await deleteAbandonedOwners(db, now - dayMs, now)
    return addOwner(db, { email, password: null, now })
  }

  /** Returns the mail of a message to an address; null if there is nothing to send any more. */
  async function write(
    message: Exclude<ClaimedWork<MailKind>, { kind: 'broken_connection_mail' }>,
  ): Promise<Message | null> {
    const { email } = message.payload
    const owner = await findSignIn(db, 'email', email)
    const known = alreadySignedUpMail(`${baseUrl}/sign-in`)
    switch (message.kind) {
      case 'sign_up_mail':
        if (owner?.password) return known
        return linkMail('firstPassword', await linkTo(owner?.id ?? (await signUp(email))))
      case 'reset_password_mail':
        return owner ? linkMail('resetPassword', await linkTo(owner.id)) : null
      case 'change_email_mail': {
        const { ownerId } = message.payload
        if (owner?.password) return owner.id === ownerId ? null : known
        return linkMail('confirmEmail', await linkTo(ownerId, email))
      }
      case 'email_changed_mail':
        return emailChangedMail(supportEmail)
    }
  }

  async function addressed(message: ClaimedWork<MailKind>): Promise<Mail | null> {
    const { id, fence } = message
    if (message.kind !== 'broken_connection_mail') {
      const mail = await write(message)
      // Each attempt has its own id: a retry carries another link, which a mail reader must not hide as a duplicate.
      return mail && { ...mail, to: message.payload.email, id: `owner-${id}-${fence}` }
    }
    const broken = await connections.findBroken(message.accountId)
    if (!broken) return null
    const { username, email } = broken
    const { reason } = message.payload
    const accountsUrl = `${baseUrl}/accounts`
    const mail = brokenConnectionMail({ username, reason, accountsUrl, supportEmail })
    return { ...mail, to: email, id: `broken-connection-${id}` }
  }

  return async (message: ClaimedWork<MailKind>): Promise<Delivery> => {
    const mail = await addressed(message)
    if (!mail) return 'skipped'
    try {
      await mailer.send(mail)
      report('sentMail', {
        kind: message.kind,
        accountId: message.accountId,
        owner: shortHash(digest(mail.to)),
      })
    } catch (error) {
      // A permanent rejection is reported and not retried.
      if (!(error instanceof MailProblem && error.isPermanent)) throw error
      onError(error)
    }
    return 'delivered'
  }
}
