import type { PlanName } from '@photofeed/openapi'
import type { Logger } from './log.ts'
import type { PlatformError, PlatformProblemName } from './platform/platform-problems.ts'

/** Who changed something: an owner in the dashboard, or an operator with a command. */
type Actor = { by: 'owner' } | { by: 'operator'; user: string }

/** A change of an account. The owner is null if it has none. */
type AccountChange = Actor & { accountId: number; ownerId: string | null }

/** How a run ended: `paused` if another service is throttling or asks to come back later, `lost` with its lease. */
export type RunResult = 'succeeded' | 'failed' | 'paused' | 'stopped' | 'lost'

/** What the service reports to its operator, besides errors that are thrown. */
export interface Events {
  connected: AccountChange
  reconnected: AccountChange
  disconnected: AccountChange
  changedKey: AccountChange & { change: 'replaced' | 'revoked' }
  /** The platform's token was shown to its owner. */
  showedToken: AccountChange
  changedPlan: Actor & { ownerId: string; before: PlanName; plan: PlanName }
  invitedOwner: Actor & { ownerId: string }
  /** An archive of everything stored about an owner was written or downloaded. */
  exportedOwner: Actor & { ownerId: string }
  /** The owner's accounts are disconnected, and their posts and media are deleted then. */
  deletedOwner: Actor & { ownerId: string; accountIds: readonly number[] }
  /** The platform reported that an owner removed the app, or requested the deletion of all data. */
  platformCallback: { callback: 'deauthorize' | 'delete-data'; accountIds: readonly number[] }
  /** A callback that the platform did not sign, or too long ago. */
  rejectedCallback: { callback: string; status: number }
  /** A wrong password, of an attempt that the limits let through. Both are short keyed hashes: of the e-mail address and of the network. */
  failedSignIn: { owner: string; network: string }
  /** The owner is a hash of the e-mail address, as in the lines about failed sign-ins. */
  sentMail: { kind: string; accountId: number | null; owner: string }
  /** The first posts of a connection, or changed ones. */
  refreshedPosts: {
    accountId: number
    isFirstImport: boolean
    /** New and changed posts. */
    stored: number
    deleted: number
  }
  /** Files that nothing shows were deleted from the media store. */
  deletedMedia: { accountId: number; files: number; reason: 'not shown' | 'account deleted' }
  /** The receiver of a queue's messages fails: all of them wait. */
  pausedQueue: { queue: string; error: string; until: string }
  /** Parts of an account's listing could not be read, which the listing before had none of. Counted by their names. */
  unreadableParts: { accountId: number; leftOut: Readonly<Record<string, number>> }
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
  failedConnect: Pick<PlatformError, 'kind' | 'problem'> & { error: string; ownerId: string }
  /** A job or the delivery of a message ended. */
  run: { kind: string; result: RunResult; seconds: number }
  /** A request to the platform ended. */
  platformRequest: { operation: string; result: 'ok' | PlatformProblemName; seconds: number }
  /** A request to the bucket ended. */
  bucketRequest: { operation: string; result: 'ok' | 'error'; seconds: number }
}

export type Report = <Name extends keyof Events>(event: Name, details: Events[Name]) => void

type Line = [level: 'info' | 'warn' | 'error', sentence: string]

const wrongApp =
  'Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET to the Instagram app ID and the Instagram app secret; the ID and secret of the Meta app that contains it do not work.'

/** The line of the log about an event; null for none. */
const lines: { [Name in keyof Events]: (details: Events[Name]) => Line | null } = {
  connected: () => ['info', 'An account was connected.'],
  reconnected: () => ['info', 'An account was connected again.'],
  disconnected: () => [
    'info',
    'An account was disconnected. Its posts and media are being deleted.',
  ],
  changedKey: ({ change }) => ['info', `The API key of an account was ${change}.`],
  showedToken: () => ['info', "The platform's token of an account was shown to its owner."],
  changedPlan: () => ['info', 'The plan of an owner was changed.'],
  invitedOwner: () => ['info', 'An owner was invited.'],
  exportedOwner: () => ['info', 'Everything stored about an owner was exported.'],
  deletedOwner: () => ['info', 'An owner was deleted.'],
  platformCallback: ({ callback }) => [
    'info',
    callback === 'deauthorize'
      ? 'The platform reported that an owner removed the app.'
      : 'The platform requested the deletion of the data of an owner.',
  ],
  rejectedCallback: () => [
    'warn',
    'A callback was rejected: its signature is not that of the app, or too old. If the platform sent it, check PHOTOFEED_PLATFORM_CLIENT_SECRET and the clock.',
  ],
  failedSignIn: () => ['warn', 'A sign-in failed.'],
  sentMail: () => ['info', 'A mail was sent.'],
  refreshedPosts: ({ isFirstImport, stored, deleted }) => {
    if (isFirstImport) return ['info', 'The posts of an account were imported.']
    return stored + deleted > 0 ? ['info', 'Posts of an account changed.'] : null
  },
  deletedMedia: ({ reason }) => [
    'info',
    reason === 'account deleted'
      ? 'The posts and media of an account were deleted.'
      : 'Media that nothing shows were deleted.',
  ],
  pausedQueue: () => [
    'error',
    'Messages are not delivered, because their receiver fails. Those of this queue wait, and are tried again at growing intervals of at most five minutes.',
  ],
  missingPosts: () => [
    'warn',
    'The platform listed far fewer posts than before. The missing ones are served until another refresh lacks them too.',
  ],
  unreadableParts: () => [
    'warn',
    'Parts of what the platform listed could not be read. They are left out, or stay as they were stored.',
  ],
  downloadedMedia: ({ notStored }) =>
    notStored.length === 0
      ? null
      : [
          'warn',
          "Media were not stored, so clients get the platform's URLs, which expire in days. Check the firewall, --media-hosts and the media store.",
        ],
  brokenConnection: () => ['warn', 'A connection is broken until its owner reconnects it.'],
  renewedToken: () => ['info', "The platform renewed an account's token."],
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
  run: () => null,
  platformRequest: () => null,
  bucketRequest: () => null,
}

/** Of events that anybody on the network causes, one line a minute. */
const limited: ReadonlySet<keyof Events> = new Set(['rejectedCallback'])
const limitMs = 60_000

/** Creates the function that logs and counts events. `clock` is in milliseconds. */
export function createReport(
  log: Logger,
  count: Report = () => {},
  clock = () => performance.now(),
): Report {
  const loggedAt = new Map<keyof Events, number>()

  function isOverLimit(event: keyof Events): boolean {
    if (!limited.has(event)) return false
    const now = clock()
    if (now - (loggedAt.get(event) ?? Number.NEGATIVE_INFINITY) < limitMs) return true
    loggedAt.set(event, now)
    return false
  }

  return (event, details) => {
    // A command of a newer version may have enqueued an event that this one does not know.
    if (!Object.hasOwn(lines, event)) return
    const line = lines[event](details)
    // The name of the event, so that programs need not parse sentences.
    if (line && !isOverLimit(event)) log[line[0]]({ event, ...(details as object) }, line[1])
    count(event, details)
  }
}
