import { join, resolve } from 'node:path'
import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { dataOptions, jsonOption, mediaOptions, options, withOptions } from '../config.ts'
import { rotateSecret } from '../connections/sealed-values.ts'
import { openDataFolder, placeOfDatabase, storedSecret } from '../data-folder.ts'
import { openUnmigrated } from '../database.ts'
import { pendingSteps } from '../db/migrations.ts'
import type { Db } from '../db/schema.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { backUp } from './backup.ts'
import { failedCheck, printResult } from './output.ts'

export const doctorCommand = withOptions(createCommand('doctor'), options)
  .description(
    'look at everything that `start` with the same settings needs, and say what to do; ends with 1 if something is broken',
  )
  .action(async (settings, command) => {
    const { examine } = await import('./doctor.ts')
    const found = await examine(settings)
    const lines = found.map(
      ({ check, level, sentence }) => `${level.padEnd(9)}${check.padEnd(10)}${sentence}\n`,
    )
    printResult(command, found, lines.join(''))
    if (found.some(({ level }) => level === 'broken')) throw failedCheck()
  })

export const backupCommand = withOptions(
  createCommand('backup').addArgument(new Argument('<folder>', 'is created if it is missing')),
  {
    withSecret: new Option('--with-secret', 'copy the secret too').default(false),
    ...dataOptions,
    ...mediaOptions,
    ...jsonOption,
  },
)
  .description(
    'copy the database and the media into a folder while servers are running; to restore, start with that folder as --data. ' +
      'Into a folder with an earlier backup only new media are copied, and none are deleted.',
  )
  .action(async (name, config, command) => {
    const folder = resolve(name)
    const secret = config.withSecret ? await storedSecret(config) : null
    if (config.withSecret && secret === null) {
      throw new UserError('There is no secret to copy. Set PHOTOFEED_SECRET or --data.')
    }
    const at = placeOfDatabase(config)
    const files = await openMediaFiles(config, join(config.data, 'media'))
    const report = await backUp({ at, files, secret }, folder)
    const lines = [
      `The database is copied, and ${report.copied} media files; ${report.alreadyThere} were there already.`,
      secret === null
        ? 'The secret is not in it: keep it elsewhere, since without it no key can be shown and no account refreshed.'
        : 'The secret is in it: whoever has this folder can read every key and token.',
      `To restore, start with --data ${folder}\n`,
    ]
    printResult(command, { folder, ...report, withSecret: secret !== null }, lines.join('\n'))
  })

/** Runs a function on a database as it is. Returns null if there is none yet. */
async function withUnmigrated<T>(at: string, work: (db: Db) => Promise<T>): Promise<T | null> {
  await using found = await openUnmigrated(at)
  if (!found) return null
  return await work(found.db).catch((error: unknown) => {
    throw found.explain(error)
  })
}

export const migrateCommand = withOptions(createCommand('migrate'), {
  check: new Option(
    '--check',
    'change nothing, say what is to be done, and end with 1 if there is any',
  ),
  ...dataOptions,
  ...jsonOption,
})
  .description('bring the tables of the database up to date, which `start` does as well')
  .action(async (config, command) => {
    const pending = await withUnmigrated(placeOfDatabase(config), pendingSteps)
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
        const done = await withUnmigrated(at, async (db) => {
          if ((await pendingSteps(db)).length === 0) return rotateSecret(db, boxes)
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
