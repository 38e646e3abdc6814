import { createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { placeOfDatabase, storedSecret } from '../start/data-facts.ts'
import { openDataFolder } from '../start/data-folder.ts'
import { option, withOptions } from '../start/setting.ts'
import { flag } from '../start/setting-values.ts'
import { dataOptions, jsonOption } from '../start/settings.ts'
import { createSecretBox } from '../stores/engine/secret-box.ts'
import { readUnmigrated } from '../stores/unmigrated.ts'
import { count, failedCheck, printResult } from './output.ts'

export const migrateCommand = withOptions(createCommand('migrate'), {
  check: option('--check', flag, {
    description: 'change nothing, say what is to be done, and end with 1 if there is any',
  }),
  ...dataOptions,
  ...jsonOption,
})
  .description('bring the tables of the database up to date, which `start` does as well')
  .action(async (config, command) => {
    const pending = await readUnmigrated(placeOfDatabase(config), (stored) => stored.pendingSteps())
    if (!config.check) {
      await using _ = await openDataFolder(config.data, config.secret, config, { migrate: true })
    }
    const steps = pending ?? []
    const report = config.check ? { pending: steps } : { done: steps }
    const summary =
      pending === null
        ? `There ${config.check ? 'is no database yet; the first start makes it.' : 'was no database; it is made.'}`
        : `${count(steps.length, 'step')} ${config.check ? 'to do' : 'done'}:`
    const text =
      pending?.length === 0 ? 'The tables are up to date.' : [summary, ...steps].join('\n  ')
    printResult(command, report, `${text}\n`)
    if (config.check && pending?.length !== 0) throw failedCheck()
  })

export const secretCommand = createCommand('secret')
  .description('change the secret that encrypts API keys and tokens')
  .addCommand(
    withOptions(createCommand('rotate'), { ...dataOptions, ...jsonOption })
      .description(
        'encrypt again, with the current secret, what the previous one encrypted. First start every server with both; ' +
          'afterwards remove the previous one. It can be stopped and run again. Owners have to sign in again: their sessions depend on the secret too.',
      )
      .action(async (config, command) => {
        const secret = await storedSecret(config)
        const previous = config.previousSecret
        if (!secret) throw new UserError('There is no secret. Set PHOTOFEED_SECRET to the new one.')
        if (!previous) {
          throw new UserError('Set PHOTOFEED_PREVIOUS_SECRET to the secret before this one.')
        }
        if (secret === previous) {
          throw new UserError('The previous secret is the same as the new one. Set another secret.')
        }
        const at = placeOfDatabase(config)
        const boxes = { current: createSecretBox(secret), previous: createSecretBox(previous) }
        const done = await readUnmigrated(at, async (stored) => {
          if ((await stored.pendingSteps()).length === 0) return stored.rotateSecret(boxes)
          throw new UserError(
            'The tables are those of an older version. Run `photofeed-server migrate` first.',
          )
        })
        if (!done) {
          throw new UserError(`There is no database at ${at}. Name the data folder with --data.`)
        }
        printResult(
          command,
          done,
          `${done.renewed} keys and tokens are encrypted with the new secret; ${done.upToDate} were already.\n`,
        )
        if (done.unreadable === 0) return
        throw new UserError(
          `${done.unreadable} open with neither secret and stay as they are. Run it again with the secret that they were encrypted with as PHOTOFEED_PREVIOUS_SECRET.`,
        )
      }),
  )
