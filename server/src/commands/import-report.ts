import type { ImportReport } from '../import/import-feed.ts'

/** What an import stored, in sentences. */
export function describeReport(
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
