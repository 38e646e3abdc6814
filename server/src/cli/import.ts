import { Argument, createCommand } from '@commander-js/extra-typings'
import { createGuardedFetch } from '@photofeed/core/node'
import { readResponses } from '../archive/archive.ts'
import { type ImportReport, importFeed } from '../archive/import-feed.ts'
import { importOptions, withOptions } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { archiveRules, downloadRules } from '../refresh/download-rules.ts'
import { printResult } from './output.ts'

export const importCommand = withOptions(
  createCommand('import').addArgument(
    new Argument('<files...>', 'JSON files; media may lie beside them'),
  ),
  importOptions,
)
  .description("store the platform's responses: an account's profile and pages of its media")
  .action(async (files, settings, command) => {
    const { username, plan } = settings
    // Every file is read before anything is stored.
    const { hasMore, ...responses } = await readResponses(files, username)
    await using data = await openDataFolder(settings.data, settings.secret, settings, {
      migrate: true,
    })
    await data.media.check()
    const { feeds, keys } = data.database
    const report = await importFeed(
      { ...responses, plan, status: 'ready', fetchedAt: Date.now() },
      {
        feeds,
        media: data.media,
        fetch: createGuardedFetch(downloadRules(archiveRules, settings)),
        onProgress: (done) => showProgress(done, responses.posts.length),
      },
    )
    const apiKey = (await keys.find(report.accountId)) ?? (await keys.issue(report.accountId))
    const lines = describeReport(username, report)
    if (hasMore) {
      lines.push(
        'The last page names another one, with older posts. Import that too if you want them.',
      )
    }
    const text = [...lines, `API key: ${apiKey}\n`].join('\n')
    printResult(command, { username, plan, apiKey, hasMore, ...report }, text)
  })

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const end = done === total ? '\n' : ''
  process.stderr.write(`\rStoring posts and media: ${done} of ${total}${end}`)
}

function describeReport(username: string, report: ImportReport): string[] {
  const { added, updated, unchanged, leftOut, media } = report
  const lines = [
    `${username}: ${added} posts added, ${updated} updated, ${unchanged} unchanged.`,
    `Media: ${media.stored} files stored, ${media.reused} already there.`,
  ]
  for (const { reason, count } of media.notStored) {
    lines.push(`Media not stored, the platform's own URL is served: ${count} (${reason}).`)
  }
  if (leftOut.posts > 0) lines.push(`Left out: ${leftOut.posts} posts without any media URL.`)
  if (leftOut.items > 0) {
    lines.push(`Left out: ${leftOut.items} items of albums without any media URL.`)
  }
  if (leftOut.comments > 0) lines.push(`Left out: ${leftOut.comments} comments without a time.`)
  return lines
}
