import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createCommand } from '@commander-js/extra-typings'
import { options } from '../config.ts'
import { openMediaStore } from '../media/open-media-store.ts'
import { failedCheck, print } from './output.ts'

export const doctorCommand = createCommand('doctor')
  .description(
    'look at everything that a server needs, and say what to do; ends with 1 if something is broken',
  )
  .addOption(options.data)
  .addOption(options.database)
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
    const { examine } = await import('../operations/doctor/examine.ts')
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
