import { createGuardedFetch } from '@photofeed/core/node'
import { readResponses } from '../archive/archive.ts'
import { type ImportReport, importFeed } from '../archive/import-feed.ts'
import type { ImportSettings } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { archiveRules, downloadRules } from '../refresh/download-rules.ts'

/** Reads every file before it stores anything, then prints what was stored and the key to read it. */
export async function runImport(
  files: readonly string[],
  settings: ImportSettings,
  write: (text: string) => void,
): Promise<void> {
  const { username, plan, json } = settings
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
  if (json) write(`${JSON.stringify({ username, plan, apiKey, hasMore, ...report })}\n`)
  else write(`${describeReport(username, report, { hasMore })}\nAPI key: ${apiKey}\n`)
}

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return
  const end = done === total ? '\n' : ''
  process.stderr.write(`\rStoring posts and media: ${done} of ${total}${end}`)
}

/** What an import stored, in sentences. */
function describeReport(
  username: string,
  report: ImportReport,
  { hasMore }: { hasMore: boolean },
): string {
  const { added, updated, unchanged, leftOut, media } = report
  const lines = [
    `${username}: ${added} posts added, ${updated} updated, ${unchanged} unchanged.`,
    `Media: ${media.stored} files stored, ${media.reused} already there.`,
    ...media.notStored.map(
      ({ reason, count }) =>
        `Media not stored, the platform's own URL is served: ${count} (${reason}).`,
    ),
    ...(leftOut.posts > 0 ? [`Left out: ${leftOut.posts} posts without any media URL.`] : []),
    ...(leftOut.items > 0
      ? [`Left out: ${leftOut.items} items of albums without any media URL.`]
      : []),
    ...(leftOut.comments > 0 ? [`Left out: ${leftOut.comments} comments without a time.`] : []),
    ...(hasMore
      ? ['The last page names another one, with older posts. Import that too if you want them.']
      : []),
  ]
  return lines.join('\n')
}
