import { createCommand, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { dataOptions, jsonOption, mediaOptions, withOptions } from '../config.ts'
import { openExistingData } from '../data-folder.ts'
import type { DeletedMedia } from '../events.ts'
import { assertUsable, findOwner, readStoreIdentity } from '../media/media-owner.ts'
import { findGarbage, type Garbage, runSweep } from '../media/media-sweep.ts'
import { failedCheck, printResult } from './output.ts'

const sweepCommand = withOptions(createCommand('sweep'), {
  dryRun: new Option('--dry-run', 'only list the files').default(false),
  confirm: new Option('--confirm', 'delete them also if they are many').default(false),
  ...dataOptions,
  ...mediaOptions,
  ...jsonOption,
})
  .description(
    'delete media that nothing shows, as a running server does once a day; more than 100 files that are also more than a fifth of all need --confirm',
  )
  .action(async (config, command) => {
    if (config.dryRun && config.confirm) {
      throw new UserError(
        '--dry-run deletes nothing, so there is nothing to confirm. Pass one of them.',
      )
    }
    await using data = await openExistingData(config)
    const { media, files, database } = data
    if (config.dryRun) {
      const identity = await readStoreIdentity(database.tables.reader)
      assertUsable(await findOwner(files, identity), files.place)
      const parts = { database, media, clock: Date.now }
      const garbage: Garbage[] = []
      let listed = 0
      for await (const page of findGarbage(parts, new AbortController().signal)) {
        listed += page.listed
        garbage.push(...page.garbage)
      }
      const lines = garbage.map(({ key, reason }) => `${key}  ${reason}\n`)
      printResult(
        command,
        { listed, garbage },
        `${lines.join('')}A sweep would delete ${garbage.length} of ${listed} files.\n`,
      )
      return
    }
    const deleted: DeletedMedia[] = []
    const result = await runSweep(
      {
        database,
        media,
        clock: Date.now,
        report: (event, details) => {
          if (event === 'deletedMedia') deleted.push(details as DeletedMedia)
        },
      },
      { signal: new AbortController().signal, isConfirmed: config.confirm },
    )
    const lines = deleted.map(
      ({ mediaId, files, reason }) => `Deleted ${files} of ${mediaId}: ${reason}\n`,
    )
    const end = result.isStopped
      ? `Stopped: ${result.garbage} of ${result.listed} files would be deleted. List them with --dry-run, and delete them with --confirm.\n`
      : `${result.deleted} of ${result.listed} files are deleted.\n`
    printResult(command, { ...result, accounts: deleted }, lines.join('') + end)
    if (result.isStopped) throw failedCheck()
  })

export const mediaCommand = createCommand('media')
  .description('look after stored media')
  .addCommand(sweepCommand)
