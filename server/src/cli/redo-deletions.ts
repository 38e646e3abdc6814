import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Argument, createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { dataOptions, withOptions } from '../config.ts'
import { openExistingData } from '../data-folder.ts'
import { deleteOwner } from '../owners/owner-rows.ts'
import type { AccountConnections } from '../stores/connections.ts'
import type { Db } from '../stores/schema.ts'
import { batches } from '../stores/stored-documents.ts'
import { assertConfirmed, confirmation, count, logCommand, print } from './output.ts'

/** What a log says was deleted, by ids that are random: those of accounts are given again after a restore. */
interface Deletions {
  ownerIds: Set<string>
  mediaIds: Set<string>
}

export const redoDeletionsCommand = withOptions(
  createCommand('redo-deletions').addArgument(
    new Argument('<logs...>', 'files with the log of the servers since the backup'),
  ),
  { ...confirmation, ...dataOptions },
)
  .description('after a restore, delete again the owners and accounts that a log says were deleted')
  .action(async (logs, config, command) => {
    const deletions = await readDeletions(logs)
    await using data = await openExistingData(config)
    const { tables, connections } = data.database
    const found = await findAgain(tables.db, deletions)
    const what = `${count(found.ownerIds.length, 'owner')} and ${count(found.accounts.length, 'account')}`
    if (found.ownerIds.length + found.accounts.length > 0) {
      assertConfirmed(config, `This deletes ${what} that were deleted before the restore.`)
    }
    await deleteAgain(tables.db, connections, found)
    print(
      command,
      `The logs have ${count(deletions.ownerIds.size, 'deleted owner')} and ${count(deletions.mediaIds.size, 'deleted account')}. Deleted again: ${what}. A running server deletes posts and media.\n`,
    )
  })

async function readDeletions(logs: readonly string[]): Promise<Deletions> {
  const deletions: Deletions = { ownerIds: new Set(), mediaIds: new Set() }
  for (const file of logs) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
    try {
      for await (const line of lines) readLine(line, deletions)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new UserError(`The log ${file} cannot be read (${code}).`)
    }
  }
  return deletions
}

/** Lines of other programs, and those in front of which something was written, are skipped. */
function readLine(line: string, { ownerIds, mediaIds }: Deletions): void {
  if (!line.startsWith('{')) return
  try {
    const { event, ownerId, mediaId, reason } = JSON.parse(line)
    if (event === 'deletedOwner') ownerIds.add(String(ownerId))
    if (event === 'deletedMedia' && reason === 'account deleted') mediaIds.add(String(mediaId))
  } catch {
    // A line that was cut off.
  }
}

async function findAgain(db: Db, { ownerIds, mediaIds }: Deletions) {
  const found = {
    ownerIds: [] as string[],
    accounts: [] as { accountId: number; ownerId: string | null }[],
  }
  for (const ids of batches([...ownerIds])) {
    const rows = await db.selectFrom('owner').select('id').where('id', 'in', ids).execute()
    found.ownerIds.push(...rows.map(({ id }) => id))
  }
  for (const ids of batches([...mediaIds])) {
    const rows = await db
      .selectFrom('account')
      .innerJoin('connection', 'connection.account_id', 'account.id')
      .select(['account.id as accountId', 'owner_id as ownerId'])
      .where('media_id', 'in', ids)
      .where('state', '!=', 'disconnected')
      .execute()
    found.accounts.push(...rows)
  }
  return found
}

async function deleteAgain(
  db: Db,
  connections: AccountConnections,
  { ownerIds, accounts }: Awaited<ReturnType<typeof findAgain>>,
): Promise<void> {
  for (const account of accounts) {
    await connections.apply(account.accountId, 'disconnected')
    await logCommand(db, (by) => ({ event: 'disconnected', details: { ...by, ...account } }))
  }
  for (const ownerId of ownerIds) {
    const accountIds = await deleteOwner(db, connections, ownerId)
    await logCommand(db, (by) => ({
      event: 'deletedOwner',
      details: { ...by, ownerId, accountIds },
    }))
  }
}
