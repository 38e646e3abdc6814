import { Argument, createCommand } from '@commander-js/extra-typings'
import { count, UserError } from '@photofeed/core/node'
import { withOptions } from '../settings/setting.ts'
import { dataOptions, jsonOption } from '../settings/settings.ts'
import { openExistingData } from '../start/data-folder.ts'
import { assertConfirmed, confirmation, listLimit, print, printList } from './output.ts'
import { accountColumns, atName, findAccount, keyColumns, textTable } from './tables.ts'

const account = new Argument('<account>', 'its name or its id')
const noAccounts = 'No accounts. An owner connects one in the dashboard.\n'

export const accountsCommand = createCommand('accounts')
  .description('list and disconnect accounts')
  .addCommand(
    withOptions(createCommand('list'), { ...listLimit, ...dataOptions, ...jsonOption })
      .description('every account: plan, state, owner, posts, last fetch, next refresh, last error')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const { list } = data.database.accounts
        await printList(
          command,
          config,
          (limit) => list({ limit }),
          (accounts) => textTable(accountColumns, accounts, noAccounts),
        )
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(createCommand('disconnect').addArgument(account), {
      ...confirmation,
      ...dataOptions,
    })
      .description(
        "revoke an account's key and its access to the platform; its posts and media are then deleted",
      )
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        const found = await findAccount(data.database, name)
        const { accountId, state, posts } = found
        if (state === null || state === 'disconnected') {
          throw new UserError(`${atName(found)} is disconnected already.`)
        }
        assertConfirmed(
          config,
          `This revokes the key of ${atName(found)} and deletes its ${count(posts, 'post')}, with all media.`,
        )
        const { connections } = data.database
        await connections.apply(accountId, 'disconnected')
        print(
          command,
          `${atName(found)} is disconnected: its key no longer works. A running server deletes its posts and media.\n`,
        )
      }),
  )

export const keysCommand = createCommand('keys')
  .description('show and change API keys')
  .addCommand(
    withOptions(createCommand('list'), { ...listLimit, ...dataOptions, ...jsonOption })
      .description('every account with its key')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const { accounts, keys } = data.database
        const list = async (limit: number) => {
          const listed = await accounts.list({ limit })
          const found = await keys.findAll(listed.map(({ accountId }) => accountId))
          return listed.map(({ accountId, username, plan, status }) => ({
            ...{ accountId, username, plan, status, hasKey: found.has(accountId) },
            apiKey: found.get(accountId) ?? null,
          }))
        }
        await printList(command, config, list, (rows) => textTable(keyColumns, rows, noAccounts))
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(createCommand('regenerate').addArgument(account), dataOptions)
      .description('give an account a new key; the old one stops working immediately')
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        // Without opening any key: a new one is the way out when the secret is lost.
        const found = await findAccount(data.database, name)
        const { accountId, state } = found
        if (state === 'disconnected') {
          throw new UserError(
            `${atName(found)} is disconnected, and its posts are being deleted. Its owner can connect it again, which issues a new key.`,
          )
        }
        const apiKey = await data.database.keys.issue(accountId)
        print(command, `${apiKey}\n`)
      }),
  )
