import {
  type PlatformErrorKind,
  type PlatformProblemName,
  problemNamed,
} from './platform-problems.ts'

export interface ErrorDetails {
  /** What was asked for, in a word or two. */
  asked: string
  status?: number | undefined
  code?: number | null
  subcode?: number | null
  /** More for the operator; it must be redacted. */
  saying?: string
  /** Milliseconds since the epoch. */
  retryAt?: number
}

/**
 * The photo platform did not give what was asked for. It never holds a token, a secret or a URL, and no cause,
 * since the errors below it know the URL that was asked.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  /** What to do about it. */
  readonly kind: PlatformErrorKind
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
    super(`${details.asked}: ${reason}${inBrackets(details)}`)
    this.kind = kind
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
