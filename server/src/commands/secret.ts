import { join } from 'node:path'
import { createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { pendingSteps } from '../db/migrations.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { rotateSecret } from '../db/secret-rotation.ts'
import { openUnmigrated } from '../db/unmigrated-database.ts'
import { storedSecret } from '../operations/stored-secret.ts'
import { print } from './output.ts'

export const secretCommand = createCommand('secret')
  .description('change the secret that encrypts API keys and tokens')
  .addCommand(
    createCommand('rotate')
      .description(
        'encrypt anew, with the secret that is set, what the previous one encrypted. First start every server with both; ' +
          'afterwards take the previous one away. May be stopped and run again. Owners sign in anew: their sessions go by the secret too.',
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
        if ((await pendingSteps(found.db)).length > 0) {
          throw new UserError(
            'The tables are those of an older version. Run `photofeed-server migrate` first.',
          )
        }
        const boxes = { current: createSecretBox(secret), previous: createSecretBox(previous) }
        const done = await rotateSecret(found.db, boxes).catch((error: unknown) => {
          throw found.explain(error)
        })
        if (config.json) print(command, `${JSON.stringify(done)}\n`)
        else {
          print(
            command,
            `${done.renewed} keys and tokens are encrypted anew; ${done.upToDate} were already.\n`,
          )
        }
        if (done.unreadable === 0) return
        throw new UserError(
          `${done.unreadable} open with neither secret and stay as they are. Run it again with the secret that they were encrypted with as PHOTOFEED_PREVIOUS_SECRET.`,
        )
      }),
  )
