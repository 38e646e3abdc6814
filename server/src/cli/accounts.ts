import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { openExistingData } from '../start/data-folder.ts'
import { withOptions } from '../start/setting.ts'
import { dataOptions, jsonOption } from '../start/settings.ts'
import type { Database } from '../stores/database.ts'
import type { AccountOverview } from '../stores/service/account-overview.ts'
import { assertConfirmed, confirmation, logCommand, print, printResult } from './output.ts'
import {
  accountDetails,
  accountTable,
  atName,
  findAccount,
  findJob,
  jobTable,
  limitOf,
} from './tables.ts'

const account = new Argument('<account>', 'its name or its id')

export const accountsCommand = createCommand('accounts')
  .description('show and disconnect accounts')
  .addCommand(
    withOptions(createCommand('list'), { ...dataOptions, ...jsonOption })
      .description('every account: plan, state, owner, posts, last fetch, next refresh, last error')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const accounts = await data.database.accounts.list(limitOf(config))
        printResult(command, accounts, accountTable(accounts, Date.now()))
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(createCommand('show').addArgument(account), { ...dataOptions, ...jsonOption })
      .description('one account')
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        const found = await findAccount(data.database, name)
        printResult(command, found, accountDetails(found, Date.now()))
      }),
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
        const { connections } = data.database
        const found = await findAccount(data.database, name)
        const { accountId, state, posts } = found
        if (state === null || state === 'disconnected')
          throw new UserError(`${atName(found)} is disconnected already.`)
        assertConfirmed(
          config,
          `This revokes the key of ${atName(found)} and deletes its ${posts} posts and their media.`,
        )
        const connection = await connections.find(accountId)
        await connections.apply(accountId, 'disconnected')
        const ownerId = connection?.ownerId ?? null
        await logCommand(data.database, (by) => ({
          event: 'disconnected',
          details: { ...by, accountId, ownerId },
        }))
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
    withOptions(createCommand('list'), { ...dataOptions, ...jsonOption })
      .description('every account with its key')
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const keys = await data.database.keys.findAll()
        const accounts = (await data.database.accounts.list()).map((account) => ({
          accountId: account.accountId,
          username: account.username,
          plan: account.plan,
          status: account.status,
          hasKey: keys.has(account.accountId),
          apiKey: keys.get(account.accountId) ?? null,
        }))
        printResult(command, accounts, keyTable(accounts))
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(createCommand('regenerate').addArgument(username), dataOptions)
      .description('give an account a new key; the old one stops working immediately')
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        const { keys } = data.database
        // Without opening any key: a new one is the way out when the secret is lost.
        const found = await findAccount(data.database, name)
        const { accountId, state } = found
        if (state === 'disconnected') {
          throw new UserError(
            `${atName(found)} is disconnected, and its posts are being deleted. Its owner can connect it again, which issues a new key.`,
          )
        }
        const apiKey = await keys.issue(accountId)
        await logKey(data.database, accountId, 'replaced')
        print(command, `${apiKey}\n`)
      }),
  )
  .addCommand(
    withOptions(createCommand('revoke').addArgument(username), dataOptions)
      .description("revoke an account's key; it stops working immediately")
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        const { keys } = data.database
        const { accountId } = await findAccount(data.database, name)
        await keys.revoke(accountId)
        await logKey(data.database, accountId, 'revoked')
        print(command, `The key of ${name} no longer works.\n`)
      }),
  )

async function logKey(
  database: Database,
  accountId: number,
  change: 'replaced' | 'revoked',
): Promise<void> {
  const connection = await database.connections.find(accountId)
  const ownerId = connection?.ownerId ?? null
  await logCommand(database, (by) => ({
    event: 'changedKey',
    details: { ...by, accountId, ownerId, change },
  }))
}

function keyTable(
  accounts: (Pick<AccountOverview, 'username' | 'plan' | 'status'> & {
    hasKey: boolean
    apiKey: string | null
  })[],
): string {
  if (accounts.length === 0) return 'No accounts. An owner connects one in the dashboard.\n'
  const rows = accounts.map(({ username, plan, status, hasKey, apiKey }) =>
    [
      username,
      plan,
      status,
      apiKey ?? (hasKey ? '(unreadable: regenerate it)' : '(disconnected)'),
    ].join('\t'),
  )
  return `${rows.join('\n')}\n`
}

const failing = new Option('--failing', 'only jobs whose last run failed').default(false)

export const jobsCommand = createCommand('jobs')
  .description('show the recurring work of all accounts, and bring it forward')
  .addCommand(
    withOptions(createCommand('list'), { failing, ...dataOptions, ...jsonOption })
      .description(
        'every job: its account, when it is due, attempts, since when it fails, last error',
      )
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const filter = { failingOnly: config.failing, ...limitOf(config) }
        const jobs = await data.database.work.list(filter)
        const hasNone = jobs.length === 0 && config.failing
        printResult(command, jobs, hasNone ? 'No job fails.\n' : jobTable(jobs, Date.now()))
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(
      createCommand('run')
        .addArgument(new Argument('<kind>', 'the work, such as posts'))
        .addArgument(new Argument('<account>', "the account's name or id")),
      dataOptions,
    )
      .description('make a job due now; a running server claims it')
      .action(async (kind, name, config, command) => {
        await using data = await openExistingData(config)
        const { work } = data.database
        const account = await findAccount(data.database, name)
        const job = await findJob(data.database, account, kind)
        await work.schedule(job.kind, account.accountId)
        const state = job.isRunning ? 'runs already' : 'is due now'
        print(command, `The job ${kind} of ${atName(account)} ${state}.\n`)
      }),
  )
  .addCommand(
    withOptions(
      createCommand('retry').addArgument(new Argument('[account]', "the account's name or id")),
      dataOptions,
    )
      .description('make failing jobs due now: all of them, or those of one account')
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        const { work } = data.database
        const account = name === undefined ? null : await findAccount(data.database, name)
        const count = await work.retry(account?.accountId ?? null)
        const what = count === 1 ? '1 job is' : `${count} jobs are`
        const whose = account === null ? '' : ` of ${atName(account)}`
        print(
          command,
          count === 0
            ? `No job${whose} fails.\n`
            : `${what} due now. A running server claims them.\n`,
        )
      }),
  )
