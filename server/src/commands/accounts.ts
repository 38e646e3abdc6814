import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { findAccount, readAccounts } from '../operations/account-overview.ts'
import { accountDetails, accountTable } from '../operations/account-text.ts'
import { atName } from '../operations/at-name.ts'
import { print } from './output.ts'

const account = new Argument('<account>', 'its name or its id')

export const accountsCommand = createCommand('accounts')
  .description('show and disconnect accounts')
  .addCommand(
    createCommand('list')
      .description('every account: plan, state, owner, posts, last fetch, next refresh, last error')
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .addOption(options.json)
      .action(async (config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const accounts = await readAccounts(data.database.tables.db)
        print(
          command,
          config.json ? `${JSON.stringify(accounts)}\n` : accountTable(accounts, Date.now()),
        )
      }),
    { isDefault: true },
  )
  .addCommand(
    createCommand('show')
      .description('one account')
      .addArgument(account)
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .addOption(options.json)
      .action(async (name, config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const found = await findAccount(data.database.tables.db, name)
        print(
          command,
          config.json ? `${JSON.stringify(found)}\n` : accountDetails(found, Date.now()),
        )
      }),
  )
  .addCommand(
    createCommand('disconnect')
      .description(
        "drop an account's key and its access to the platform; its posts and media are then deleted",
      )
      .addArgument(account)
      .addOption(new Option('--yes', 'really do it').default(false))
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .action(async (name, config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const { tables, connections } = data.database
        const found = await findAccount(tables.db, name)
        const { accountId, state, posts } = found
        if (state === null) {
          throw new UserError(
            `${atName(found)} was imported from files and is not connected. \`photofeed-server keys revoke\` takes its key away.`,
          )
        }
        if (state === 'disconnected')
          throw new UserError(`${atName(found)} is disconnected already.`)
        if (!config.yes) {
          throw new UserError(
            `This stops the key of ${atName(found)} at once and deletes its ${posts} posts and their media. Say --yes to do it.`,
          )
        }
        await connections.apply(accountId, 'disconnected')
        print(
          command,
          `${atName(found)} is disconnected: its key no longer works. A running server deletes its posts and media.\n`,
        )
      }),
  )
