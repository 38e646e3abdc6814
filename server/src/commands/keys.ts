import { Argument, createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import type { AccountKey, KeyRing } from '../db/ports.ts'

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
      .action(async ({ data: folder, secret, database, json }) => {
        await using data = await openDataFolder(folder, secret, { database })
        const accounts = await data.database.keys.list()
        process.stdout.write(json ? `${JSON.stringify(accounts)}\n` : table(accounts))
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
      .action(async (name, { data: folder, secret, database }) => {
        await using data = await openDataFolder(folder, secret, { database })
        const { keys } = data.database
        const { accountId } = await accountNamed(keys, name)
        process.stdout.write(`${await keys.issue(accountId)}\n`)
      }),
  )
  .addCommand(
    createCommand('revoke')
      .description("disconnect an account's key: it stops working at once")
      .addArgument(username)
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .action(async (name, { data: folder, secret, database }) => {
        await using data = await openDataFolder(folder, secret, { database })
        const { keys } = data.database
        await keys.revoke((await accountNamed(keys, name)).accountId)
        process.stdout.write(`The key of ${name} no longer works.\n`)
      }),
  )

async function accountNamed(keys: KeyRing, name: string): Promise<AccountKey> {
  const account = (await keys.list()).find(({ username }) => username === name)
  if (account) return account
  throw new UserError(`No account is named ${name}. \`photofeed-server keys\` lists them.`)
}

function table(accounts: AccountKey[]): string {
  if (accounts.length === 0) return 'No accounts. `photofeed-server import` stores one.\n'
  return accounts
    .map(({ username, plan, status, apiKey }) =>
      [username, plan, status, apiKey ?? '(disconnected)'].join('\t'),
    )
    .join('\n')
    .concat('\n')
}
