import { join, resolve } from 'node:path'
import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { options } from '../config.ts'
import { openMediaStore } from '../media/open-media-store.ts'
import { backUp } from '../operations/backup.ts'
import { storedSecret } from '../operations/stored-secret.ts'
import { print } from './output.ts'

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
