import type { ImportReport } from '../import/import-feed.ts'

/** What an import stored, in sentences. */
export function describeReport(username: string, report: ImportReport): string {
  const { added, updated, unchanged, leftOut, media } = report
  const lines = [
    `${username}: ${added} posts added, ${updated} updated, ${unchanged} unchanged.`,
    `Media: ${media.stored} files stored, ${media.reused} already there.`,
    ...media.notStored.map(
      ({ reason, count }) =>
        `Media not stored, the platform's own URL is served: ${count} (${reason}).`,
    ),
    ...(leftOut > 0 ? [`Left out: ${leftOut} posts without any media URL.`] : []),
  ]
  return lines.join('\n')
}
