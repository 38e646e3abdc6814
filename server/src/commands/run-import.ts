import type { PlanName } from '@photofeed/openapi'
import { openDataFolder } from '../data-folder.ts'
import { readAnswers } from '../import/archive.ts'
import { createGuardedFetch } from '../import/download.ts'
import { archiveRules, type DownloadSettings, downloadRules } from '../import/download-rules.ts'
import { importFeed } from '../import/import-feed.ts'
import { createMediaSource } from '../import/media-source.ts'
import type { MediaSettings } from '../media/open-media-store.ts'
import { describeReport } from './import-report.ts'

export interface ImportSettings extends MediaSettings, DownloadSettings {
  username: string
  plan: PlanName
  data: string
  database?: string | undefined
  secret?: string | undefined
  json: boolean
}

/** Reads every file before anything is stored, then says what was stored and with which key it can be read. */
export async function runImport(
  files: readonly string[],
  settings: ImportSettings,
  write: (text: string) => void,
): Promise<void> {
  const { username, plan, json } = settings
  const { hasMore, ...answers } = await readAnswers(files, username)
  await using data = await openDataFolder(settings.data, settings.secret, settings)
  await data.media.check()
  const { feeds, keys } = data.database
  const report = await importFeed(
    { ...answers, plan, status: 'ready' },
    {
      feeds,
      media: data.media,
      source: createMediaSource({
        fetch: createGuardedFetch(downloadRules(archiveRules, settings)),
      }),
      clock: Date.now,
      onProgress: ({ done, total }) => showProgress(done, total),
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
