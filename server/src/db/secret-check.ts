import { UserError } from '@photofeed/core/node'
import type { Kysely } from 'kysely'
import { tokenLabel } from './account-connections.ts'
import { keyLabel } from './api-key-rows.ts'
import type { Tables } from './schema.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * Opens the key or token that was sealed last. API keys work with a wrong secret too, until one has to be shown.
 *
 * @throws {UserError} if it was sealed with another secret.
 */
export async function assertSecretMatches(db: Kysely<Tables>, secretBox: SecretBox): Promise<void> {
  const found = (await newestKey(db)) ?? (await newestToken(db))
  if (!found || secretBox.open(found.sealed, found.label) !== null) return
  throw new UserError(
    'The secret is not the one that the stored API keys are encrypted with. ' +
      'Put that one back: PHOTOFEED_SECRET, or the file `secret` in the data folder. ' +
      'If you are changing it, set PHOTOFEED_PREVIOUS_SECRET to the one before and run `photofeed-server secret rotate`. ' +
      'If it is lost, issue a new key: `photofeed-server keys regenerate`.',
  )
}

async function newestKey(db: Kysely<Tables>) {
  const row = await db
    .selectFrom('api_key')
    .select(['account_id', 'sealed'])
    .orderBy('issued_at', 'desc')
    .orderBy('account_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { sealed: row.sealed, label: keyLabel(row.account_id) }
}

async function newestToken(db: Kysely<Tables>) {
  const row = await db
    .selectFrom('connection')
    .select(['account_id', 'token'])
    .where('token', 'is not', null)
    .orderBy('token_issued_at', 'desc')
    .orderBy('account_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.token && { sealed: row.token, label: tokenLabel(row.account_id) }
}
