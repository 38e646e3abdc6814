import type { OutboxQueue } from './db/schema.ts'
import type { Logger } from './log.ts'
import type { PlatformError } from './platform/platform-problems.ts'

/** Deleted files of one account. */
export interface DeletedMedia {
  mediaId: string
  files: number
  /** No post shows the files, or the database does not have their account. */
  reason: 'not shown' | 'unknown account' | 'account deleted'
}

export interface SweepCount {
  /** All files of the media place. */
  listed: number
  garbage: number
}

/** What the service reports to its operator, besides errors that are thrown. */
export interface Events {
  deletedMedia: DeletedMedia
  /** The sweep deletes nothing until it is confirmed. */
  stoppedSweep: SweepCount
  /** The receiver of a queue's messages fails: all of them wait. */
  pausedQueue: { queue: OutboxQueue; error: string; until: string }
  /** A listing lacked so many posts that they are not deleted yet. */
  missingPosts: { accountId: number; missing: number }
  /** The media of a refresh: how many were stored, and how many were not, by reason. */
  downloadedMedia: {
    accountId: number
    stored: number
    notStored: readonly { reason: string; count: number }[]
  }
  /** The connection broke, so that its owner has to act. */
  brokenConnection: { accountId: number; error: string }
  renewedToken: { accountId: number }
  /** The platform did not renew a token; it is tried again in a day. Null if it is unknown when the token expires. */
  failedRenewal: { accountId: number; error: string; expiresAt: string | null }
  /** The platform does not know fields, written like `post.alt_text`, at least of some accounts. They are left out for a day. */
  unknownFields: { fields: readonly string[] }
  /** The platform did not let an owner connect. */
  failedConnect: Pick<PlatformError, 'kind' | 'problem'> & { error: string }
}

export type Report = <Name extends keyof Events>(event: Name, details: Events[Name]) => void

type Line = [level: 'info' | 'warn' | 'error', sentence: string]

const wrongApp =
  'Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET to the Instagram app ID and the Instagram app secret; the ID and secret of the Meta app that contains it do not work.'

/** The line of the log about an event; null for none. */
const lines: { [Name in keyof Events]: (details: Events[Name]) => Line | null } = {
  deletedMedia: () => ['info', 'Media were deleted.'],
  stoppedSweep: () => [
    'error',
    'The media sweep stopped: it would delete more than a fifth of all files. Check --database and --media, and list the files with `photofeed-server media sweep --dry-run`. To delete them, run `photofeed-server media sweep --confirm`.',
  ],
  pausedQueue: () => [
    'error',
    'Messages are not delivered, because their receiver fails. Those of this queue wait, and are tried again at growing intervals of at most five minutes.',
  ],
  missingPosts: () => [
    'warn',
    'The platform listed far fewer posts than before. The missing ones are served until another refresh lacks them too.',
  ],
  downloadedMedia: ({ notStored }) =>
    notStored.length === 0
      ? null
      : [
          'warn',
          "Media were not stored, so clients get the platform's URLs, which expire in days. Check the firewall, --media-hosts and the media store.",
        ],
  brokenConnection: () => ['warn', 'A connection is broken until its owner reconnects it.'],
  renewedToken: () => null,
  failedRenewal: () => [
    'error',
    "The platform did not renew an account's token. It is tried again in a day; without a renewal the connection breaks when the token expires.",
  ],
  unknownFields: () => [
    'error',
    'The platform does not know fields that photofeed requests of one account or more, so its feed lacks their values for a day, until they are requested again. Run `photofeed-server platform check`, and see whether --platform-version is a version that the platform still has.',
  ],
  failedConnect: ({ kind }) =>
    kind === 'app'
      ? [
          'error',
          `The platform rejects the app of this service, so no owner can connect an account. ${wrongApp}`,
        ]
      : ['warn', 'An owner could not connect an account.'],
}

/** Creates the function that logs and counts events. */
export function createReport(log: Logger, count: Report = () => {}): Report {
  return (event, details) => {
    const line = lines[event](details)
    if (line) log[line[0]](details as object, line[1])
    count(event, details)
  }
}
