import type { ClaimedMessage, OutboxPayloads } from '../db/outbox.ts'
import { deliver, type Mail, type Mailer } from '../mail/mailer.ts'
import {
  alreadySignedUpMail,
  confirmEmailMail,
  emailChangedMail,
  firstPasswordMail,
  resetPasswordMail,
} from '../mail/mails.ts'

type Message = Pick<Mail, 'subject' | 'text'>

interface Parts {
  mailer: Mailer
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  supportEmail: string
  findOwner(email: string): Promise<{ id: string; hasPassword: boolean } | null>
  /** Adds an owner without a password, and returns the id. */
  addOwner(email: string): Promise<string>
  /** Returns the token of a new link for an owner, and revokes the owner's older links. */
  issueLink(purpose: LinkPurpose, ownerId: string, email: string): Promise<string>
  onError(error: unknown): void
}

type LinkPurpose = 'reset-password' | 'change-email'
type OwnerMailKind = keyof Pick<
  OutboxPayloads,
  'sign_up_mail' | 'reset_password_mail' | 'change_email_mail' | 'email_changed_mail'
>

/** Creates the function that sends mails to owners. It creates their tokens, so that no stored message contains one. */
export function createOwnerMail(parts: Parts) {
  const { mailer, baseUrl, supportEmail, findOwner, addOwner, issueLink, onError } = parts

  const paths = { 'reset-password': '/reset-password', 'change-email': '/confirm-email' }
  async function linkTo(purpose: LinkPurpose, ownerId: string, email: string) {
    return `${baseUrl}${paths[purpose]}?token=${await issueLink(purpose, ownerId, email)}`
  }
  const alreadySignedUp = alreadySignedUpMail({ url: `${baseUrl}/sign-in` })

  const mails: Record<
    OwnerMailKind,
    (to: { email: string; ownerId?: string }) => Promise<Message | null>
  > = {
    async sign_up_mail({ email }) {
      const owner = await findOwner(email)
      if (owner?.hasPassword) return alreadySignedUp
      const id = owner?.id ?? (await addOwner(email))
      return firstPasswordMail({ url: await linkTo('reset-password', id, email) })
    },
    async reset_password_mail({ email }) {
      const owner = await findOwner(email)
      return owner && resetPasswordMail({ url: await linkTo('reset-password', owner.id, email) })
    },
    async change_email_mail({ email, ownerId = '' }) {
      const other = await findOwner(email)
      if (other?.hasPassword) return other.id === ownerId ? null : alreadySignedUp
      return confirmEmailMail({ url: await linkTo('change-email', ownerId, email) })
    },
    email_changed_mail: async () => emailChangedMail({ supportEmail }),
  }

  return async ({ id, fence, kind, payload }: ClaimedMessage): Promise<void> => {
    const to = payload as OutboxPayloads['change_email_mail']
    const mail = await mails[kind as OwnerMailKind](to)
    if (!mail) return
    // Each attempt has its own id: a retry carries another link, which a mail reader must not hide as a duplicate.
    await deliver(mailer, { ...mail, to: to.email, id: `owner-${id}-${fence}` }, onError)
  }
}
