/** What a caller does about an error depends on its kind alone. */
export type PlatformErrorKind =
  /** The token is of no use any more: the owner has to connect again. */
  | 'token'
  /** The token is good, but not for this. */
  | 'permission'
  /** The object is gone or not visible. */
  | 'gone'
  /** Nothing is wrong; retry at `retryAt`. */
  | 'throttled'
  /** A failure of the platform or the network: retry later. */
  | 'outage'
  /** One side does not understand the other: a mistake to look into. */
  | 'malformed'
  /** The code that the owner came back with is of no use: the owner has to start again. */
  | 'invalid-code'
  /** The platform rejects this service's app, not its owner: the operator has to act. */
  | 'app'

interface Problem {
  kind: PlatformErrorKind
  /** The platform's error codes that mean it; none if the platform has no code for it. */
  codes?: readonly number[]
  subcodes?: readonly number[]
  /** What its message contains, where codes do not decide. */
  saying?: RegExp
  /** What is throttled. */
  pauses?: 'app' | 'account'
  /** In plain words, for the owner of the account. */
  reason: string
}

const pause = 'The photo platform requests a pause.'
const from200To299 = Array.from({ length: 100 }, (_, index) => 200 + index)

/** Every way in which the platform can fail. The first one that fits an error's codes counts. */
const table = {
  'invalid-app': {
    kind: 'app',
    saying: /\binvalid platform app\b|\b(?:invalid|validating) client[ _](?:secret|id)\b/i,
    reason: 'This service cannot connect accounts, because the photo platform rejects its app.',
  },
  'app-blocked': {
    kind: 'app',
    codes: [200],
    saying: /\bAPI access blocked\b/i,
    reason: 'The photo platform has blocked the app of this service.',
  },
  'app-throttled': { kind: 'throttled', codes: [4], pauses: 'app', reason: pause },
  'account-throttled': {
    kind: 'throttled',
    codes: [17, 32, 613, 80002],
    pauses: 'account',
    reason: pause,
  },
  'too-much-data': {
    kind: 'malformed',
    codes: [1],
    saying: /\breduce the amount of data\b/i,
    reason: 'The photo platform cannot send this much data in one response.',
  },
  trouble: {
    kind: 'outage',
    codes: [1, 2],
    reason: 'The photo platform has trouble at the moment.',
  },
  checkpoint: {
    kind: 'token',
    codes: [190],
    subcodes: [459, 464],
    reason: 'Log in on the photo platform first, and confirm there that it is you.',
  },
  revoked: {
    kind: 'token',
    codes: [102, 190],
    reason:
      'The photo platform no longer accepts the access that you gave: it has run out, was removed in its settings, or ended when your password was changed.',
  },
  'no-permission': {
    kind: 'permission',
    codes: [10, ...from200To299],
    reason:
      'The photo platform no longer lets us read the posts: a permission that you gave is missing, or the account is restricted.',
  },
  gone: {
    kind: 'gone',
    codes: [100],
    subcodes: [33],
    reason:
      'The photo platform no longer shows this account to us: it was deleted, restricted or turned into a personal account.',
  },
  'unknown-field': {
    kind: 'malformed',
    codes: [100],
    saying: /\bnonexist\w* field\b/i,
    reason: 'The photo platform does not know a field that was requested.',
  },
  // What follows has no code: a response without one, or no response.
  'invalid-code': {
    kind: 'invalid-code',
    reason: 'The photo platform did not accept the connection: please connect once more.',
  },
  rejected: { kind: 'malformed', reason: 'The photo platform rejected the request.' },
  paused: { kind: 'throttled', reason: pause },
  'web-page': { kind: 'outage', reason: 'The photo platform sent a web page instead of data.' },
  unreachable: { kind: 'outage', reason: 'The photo platform could not be reached.' },
  'timed-out': { kind: 'outage', reason: 'The photo platform took too long.' },
  unreadable: {
    kind: 'malformed',
    reason: 'The photo platform sent something that could not be read.',
  },
} as const satisfies Record<string, Problem>

export type PlatformProblemName = keyof typeof table
export const platformProblems: Readonly<Record<PlatformProblemName, Problem>> = table

/** What the platform said about an error, as far as it can be read. */
export interface ErrorSigns {
  code: number | null
  subcode: number | null
  isTransient: boolean
}

/** Returns the problem of an error; undefined if neither its codes nor its message are known. */
export function problemOf({ code, subcode, isTransient }: ErrorSigns, message: string) {
  const names = Object.keys(platformProblems) as PlatformProblemName[]
  const found = names.find((name) => {
    const { codes, subcodes, saying } = platformProblems[name]
    if (!codes && !saying) return false
    const hasCode = !codes || (code !== null && codes.includes(code))
    const hasSubcode = !subcodes || (subcode !== null && subcodes.includes(subcode))
    return hasCode && hasSubcode && (saying?.test(message) ?? true)
  })
  // A throttle may call itself transient as well, and a request for too much data fails each time.
  const isKnown =
    found && (found === 'too-much-data' || platformProblems[found].kind === 'throttled')
  return isTransient && !isKnown ? 'trouble' : found
}

interface ErrorDetails {
  /** What was requested, in a word or two. */
  operation: string
  status?: number | undefined
  code?: number | null
  subcode?: number | null
  /** More for the operator; it must be redacted. */
  saying?: string
  /** Milliseconds since the epoch. */
  retryAt?: number
}

/** An error of the platform. It contains no token, secret and URL, and has no cause: the errors below it contain the URL. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly kind: PlatformErrorKind
  /** Whether a job that fails with it is tried again for as long as it takes. */
  readonly isTemporary: boolean
  readonly problem: PlatformProblemName
  /** In plain words, for the owner of the account. */
  readonly reason: string
  readonly status: number | null
  readonly code: number | null
  readonly subcode: number | null
  /** When a throttled request may be sent again, in milliseconds since the epoch; null for other kinds. */
  readonly retryAt: number | null

  constructor(problem: PlatformProblemName, details: ErrorDetails) {
    const { kind, reason } = platformProblems[problem]
    super(`${details.operation}: ${reason}${inBrackets(details)}`)
    this.kind = kind
    this.isTemporary = kind === 'outage' || kind === 'throttled'
    this.problem = problem
    this.reason = reason
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.subcode = details.subcode ?? null
    this.retryAt = details.retryAt ?? null
  }
}

function inBrackets({ status, code, subcode, saying }: ErrorDetails): string {
  const parts = [
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(code == null ? [] : [`error ${code}${subcode == null ? '' : `/${subcode}`}`]),
    ...(saying ? [saying] : []),
  ]
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

const maximumWords = 200

/** Words of the platform's, fit for a log: one short line without tokens, secrets or what follows a URL's `?`. */
export function redacted(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
  return known
    .replace(/\?[^\s"'<>]*/g, (query) => (query.includes('=') ? '?…' : query))
    .replace(/[\w%~+/=.-]{20,}/g, (run) => (looksRandom(run) ? '…' : run))
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maximumWords)
}

/** Names of permissions are long as well, but they are words. */
function looksRandom(run: string): boolean {
  return /\d|[a-z][A-Z]/.test(run)
}
