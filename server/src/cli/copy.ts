import { join } from 'node:path'
import { createCommand } from '@commander-js/extra-typings'
import { jsonOption, withOptions } from '../config.ts'
import { copyService } from '../copy/copy-service.ts'
import { copyOptions } from '../copy-options.ts'
import { placeOfDatabase, storedSecret } from '../data-folder.ts'
import { isPostgres } from '../database.ts'
import { type MediaSettings, openMediaFiles } from '../media/open-media-files.ts'
import { count, printResult } from './output.ts'

export const copyCommand = withOptions(createCommand('copy'), { ...copyOptions, ...jsonOption })
  .description(
    'copy everything from SQLite to PostgreSQL or back, and the media to a bucket or back, while no server runs; ' +
      'changes nothing in the source, and continues where it was interrupted when it is run again',
  )
  .action(async (config, command) => {
    const { to, media, fromMedia, data } = config
    const folder = join(data, 'media')
    const secret = await storedSecret(config)
    const { rows, media: copied } = await copyService({
      ...{ from: placeOfDatabase(config), to, secret },
      media: media
        ? {
            from: await openMediaFiles(usable(config, fromMedia), folder),
            to: await openMediaFiles(usable(config, media), folder),
          }
        : null,
      onProgress: (line) => command.configureOutput().writeErr?.(`${line}\n`),
    })
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const damaged = copied?.damaged ?? []
    const lines = [
      `Copied ${count(rows.owner ?? 0, 'owner')} and ${count(rows.account ?? 0, 'account')}, ${count(total, 'row')} in all. Each table has the same rows as the source.`,
      ...(copied
        ? [`Copied ${count(copied.copied, 'media file')}; already there: ${copied.alreadyThere}.`]
        : []),
      ...(damaged.length > 0
        ? [
            `Damaged in the source too: ${count(damaged.length, 'media file')}, whose content is not that of the name, such as ${damaged[0]}. Restore from a backup.`,
          ]
        : []),
      'Set these for every server, and start none with the source again:',
      `  PHOTOFEED_DATABASE  ${isPostgres(to) ? 'the address of --to' : to}`,
      `  PHOTOFEED_SECRET    ${secretHint(config, secret)}`,
      `  PHOTOFEED_MEDIA     ${placeText(media ?? fromMedia, folder)}\n`,
    ]
    printResult(command, { rows, media: copied }, lines.join('\n'))
  })

/** The endpoint of a bucket means nothing for a folder. */
function usable(settings: MediaSettings, media: MediaSettings['media']): MediaSettings {
  return media?.kind === 's3' ? { ...settings, media } : { media }
}

function secretHint({ data, secret }: { data: string; secret?: string }, known: string | null) {
  if (secret !== undefined) return 'the same as now'
  if (known !== null) return `the text of ${join(data, 'secret')}`
  return 'the secret of the source, which opens the keys and tokens'
}

function placeText(media: MediaSettings['media'], folder: string): string {
  if (media?.kind !== 's3') return media?.folder ?? folder
  return `s3://${media.bucket}${media.prefix && `/${media.prefix}`}`
}
