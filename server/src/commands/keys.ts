import { Argument, createCommand } from '@commander-js/extra-typings'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import type { AccountKey } from '../db/ports.ts'
import { findAccount } from '../operations/account-overview.ts'
import { print } from './output.ts'

const username = new Argument('<username>', 'the account')

export const keysCommand = createCommand('keys')
  .description('show and change API keys')
  .addCommand(
    createCommand('list')
      .description('every account with its key')
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.json)
      .action(async ({ data: folder, secret, database, json }, command) => {
        await using data = await openDataFolder(folder, secret, { database })
        const accounts = await data.database.keys.list()
        print(command, json ? `${JSON.stringify(accounts)}\n` : table(accounts))
      }),
    { isDefault: true },
  )
  .addCommand(
    createCommand('regenerate')
      .description('give an account a new key; the old one stops working at once')
      .addArgument(username)
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .action(async (name, { data: folder, secret, database }, command) => {
        await using data = await openDataFolder(folder, secret, { database })
        const { keys, tables } = data.database
        // Without opening any key: a new one is the way out when the secret is lost.
        const { accountId } = await findAccount(tables.db, name)
        print(command, `${await keys.issue(accountId)}\n`)
      }),
  )
  .addCommand(
    createCommand('revoke')
      .description("disconnect an account's key: it stops working at once")
      .addArgument(username)
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .action(async (name, { data: folder, secret, database }, command) => {
        await using data = await openDataFolder(folder, secret, { database })
        const { keys, tables } = data.database
        await keys.revoke((await findAccount(tables.db, name)).accountId)
        print(command, `The key of ${name} no longer works.\n`)
      }),
  )

function table(accounts: AccountKey[]): string {
  if (accounts.length === 0) return 'No accounts. `photofeed-server import` stores one.\n'
  return accounts
    .map(({ username, plan, status, apiKey }) =>
      [username, plan, status, apiKey ?? '(disconnected)'].join('\t'),
    )
    .join('\n')
    .concat('\n')
}
