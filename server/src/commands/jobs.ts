import { Argument, createCommand } from '@commander-js/extra-typings'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { findAccount } from '../operations/account-overview.ts'
import { atName } from '../operations/at-name.ts'
import { jobOf, jobTable, readJobs } from '../operations/job-overview.ts'
import { print } from './output.ts'

export const jobsCommand = createCommand('jobs')
  .description('show the recurring work of all accounts, and bring it forward')
  .addCommand(
    createCommand('list')
      .description('every job: its account, when it is due, attempts, last error')
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.secret)
      .addOption(options.previousSecret)
      .addOption(options.json)
      .action(async (config, command) => {
        await using data = await openDataFolder(config.data, config.secret, config)
        const now = Date.now()
        const jobs = await readJobs(data.database.tables.db, now)
        print(command, config.json ? `${JSON.stringify(jobs)}\n` : jobTable(jobs, now))
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
        const now = Date.now()
        const job = jobOf(await readJobs(tables.db, now), account, kind)
        await jobs.schedule(kind, account.accountId, now)
        print(
          command,
          job.isRunning
            ? `The job ${kind} of ${atName(account)} runs already.\n`
            : `The job ${kind} of ${atName(account)} is due now.\n`,
        )
      }),
  )
