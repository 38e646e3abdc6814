import { deliver, type Mailer } from '../mail/mailer.ts'
import {
  alreadySignedUpMail,
  firstPasswordMail,
  resetPasswordMail,
} from '../mail/password-mails.ts'
import type { ClaimedMessage, OutboxPayloads } from '../outbox/outbox.ts'

interface Parts {
  mailer: Mailer
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  findOwner(email: string): Promise<{ id: string; hasPassword: boolean } | null>
  /** Adds an owner without a password, and returns the id. */
  addOwner(email: string): Promise<string>
  /** Returns a token to choose a password, and revokes the owner's older ones. */
  issueToken(ownerId: string): Promise<string>
  onError(error: unknown): void
}

export interface OwnerMail {
  /** Sends a `sign_up_mail` or a `reset_password_mail` of the outbox. */
  send(message: ClaimedMessage): Promise<void>
}

/** The mails that sign owners up and let them choose a password. Tokens are made here, so that no stored message contains one. */
export function createOwnerMail(parts: Parts): OwnerMail {
  const { mailer, baseUrl, findOwner, addOwner, issueToken, onError } = parts

  async function mailFor(kind: string, email: string) {
    const owner = await findOwner(email)
    const linkOf = async (id: string) => `${baseUrl}/reset-password?token=${await issueToken(id)}`
    if (kind === 'reset_password_mail') {
      return owner && resetPasswordMail({ url: await linkOf(owner.id) })
    }
    if (owner?.hasPassword) return alreadySignedUpMail({ url: `${baseUrl}/sign-in` })
    return firstPasswordMail({ url: await linkOf(owner?.id ?? (await addOwner(email))) })
  }

  return {
    async send({ id, fence, kind, payload }) {
      const { email } = payload as OutboxPayloads['sign_up_mail']
      const mail = await mailFor(kind, email)
      if (!mail) return
      // Each attempt has its own id: a retry carries another link, which a mail reader must not hide as a duplicate.
      await deliver(mailer, { ...mail, to: email, id: `password-${id}-${fence}` }, onError)
    },
  }
}
