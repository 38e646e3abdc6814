import type { Exchange } from './exchange.ts'

/** Why nothing could be checked at all; the message is one sentence for people, without any key. */
export class ContractError extends Error {
  override name = 'ContractError'
  /** usage: an option is wrong. unreachable: no such service responds. undecided: no key reads an account. */
  readonly kind: 'usage' | 'unreachable' | 'undecided'

  constructor(kind: ContractError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A request without a usable response; the message is a sentence for people, without any key. */
export class NoResponse extends Error {
  override name = 'NoResponse'
  /** requests, time: a limit of the run was reached. timeout: no response came in the time for one request. */
  override readonly cause: 'requests' | 'time' | 'timeout' | 'failure'
  /** The request, with an empty response; set where one was sent. */
  exchange?: Exchange

  constructor(message: string, cause: NoResponse['cause'] = 'failure') {
    super(message)
    this.cause = cause
  }
}

/** For requests without which the run goes on. */
export function withoutResponse(error: unknown): null {
  if (error instanceof NoResponse) return null
  throw error
}
