import { deleteAccount } from '../db/deletions.ts'
import type { ClaimedMessage, OutboxKind, OutboxPayloads } from '../db/outbox.ts'
import type { Db } from '../db/schema.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Handler } from './work-runner.ts'

export interface OutboxParts {
  db: Db
  media: MediaStore
  /** Purges what a cache in front of the API stores under a key; null if there is no such cache. */
  purge: ((keyHash: string, signal: AbortSignal) => Promise<void>) | null
  /** Mails the owner of an account that its connection is broken. */
  notifyOwner(message: ClaimedMessage, signal: AbortSignal): Promise<void>
  /** Sends a mail about an owner's address or password. Without a mailer, such messages are dropped. */
  sendOwnerMail?(message: ClaimedMessage): Promise<void>
}

type OutboxHandler = Handler<ClaimedMessage, undefined>

/** Returns the handler of each kind of message. */
export function outboxHandlers({
  db,
  media,
  purge,
  notifyOwner,
  sendOwnerMail = async () => {},
}: OutboxParts): Record<OutboxKind, OutboxHandler> {
  const ownerMail: OutboxHandler = async (message) => {
    await sendOwnerMail(message)
  }
  return {
    async broken_connection_mail(message, signal) {
      await notifyOwner(message, signal)
    },
    sign_up_mail: ownerMail,
    reset_password_mail: ownerMail,
    change_email_mail: ownerMail,
    email_changed_mail: ownerMail,
    async clear_edge({ payload }, signal) {
      await purge?.((payload as OutboxPayloads['clear_edge']).keyHash, signal)
    },
    async delete_posts_and_media({ accountId, payload }, signal) {
      // An account that was connected again keeps its media.
      if (!(await deleteAccount(db, accountId))) return
      const { mediaId } = payload as OutboxPayloads['delete_posts_and_media']
      await media.deleteAccount(mediaId, signal)
    },
  }
}
