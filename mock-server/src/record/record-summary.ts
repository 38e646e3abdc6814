import type { RecordReport } from './record-feed.ts'

/** What a recording holds, in sentences. */
export function recordSummary(report: RecordReport): string {
  const { folder, username, scenario, plan, posts, media, missing } = report
  const megabytes = (media.bytes / 1024 / 1024).toFixed(1)
  return [
    `${folder} holds ${posts} posts of ${username} (${plan}) and ${media.files} media files, ${megabytes} MB.`,
    ...missing.map(
      ({ reason, count }) =>
        `${count} media files are left out: the address of each ${reason}. Run the same command again to try once more.`,
    ),
    `Serve it as the scenario ${scenario}: npx @photofeed/mock-server --data ${folder}`,
  ].join('\n')
}
