import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import type { AccountKey } from '../db/api-keys.ts'
import { readAccounts, readJobs } from '../db/operators.ts'
import {
  accountDetails,
  accountTable,
  findAccount,
  findJob,
  jobTable,
  limitOf,
} from '../operations/overviews.ts'
import { atName } from '../operations/text.ts'
import { assertConfirmed, confirmation, print } from './output.ts'

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
        const accounts = await readAccounts(data.database.tables.db, limitOf(config))
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
        "revoke an account's key and its access to the platform; its posts and media are then deleted",
      )
      .addArgument(account)
      .addOption(confirmation)
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
            `${atName(found)} was imported from files and is not connected. \`photofeed-server keys revoke\` revokes its key.`,
          )
        }
        if (state === 'disconnected')
          throw new UserError(`${atName(found)} is disconnected already.`)
        assertConfirmed(
          config,
          `This revokes the key of ${atName(found)} and deletes its ${posts} posts and their media.`,
        )
        await connections.apply(accountId, 'disconnected')
        print(
          command,
          `${atName(found)} is disconnected: its key no longer works. A running server deletes its posts and media.\n`,
        )
      }),
  )

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
      .description('give an account a new key; the old one stops working immediately')
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
      .description("revoke an account's key; it stops working immediately")
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

export const jobsCommand = createCommand('jobs')
  .description('show the recurring work of all accounts, and bring it forward')
  .addCommand(
    createCommand('list')
      .description('every job: its account, when it is due, attempts, last error')
      .addOption(
        new Option('--dead', 'only jobs that failed too often, which are not tried again').default(
          false,
        ),
      )
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .addOption(options.json)
      .action(async (config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const filter = { deadOnly: config.dead, ...limitOf(config) }
        const jobs = await readJobs(data.database.tables.db, filter)
        if (jobs.length === 0 && config.dead && !config.json) print(command, 'No job is dead.\n')
        else print(command, config.json ? `${JSON.stringify(jobs)}\n` : jobTable(jobs, Date.now()))
      }),
    { isDefault: true },
  )
  .addCommand(
    createCommand('run')
      .description('make a job due now; a running server takes it up')
      .addArgument(new Argument('<kind>', 'the work, such as posts'))
      .addArgument(new Argument('<account>', "the account's name or id"))
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .action(async (kind, name, config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const { tables, jobs } = data.database
        const account = await findAccount(tables.db, name)
        const job = await findJob(tables.db, account, kind)
        await jobs.schedule(kind, account.accountId, Date.now())
        print(
          command,
          job.isRunning
            ? `The job ${kind} of ${atName(account)} runs already.\n`
            : `The job ${kind} of ${atName(account)} is due now.\n`,
        )
      }),
  )
  .addCommand(
    createCommand('replay')
      .description('make dead jobs due again: all of them, or those of one account')
      .addArgument(new Argument('[account]', "the account's name or id"))
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .action(async (name, config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const { tables, jobs } = data.database
        const account = name === undefined ? null : await findAccount(tables.db, name)
        const count = await jobs.replay(account?.accountId ?? null)
        const what = count === 1 ? '1 job is' : `${count} jobs are`
        const whose = account === null ? '' : ` of ${atName(account)}`
        print(
          command,
          count === 0
            ? `No job${whose} is dead.\n`
            : `${what} due now. A running server claims them.\n`,
        )
      }),
  )
