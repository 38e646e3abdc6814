import { join } from 'node:path'
import { createCommand, Option } from '@commander-js/extra-typings'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { pendingSteps } from '../db/migrations.ts'
import { openUnmigrated } from '../db/unmigrated-database.ts'
import { failedCheck, print } from './output.ts'

export const migrateCommand = createCommand('migrate')
  .description('bring the tables of the database up to date, which `start` does as well')
  .addOption(
    new Option('--check', 'change nothing, say what is to be done, and end with 1 if there is any'),
  )
  .addOption(options.data)
  .addOption(options.database)
  .addOption(options.secret)
  .addOption(options.previousSecret)
  .addOption(options.json)
  .action(async (config, command) => {
    const pending = await pendingAt(config.database ?? join(config.data, 'photofeed.sqlite'))
    if (!config.check) {
      await using _ = await openDataFolder(config.data, config.secret, config, { migrate: true })
    }
    const steps = pending ?? []
    const heading = pending
      ? `${steps.length} ${steps.length === 1 ? 'step' : 'steps'} ${config.check ? 'to do' : 'done'}:`
      : `There ${config.check ? 'is no database yet; the first start makes it.' : 'was no database; it is made.'}`
    const text =
      pending?.length === 0 ? 'The tables are up to date.' : [heading, ...steps].join('\n  ')
    const report = config.check ? { pending: steps } : { done: steps }
    print(command, config.json ? `${JSON.stringify(report)}\n` : `${text}\n`)
    if (config.check && pending?.length !== 0) throw failedCheck()
  })

/** Null when there is no database yet. */
async function pendingAt(at: string): Promise<string[] | null> {
  await using found = await openUnmigrated(at)
  if (!found) return null
  return await pendingSteps(found.db).catch((error: unknown) => {
    throw found.explain(error)
  })
}
