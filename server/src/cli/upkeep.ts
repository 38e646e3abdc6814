import { createCommand } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { withOptions } from '../settings/setting.ts'
import { dataOptions, jsonOption } from '../settings/settings.ts'
import { placeOfDatabase, storedSecret } from '../start/data-facts.ts'
import { named } from '../stores/engine/postgres-address.ts'
import { createSecretBox } from '../stores/engine/secret-box.ts'
import { rotateSecret } from '../stores/service/sealed-values.ts'
import { readStored } from '../stores/stored-data.ts'
import { printResult } from './output.ts'

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
        const done = await readStored(at, (db) => rotateSecret(db, boxes))
        if (!done) {
          throw new UserError(
            `The database ${named(at)} has no tables. Check --data and --database.`,
          )
        }
        printResult(
          command,
          done,
          `Keys and tokens encrypted with the new secret: ${done.renewed} now, ${done.upToDate} before.\n`,
        )
        if (done.unreadable === 0) return
        throw new UserError(
          `${done.unreadable} open with neither secret and stay as they are. Run it again with the secret that they were encrypted with as PHOTOFEED_PREVIOUS_SECRET.`,
        )
      }),
  )
