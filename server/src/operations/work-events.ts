import type { Logger } from '../log.ts'
import type { DeletedMedia, SweepCount } from '../media/media-sweep.ts'
import type { Metrics } from './metrics.ts'

/** What background jobs report to the operator, besides errors. */
export interface WorkEvents {
  deletedMedia: DeletedMedia
  /** The sweep deletes nothing until it is confirmed. */
  stoppedSweep: SweepCount
  /** A listing lacked so many posts that they are not deleted yet. */
  missingPosts: { accountId: number; missing: number }
}

export type Report = <Name extends keyof WorkEvents>(event: Name, details: WorkEvents[Name]) => void

const lines: Record<keyof WorkEvents, ['info' | 'warn' | 'error', string]> = {
  deletedMedia: ['info', 'Media were deleted.'],
  stoppedSweep: [
    'error',
    'The media sweep stopped: it would delete more than a fifth of all files. Check --database and --media, and list the files with `photofeed-server media sweep --dry-run`. To delete them, run `photofeed-server media sweep --confirm`.',
  ],
  missingPosts: [
    'warn',
    'The platform listed far fewer posts than before. The missing ones are served until another refresh lacks them too.',
  ],
}

/** Creates the function that logs and counts what background jobs report. */
export function createReport(log: Logger, metrics?: Pick<Metrics, 'countDeletedMedia'>): Report {
  return (event, details) => {
    const [level, sentence] = lines[event]
    log[level](details as object, sentence)
    if (event === 'deletedMedia') metrics?.countDeletedMedia(details as DeletedMedia)
  }
}
