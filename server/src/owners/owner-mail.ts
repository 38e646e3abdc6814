import { isBroken } from '../connections/lifecycle.ts'
import { type Mail, type Mailer, MailProblem } from '../mail/mailer.ts'
import { alreadySignedUpMail, brokenConnectionMail, linkMail, noticeMail } from '../mail/mails.ts'
import type { Message } from '../mail/message.ts'
import type { ClaimedWork, MailKind } from '../stores/service/work-kinds.ts'
import type { Delivery } from '../work/work-runner.ts'
import { type OwnerParts, shortHash } from './auth.ts'
import type { Limits } from './limits.ts'
import type { Sessions } from './sessions.ts'

const dayMs = 86_400_000

/** Creates the function that sends mails to owners. It creates their tokens, so that no stored message contains one. */
export function createOwnerMail(
  parts: OwnerParts,
  limits: Limits,
  { createLink }: Pick<Sessions, 'createLink'>,
  mailer: Mailer,
) {
  const { owners, connections, digest, baseUrl, settings, clock, report } = parts
  const { supportEmail } = settings

  /** Returns the id of the owner with an address. Adds one without a password if there is none. */
  async function signUp(email: string): Promise<string> {
    const at = clock()
    await owners.deleteAbandoned(at - dayMs, at)
    const added = await owners.add({ email, password: null, at }, null)
    if (added === null) throw new Error('The address was signed up meanwhile.')
    return added
  }

  /** Returns the mail of a message to an address; null if there is nothing to send any more. */
  async function write(
    message: ClaimedWork<'sign_up_mail' | 'reset_password_mail'>,
  ): Promise<Message | null> {
    const { email } = message.payload
    const owner = await owners.findSignIn('email', email)
    if (message.kind === 'reset_password_mail' && !owner) return null
    // Counted here, so that each attempt is a mail. Aliases of a mailbox count together, but not with what may be the way in.
    const base = owner?.password ? email : email.replace(/\+.*(?=@)/, '')
    const isOver = async (limit: 'mail' | 'mailbox', subject: string) =>
      message.attempts === 0 && (await limits.tryTake(limit, subject)) > 0
    if (await isOver('mail', base === email ? email : `aliases ${base}`)) return null
    if (!owner?.password && (await isOver('mailbox', base.replace(/\.(?=.*@)/g, '')))) return null
    const link = await createLink({ ownerId: owner?.id ?? (await signUp(email)), email })
    if (link === null) return null
    if (message.kind === 'reset_password_mail') return linkMail('resetPassword', link)
    return owner?.password
      ? alreadySignedUpMail(`${baseUrl}/sign-in`, link)
      : linkMail('firstPassword', link)
  }

  /** Returns the mail with a link for an address that an owner wants to change to; null if another owner has it. */
  async function writeToNewEmail(
    message: ClaimedWork<'change_email_mail'>,
  ): Promise<Message | null> {
    const { ownerId, email, newEmail } = message.payload
    if (await owners.findSignIn('email', newEmail)) return null
    if (message.attempts === 0 && (await limits.tryTake('mail', newEmail)) > 0) return null
    const link = await createLink({ ownerId, email }, 'requested', newEmail)
    return link === null ? null : linkMail('changeEmail', link)
  }

  async function addressed(message: ClaimedWork<MailKind>): Promise<Mail | null> {
    const { id, fence } = message
    const to = (address: string, mail: Message | null) =>
      // Each attempt has its own id: a retry carries another link, which a mail reader must not hide as a duplicate.
      mail && { ...mail, to: address, id: `owner-${id}-${fence}` }
    switch (message.kind) {
      case 'sign_up_mail':
      case 'reset_password_mail':
        return to(message.payload.email, await write(message))
      case 'change_email_mail':
        return to(message.payload.newEmail, await writeToNewEmail(message))
      case 'notice_mail': {
        const { email, notice, about } = message.payload
        return {
          ...noticeMail(notice, about, { baseUrl, supportEmail }),
          to: email,
          id: `notice-${id}`,
        }
      }
      default:
        return writeBroken(message)
    }
  }

  async function writeBroken(message: ClaimedWork<'broken_connection_mail'>): Promise<Mail | null> {
    const broken = await connections.find(message.accountId)
    if (!broken?.ownerEmail || !isBroken(broken.state)) return null
    const { username, ownerEmail } = broken
    const { reason } = message.payload
    const accountsUrl = `${baseUrl}/accounts#account-${message.accountId}`
    const mail = brokenConnectionMail({ username, reason, accountsUrl, supportEmail })
    return { ...mail, to: ownerEmail, id: `broken-connection-${message.id}` }
  }

  return async (message: ClaimedWork<MailKind>, signal?: AbortSignal): Promise<Delivery> => {
    const mail = await addressed(message)
    if (!mail) return 'skipped'
    const { kind, accountId, failingSince } = message
    const about = { kind, accountId, owner: shortHash(digest(mail.to)) }
    try {
      await mailer.send(mail, signal)
      report('sentMail', about)
    } catch (error) {
      if (!(error instanceof MailProblem && error.isAboutMessage)) throw error
      const isLasting = failingSince !== null && clock() - failingSince >= dayMs
      if (!error.isPermanent && !isLasting) throw error
      report('unsentMail', { ...about, error: error.message })
    }
    return 'delivered'
  }
}
