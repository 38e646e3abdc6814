import { join } from 'node:path'
import { createCommand } from '@commander-js/extra-typings'
import type { StoredFile } from '@photofeed/core'
import { count } from '@photofeed/core/node'
import { copyFiles } from '../media/copy-files.ts'
import type { FileStore } from '../media/file-store.ts'
import { createFolderFiles } from '../media/folder-files.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { option, setting, withOptions } from '../settings/setting.ts'
import { folder, postgres } from '../settings/setting-values.ts'
import { dataOptions, jsonOption, mediaOptions } from '../settings/settings.ts'
import { placeOfDatabase, storedSecret } from '../start/data-facts.ts'
import { createSecretBox } from '../stores/engine/secret-box.ts'
import { readFiles } from '../stores/service/media-files.ts'
import { assertSecretMatches } from '../stores/service/sealed-values.ts'
import { failedCheck, printResult, printWarning } from './output.ts'

const copyOptions = {
  to: setting('--to <url>', postgres, {
    description: 'an empty PostgreSQL database, postgres://user@host/name',
    variable: 'PHOTOFEED_DATABASE',
    secret: 'password',
  }),
  fromMedia: option('--from-media <folder>', folder.optional(), {
    description:
      'the folder of the pictures and videos that are copied if --media is a bucket; by default media in the data folder',
  }),
  ...{ data: dataOptions.data, secret: dataOptions.secret, ...mediaOptions, ...jsonOption },
}

const bucketVariables = Object.values(mediaOptions)
  .map(({ variable }) => variable)
  .join(', ')

export const copyCommand = withOptions(createCommand('copy'), copyOptions)
  .description(
    'copy a service from SQLite to PostgreSQL, with the settings of the new one, while no server runs; no server starts with the SQLite file again',
  )
  .action(async ({ to, data, ...config }, command) => {
    // Loaded on demand: most servers run on SQLite, and start faster without it.
    const { openAlone } = await import('../stores/copy-to-postgres.ts')
    const secret = await storedSecret({ data, secret: config.secret })
    const file = placeOfDatabase({ data })
    await using source = await openAlone(file)
    if (secret !== null) await assertSecretMatches(source.db, createSecretBox(secret))
    const folder = config.fromMedia ?? join(data, 'media')
    const files = await openMediaFiles(config, folder)
    const media =
      config.media?.kind === 's3'
        ? await copyMedia(await readFiles(source.db), folder, files)
        : null
    const rows = await source.copyTo(to)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const text = `Copied ${count(rows.owner ?? 0, 'owner')} and ${count(rows.account ?? 0, 'account')}, ${count(total, 'row')} in all. Each table has the same rows as the source.
${media ? `${files.place} has ${count(media.files, 'media file')}. Damaged, and left out: ${media.damaged.length}.` : `The media stay in ${folder}.`}
Start the servers with the same settings${config.media?.kind === 's3' ? `, also those of the bucket (${bucketVariables})` : ''}${config.secret ? '' : `, and with the text of ${join(data, 'secret')} as PHOTOFEED_SECRET`}. None starts with ${file} again, unless you delete ${file}.moved.
`
    printResult(command, { rows, media }, text)
    if (!media || media.missing + media.damaged.length === 0) return
    printWarning(
      command,
      `${folder} has lost ${count(media.missing, 'media file')}; damaged: ${media.damaged.length}. The next refreshes download them again, if the platform has them.`,
    )
    throw failedCheck()
  })

/** Copies the media to a bucket. Those that an earlier run has copied are not copied again. */
async function copyMedia(all: readonly StoredFile[], folder: string, to: FileStore) {
  const from = createFolderFiles(folder)
  const { copied, alreadyThere, missing, damaged } = await copyFiles(all, from, to)
  return { files: copied + alreadyThere, missing: missing.length, damaged }
}
