import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import type { ClaimedMessage, OutboxPayloads } from '../outbox/outbox.ts'
import { brokenConnectionMail } from './broken-connection-mail.ts'
import { deliver, type Mailer } from './mailer.ts'

interface Parts {
  db: Kysely<Tables>
  mailer: Mailer
  /** The page where owners repair their connections. */
  accountsUrl: string
  supportEmail: string
  onError(error: unknown): void
}

/** Tells the owner of a broken connection; one that was repaired or disconnected meanwhile is no news any more. */
export function createOwnerNotices({ db, mailer, accountsUrl, supportEmail, onError }: Parts) {
  return async ({ id, accountId, payload }: ClaimedMessage): Promise<void> => {
    const broken = await db
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .innerJoin('owner', 'owner.id', 'connection.owner_id')
      .select(['owner.email', 'account.profile'])
      .where('account.id', '=', accountId)
      .where('connection.state', 'in', ['invalid_token', 'broken_import'])
      .executeTakeFirst()
    if (!broken) return
    const { username } = fromProfileDocument(broken.profile)
    const { reason } = payload as OutboxPayloads['broken_connection_mail']
    const mail = brokenConnectionMail({ username, reason, accountsUrl, supportEmail })
    await deliver(mailer, { ...mail, to: broken.email, id: `broken-connection-${id}` }, onError)
  }
}
