import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { PlatformError, PlatformProblemName } from './platform/platform-problems.ts'

/** The request that is being responded to. Every line that is logged for it has its id, method and route. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>()

/** Strings only: what outlives a request, such as a connection to the database, would keep the request in memory. */
export interface CurrentRequest {
  /** The `X-Request-Id` of the proxy, or a new one. */
  requestId: string
  /** A known method, or `other`. */
  method: string
  /** A path of the API, `unknown` for any other path below `/api`, `media`, or `site`. */
  route: string
}

export type LogLevel = 'error' | 'warn' | 'info'

interface LogOptions {
  /** The least severe lines that are written; `info` by default. */
  level?: LogLevel
  /** The role of this process, in each line. */
  role?: string
}

/** Writes a line of the log for people. */
const terminal: DestinationStream = {
  write(line) {
    const { level, time, msg, role: _, pid: __, ...details } = JSON.parse(line)
    const clock = new Date(time).toTimeString().slice(0, 8)
    const facts = Object.entries(details).map(
      ([name, value]) => ` ${name}=${JSON.stringify(value)}`,
    )
    process.stderr.write(`${clock} ${pino.levels.labels[level]}  ${msg}${facts.join('')}\n`)
  },
}

/** Creates the log, by default on standard error, where a terminal gets no JSON. It contains no requests: their URLs contain API keys. */
export function createLog(
  { level = 'info', role = 'all' }: LogOptions = {},
  destination: DestinationStream = process.stderr.isTTY ? terminal : pino.destination(2),
): Logger {
  const mixin = () => ({ ...currentRequest.getStore() })
  const base = { role, pid: process.pid }
  return pino({ level, base, mixin }, destination)
}

export type { Logger }

/** What the log says about the job of an error. */
export interface FailedJob {
  kind: string
  accountId: number | null
  attempt: number
  /** Null if the run before succeeded. */
  failingSince: string | null
  /** When it runs again; null if another process decides that. */
  nextRun: string | null
}

const minuteMs = 60_000
const mostLines = 60

/** Returns a function that logs the first errors of each minute, and then how many were left out: an outage must not fill the disk. */
export function createErrorLog(
  log: Pick<Logger, 'error'>,
  now: () => number = () => performance.now(),
): (error: unknown, job?: FailedJob) => void {
  let startedAt = Number.NEGATIVE_INFINITY
  let logged = 0
  let leftOut = 0

  return (error, job) => {
    if (now() - startedAt >= minuteMs) {
      if (leftOut > 0) log.error({ leftOut }, 'More errors occurred, which are not in the log.')
      startedAt = now()
      logged = 0
      leftOut = 0
    }
    logged += 1
    if (logged > mostLines) leftOut += 1
    else log.error({ ...job, err: error }, error instanceof Error ? error.message : String(error))
  }
}

/** What an owner changed in the dashboard. */
type AccountChange = { accountId: number; ownerId: string | null }

/** How a run ended: `paused` if another service throttles or is to be tried later, `lost` with its lease. */
export type RunResult = 'succeeded' | 'failed' | 'paused' | 'stopped' | 'lost'

type Level = 'info' | 'warn' | 'error'
type Line = readonly [level: Level, sentence: string]

/** Returns the line of the log about an event, which also has the details; null for none. */
type LineOf<Details> = (details: Details) => Line | null

const event =
  (level: Level) =>
  <Details>(sentence: string, isLogged = (_: Details) => true): LineOf<Details> =>
  (details) =>
    isLogged(details) ? [level, sentence] : null
const [info, warn, error] = [event('info'), event('warn'), event('error')]
/** An event that only metrics count. */
const measured =
  <Details>(): LineOf<Details> =>
  () =>
    null

/** What the service reports to its operator, besides errors that are thrown: the details of each event, and its line. */
const events = {
  connected: info<AccountChange>('An account was connected.'),
  reconnected: info<AccountChange>('An account was connected again.'),
  disconnected: info<AccountChange>(
    'An account was disconnected. Its posts and media are being deleted.',
  ),
  changedKey: info<AccountChange>('The API key of an account was replaced.'),
  changedFeedId: info<AccountChange>('The public id of a feed was replaced.'),
  showedToken: info<AccountChange>("The platform's token of an account was shown to its owner."),
  changedEmail: info<{ ownerId: string }>('The email address of an owner was changed.'),
  exportedOwner: info<{ ownerId: string }>('Everything stored about an owner was exported.'),
  /** The owner's accounts are disconnected, and their posts and media are deleted then. */
  deletedOwner: info<{ ownerId: string; accountIds: readonly number[] }>('An owner was deleted.'),
  platformCallback: info<{
    callback: 'deauthorize' | 'delete-data'
    accountIds: readonly number[]
  }>('The platform reported that an owner removed the app, or requested the deletion of data.'),
  rejectedCallback: warn<{ callback: string; status: number }>(
    'A callback was rejected: its signature is not that of the app, or too old. If the platform sent it, check PHOTOFEED_PLATFORM_CLIENT_SECRET and the clock.',
  ),
  /** Of an attempt that the limits let through. Short keyed hashes of the email address and of the network. */
  failedSignIn: warn<{ owner: string; network: string }>('A sign-in failed.'),
  /** The owner is a hash of the email address, as in the lines about failed sign-ins. */
  sentMail: info<{ kind: string; accountId: number | null; owner: string }>('A mail was sent.'),
  /** Of a mail that its server rejected, or deferred for a day. */
  unsentMail: error<{ kind: string; accountId: number | null; owner: string; error: string }>(
    'A mail was not sent, and is not tried again.',
  ),
  /** `stored` counts new and changed posts. */
  refreshedPosts: info<{
    accountId: number
    isFirstImport: boolean
    stored: number
    deleted: number
  }>(
    'Posts of an account were imported, or changed.',
    ({ isFirstImport, stored, deleted }) => isFirstImport || stored + deleted > 0,
  ),
  deletedMedia: info<{
    accountId: number
    files: number
    reason: 'not shown' | 'account deleted'
  }>('Media that nothing shows any more were deleted.'),
  /** The listing before had no such parts. Counted by their names. */
  unreadableParts: warn<{ accountId: number; leftOut: Readonly<Record<string, number>> }>(
    'Parts of what the platform listed could not be read. They are left out, or stay as they were stored.',
  ),
  missingPosts: warn<{ accountId: number; missing: number }>(
    'The platform listed far fewer posts than before. The missing ones are served until another refresh lacks them too.',
  ),
  /** The media of a refresh: how many were stored, and how many were not, by reason. */
  downloadedMedia: warn<{
    accountId: number
    stored: number
    notStored: readonly { reason: string; count: number }[]
  }>(
    "Media were not stored, so clients get the platform's URLs, which expire in days. If no reason is about a file itself, check the firewall, --media-hosts and the media store.",
    ({ notStored }) => notStored.length > 0,
  ),
  brokenConnection: warn<{ accountId: number; error: string }>(
    'A connection is broken until its owner reconnects it.',
  ),
  renewedToken: info<{ accountId: number }>("The platform renewed an account's token."),
  /** `expiresAt` is null if it is unknown when the token expires. */
  failedRenewal: error<{ accountId: number; error: string; expiresAt: string | null }>(
    "The platform did not renew an account's token. It is tried again in a day; without a renewal the connection breaks when the token expires.",
  ),
  /** Fields are written like `post.alt_text`. */
  unknownFields: error<{ fields: readonly string[] }>(
    'The platform does not know fields that photofeed requests of one account or more, so its feed lacks their values. Run `photofeed-server platform check`, and see whether --platform-version is a version that the platform still has.',
  ),
  failedConnect: ({
    kind,
  }: Pick<PlatformError, 'kind' | 'problem'> & { error: string; ownerId: string }): Line =>
    kind === 'app'
      ? [
          'error',
          'The platform rejects the app of this service, so no account can be connected. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET to the Instagram app ID and the Instagram app secret; the ID and secret of the Meta app that contains it do not work.',
        ]
      : ['warn', 'An account could not be connected.'],
  /** A job or the delivery of a message ended. */
  run: measured<{ kind: string; result: RunResult; seconds: number }>(),
  /** A request to the platform ended. */
  platformRequest: measured<{
    operation: string
    result: 'ok' | PlatformProblemName
    seconds: number
  }>(),
}

export type Events = { [Name in keyof typeof events]: Parameters<(typeof events)[Name]>[0] }

export type Report = <Name extends keyof Events>(event: Name, details: Events[Name]) => void

export const eventNames = Object.keys(events)

/** Creates the function that logs and counts events. */
export function createReport(log: Logger, count: Report = () => {}): Report {
  const lines: { readonly [Name in keyof Events]: LineOf<Events[Name]> } = events
  let rejectedCallbackAt = Number.NEGATIVE_INFINITY

  /** Anybody on the network can send callbacks, so one line a minute is enough. */
  function isOverLimit(event: keyof Events): boolean {
    if (event !== 'rejectedCallback') return false
    const now = performance.now()
    if (now - rejectedCallbackAt < minuteMs) return true
    rejectedCallbackAt = now
    return false
  }

  return (event, details) => {
    const line = lines[event](details)
    // The name of the event, so that programs need not parse sentences.
    if (line && !isOverLimit(event)) log[line[0]]({ event, ...(details as object) }, line[1])
    count(event, details)
  }
}
