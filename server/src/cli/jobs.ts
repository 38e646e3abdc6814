import { Argument, createCommand } from '@commander-js/extra-typings'
import { count, UserError } from '@photofeed/core/node'
import { option, withOptions } from '../settings/setting.ts'
import { flag } from '../settings/setting-values.ts'
import { dataOptions, jsonOption } from '../settings/settings.ts'
import { openExistingData } from '../start/data-folder.ts'
import type { Lane } from '../stores/service/work-kinds.ts'
import { assertConfirmed, confirmation, listLimit, print, printList } from './output.ts'
import { atName, findAccount, textTable, workColumns } from './tables.ts'

const failing = option('--failing', flag, {
  description: 'only what failed when it last ran',
})

/** What is lost with a message of a lane. */
const losses: Partial<Record<Lane, string>> = {
  mail: 'Its mail is never sent.',
  deletion: 'What it deletes stays where it is.',
  purge: 'Caches may go on to send what it purges.',
}

export const jobsCommand = createCommand('jobs')
  .description('show all work that waits: recurring jobs of accounts, mails, deletions and purges')
  .addCommand(
    withOptions(createCommand('list'), { failing, ...listLimit, ...dataOptions, ...jsonOption })
      .description(
        'the id of each, its lane, account, next try, attempts, since when it fails, last error',
      )
      .action(async (config, command) => {
        await using data = await openExistingData(config)
        const none = config.failing
          ? 'Nothing fails.\n'
          : 'Nothing waits: no account is connected.\n'
        const list = (limit: number) =>
          data.database.work.list({ failingOnly: config.failing, limit })
        await printList(command, config, list, (jobs) => textTable(workColumns, jobs, none))
      }),
    { isDefault: true },
  )
  .addCommand(
    withOptions(
      createCommand('retry').addArgument(new Argument('[account]', 'its name or its id')),
      dataOptions,
    )
      .description(
        'make jobs due now: all that fail, or every one of an account; a running server claims them',
      )
      .action(async (name, config, command) => {
        await using data = await openExistingData(config)
        const found = name === undefined ? null : await findAccount(data.database, name)
        const jobs = await data.database.work.retry(found?.accountId ?? null)
        const what = found === null ? 'that failed' : `of ${atName(found)}`
        print(command, `Due now: ${count(jobs, 'job')} ${what}.\n`)
      }),
  )
  .addCommand(
    withOptions(
      createCommand('drop').addArgument(new Argument('<id>', 'the id in the list, of a message')),
      { ...confirmation, ...dataOptions },
    )
      .description('delete a mail, a deletion or a purge that cannot succeed')
      .action(async (text, config, command) => {
        const id = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
        await using data = await openExistingData(config)
        const { work } = data.database
        const [found] = Number.isNaN(id) ? [] : await work.list({ id })
        if (!found) throw new UserError(`There is no work with the id ${text}. \`jobs\` lists all.`)
        const { kind, lane, attempts } = found
        const loss = losses[lane]
        if (loss === undefined) {
          throw new UserError(
            `The job ${kind} belongs to an account, and ends when that is disconnected: \`accounts disconnect\`.`,
          )
        }
        assertConfirmed(
          config,
          `This drops ${kind}, which failed ${count(attempts, 'time')}. ${loss}`,
        )
        if (!(await work.drop(id)))
          throw new UserError(`The work ${id} was done before it could be dropped.`)
        print(command, `${kind} is dropped. ${loss}\n`)
      }),
  )
