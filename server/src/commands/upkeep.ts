import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { openUnmigrated } from '../db/database.ts'
import { pendingSteps } from '../db/migrations.ts'
import { rotateSecret } from '../db/sealed-values.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { openMediaStore } from '../media/open-media-store.ts'
import { backUp } from '../operations/backup.ts'
import { storedSecret } from '../operations/data-checks.ts'
import { failedCheck, print } from './output.ts'

export const doctorCommand = createCommand('doctor')
  .description(
    'look at everything that a server needs, and say what to do; ends with 1 if something is broken',
  )
  .addOption(options.role)
  .addOption(options.workers)
  .addOption(options.data)
  .addOption(options.database)
  .addOption(options.databaseReplica)
  .addOption(options.secret)
  .addOption(options.previousSecret)
  .addOption(options.media)
  .addOption(options.s3Endpoint)
  .addOption(options.s3Region)
  .addOption(options.s3PathStyle)
  .addOption(options.baseUrl)
  .addOption(options.supportEmail)
  .addOption(options.production)
  .addOption(options.platformClientId)
  .addOption(options.platformClientSecret)
  .addOption(options.platformGraphUrl)
  .addOption(options.smtpUrl)
  .addOption(options.mailFrom)
  .addOption(options.purgeUrl)
  .addOption(options.purgeToken)
  .addOption(options.adminPort)
  .addOption(options.adminHost)
  .addOption(options.json)
  .action(async (settings, command) => {
    const { examine } = await import('../operations/doctor.ts')
    const usual = join(settings.data, 'media')
    const folder = settings.media?.kind === 's3' ? null : (settings.media?.folder ?? usual)
    const isThere = folder === null || existsSync(folder)
    const media = isThere ? await openMediaStore(settings, usual) : null
    const found = await examine({ settings, media, fetch, clock: Date.now })
    print(
      command,
      settings.json
        ? `${JSON.stringify(found)}\n`
        : found
            .map(
              ({ check, level, sentence }) => `${level.padEnd(9)}${check.padEnd(10)}${sentence}\n`,
            )
            .join(''),
    )
    if (found.some(({ level }) => level === 'broken')) throw failedCheck()
  })

export const backupCommand = createCommand('backup')
  .description(
    'copy the database and the media into a folder while servers go on; to restore, start with that folder as --data. ' +
      'Into a folder with an earlier backup only new media are copied, and none are deleted.',
  )
  .addArgument(new Argument('<folder>', 'is made when it is not there'))
  .addOption(new Option('--with-secret', 'copy the secret too').default(false))
  .addOption(options.data)
  .addOption(options.database)
  .addOption(options.secret)
  .addOption(options.media)
  .addOption(options.s3Endpoint)
  .addOption(options.s3Region)
  .addOption(options.s3PathStyle)
  .addOption(options.json)
  .action(async (name, config, command) => {
    const folder = resolve(name)
    const secret = config.withSecret ? await storedSecret(config) : null
    if (config.withSecret && secret === null) {
      throw new UserError('There is no secret to copy. Set PHOTOFEED_SECRET or --data.')
    }
    const at = config.database ?? join(config.data, 'photofeed.sqlite')
    const media = await openMediaStore(config, join(config.data, 'media'))
    const report = await backUp({ at, media, secret }, folder)
    if (config.json) {
      print(command, `${JSON.stringify({ folder, ...report, withSecret: secret !== null })}\n`)
      return
    }
    print(
      command,
      [
        `The database is copied, and ${report.copied} media files; ${report.alreadyThere} were there already.`,
        secret === null
          ? 'The secret is not in it: keep it elsewhere, since without it no key can be shown and no account refreshed.'
          : 'The secret is in it: whoever has this folder can read every key and token.',
        `To restore, start with --data ${folder}\n`,
      ].join('\n'),
    )
  })

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

export const secretCommand = createCommand('secret')
  .description('change the secret that encrypts API keys and tokens')
  .addCommand(
    createCommand('rotate')
      .description(
        'encrypt again, with the current secret, what the previous one encrypted. First start every server with both; ' +
          'afterwards remove the previous one. It can be stopped and run again. Owners have to sign in again: their sessions depend on the secret too.',
      )
      .addOption(options.previousSecret)
      .addOption(options.secret)
      .addOption(options.data)
      .addOption(options.database)
      .addOption(options.json)
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
        const at = config.database ?? join(config.data, 'photofeed.sqlite')
        await using found = await openUnmigrated(at)
        if (!found)
          throw new UserError(`There is no database at ${at}. Name the data folder with --data.`)
        const explain = (error: unknown) => {
          throw found.explain(error)
        }
        if ((await pendingSteps(found.db).catch(explain)).length > 0) {
          throw new UserError(
            'The tables are those of an older version. Run `photofeed-server migrate` first.',
          )
        }
        const boxes = { current: createSecretBox(secret), previous: createSecretBox(previous) }
        const done = await rotateSecret(found.db, boxes).catch(explain)
        if (config.json) print(command, `${JSON.stringify(done)}\n`)
        else {
          print(
            command,
            `${done.renewed} keys and tokens are encrypted with the new secret; ${done.upToDate} were already.\n`,
          )
        }
        if (done.unreadable === 0) return
        throw new UserError(
          `${done.unreadable} open with neither secret and stay as they are. Run it again with the secret that they were encrypted with as PHOTOFEED_PREVIOUS_SECRET.`,
        )
      }),
  )
