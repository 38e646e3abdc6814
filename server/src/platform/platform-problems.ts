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

interface Row {
  problem: string
  kind: PlatformErrorKind
  /** The platform's error code, or the first and the last of a range; none for what has no code. */
  code?: number | readonly [number, number]
  subcode?: number
  /** Any code that the platform calls transient. */
  transient?: true
  /** What is throttled. */
  pauses?: 'app' | 'account'
  /** In plain words, for the owner of the account. */
  reason: string
}

const pause = 'The photo platform asks for a pause.'
const trouble = 'The photo platform has trouble at the moment.'
const missing = 'The access that you gave does not include everything that is needed.'

/** Every way in which the platform can fail. An error is the first row that fits. */
const rows = [
  { problem: 'app-throttled', kind: 'throttled', code: 4, pauses: 'app', reason: pause },
  { problem: 'user-throttled', kind: 'throttled', code: 17, pauses: 'account', reason: pause },
  { problem: 'page-throttled', kind: 'throttled', code: 32, pauses: 'account', reason: pause },
  { problem: 'call-throttled', kind: 'throttled', code: 613, pauses: 'account', reason: pause },
  {
    ...{ problem: 'account-throttled', kind: 'throttled', code: 80002, pauses: 'account' },
    reason: pause,
  },
  { problem: 'unknown-trouble', kind: 'outage', code: 1, reason: trouble },
  { problem: 'temporary-trouble', kind: 'outage', code: 2, reason: trouble },
  // A throttle may call itself transient as well, so throttles are checked first.
  { problem: 'transient', kind: 'outage', transient: true, reason: trouble },
  {
    ...{ problem: 'app-removed', kind: 'token', code: 190, subcode: 458 },
    reason: 'This service was removed in the settings of the photo platform.',
  },
  {
    ...{ problem: 'checkpoint', kind: 'token', code: 190, subcode: 459 },
    reason: 'The photo platform asks you to log in there first and to confirm that it is you.',
  },
  {
    ...{ problem: 'password-changed', kind: 'token', code: 190, subcode: 460 },
    reason:
      'Your password on the photo platform was changed, or it ended the session for security.',
  },
  {
    ...{ problem: 'expired', kind: 'token', code: 190, subcode: 463 },
    reason: 'The access that you gave on the photo platform has run out.',
  },
  {
    ...{ problem: 'unconfirmed', kind: 'token', code: 190, subcode: 464 },
    reason: 'The photo platform asks you to log in there first and to confirm your account.',
  },
  {
    ...{ problem: 'invalidated', kind: 'token', code: 190, subcode: 467 },
    reason: 'The photo platform has withdrawn the access that you gave.',
  },
  {
    ...{ problem: 'revoked', kind: 'token', code: 190 },
    reason: 'The photo platform no longer accepts the access that you gave.',
  },
  {
    ...{ problem: 'session-ended', kind: 'token', code: 102 },
    reason: 'The photo platform has ended the session.',
  },
  { problem: 'no-permission', kind: 'permission', code: 10, reason: missing },
  { problem: 'permission-denied', kind: 'permission', code: [200, 299], reason: missing },
  {
    ...{ problem: 'gone', kind: 'gone', code: 100, subcode: 33 },
    reason: 'The photo platform does not show this any more.',
  },
  {
    ...{ problem: 'unknown-path', kind: 'malformed', code: 2500 },
    reason: 'The photo platform did not understand the request.',
  },
  // What follows has no code: a response without one, or no response.
  {
    problem: 'invalid-code',
    kind: 'invalid-code',
    reason: 'The photo platform did not accept the connection: please connect once more.',
  },
  {
    problem: 'rejected',
    kind: 'malformed',
    reason: 'The photo platform rejected the request.',
  },
  { problem: 'too-many-requests', kind: 'throttled', pauses: 'account', reason: pause },
  { problem: 'paused', kind: 'throttled', reason: pause },
  { problem: 'server-error', kind: 'outage', reason: trouble },
  {
    problem: 'web-page',
    kind: 'outage',
    reason: 'The photo platform sent a web page instead of data.',
  },
  { problem: 'unreachable', kind: 'outage', reason: 'The photo platform could not be reached.' },
  { problem: 'timed-out', kind: 'outage', reason: 'The photo platform took too long.' },
  {
    problem: 'unreadable',
    kind: 'malformed',
    reason: 'The photo platform sent something that could not be read.',
  },
] as const satisfies readonly Row[]

export type PlatformProblemName = (typeof rows)[number]['problem']
type PlatformProblem = Row & { problem: PlatformProblemName }

export const platformProblems: readonly PlatformProblem[] = rows

const byName = new Map(platformProblems.map((row) => [row.problem, row]))

export function problemNamed(name: PlatformProblemName): PlatformProblem {
  return byName.get(name) as PlatformProblem
}

/** What the platform said about an error, as far as it can be read. */
export interface ErrorSigns {
  code: number | null
  subcode: number | null
  isTransient: boolean
}

/** The row of an error; null when the table does not know it. */
export function problemOf(signs: ErrorSigns): PlatformProblem | null {
  return platformProblems.find((row) => fits(row, signs)) ?? null
}

function fits(row: PlatformProblem, { code, subcode, isTransient }: ErrorSigns): boolean {
  if (row.transient) return isTransient
  if (row.code === undefined || code === null) return false
  if (row.subcode !== undefined && row.subcode !== subcode) return false
  const [from, to] = typeof row.code === 'number' ? [row.code, row.code] : row.code
  return from <= code && code <= to
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

/**
 * An error of the photo platform. It contains no token, no secret and no URL, and has no cause,
 * since the errors below it contain the URL.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  /** What to do about it. */
  readonly kind: PlatformErrorKind
  /** Whether a job that fails with it is tried again for as long as it takes. */
  readonly isTemporary: boolean
  /** The row of the table of problems. */
  readonly problem: PlatformProblemName
  /** In plain words, for the owner of the account. */
  readonly reason: string
  readonly status: number | null
  readonly code: number | null
  readonly subcode: number | null
  /** When a throttled request may be sent again, in milliseconds since the epoch; null for other kinds. */
  readonly retryAt: number | null

  constructor(problem: PlatformProblemName, details: ErrorDetails) {
    const { kind, reason } = problemNamed(problem)
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
