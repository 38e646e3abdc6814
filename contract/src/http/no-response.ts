/** A request without a usable response; the message contains no key. */
export class Unanswered extends Error {
  override name = 'Unanswered'
  /** `limit` when the run's own time limit ended the request. */
  override readonly cause: 'limit' | 'timeout' | 'no response'

  constructor(message: string, cause: Unanswered['cause'] = 'no response') {
    super(message)
    this.cause = cause
  }
}

/** The run may not send another request. */
export class RequestLimitReached extends Error {
  override name = 'RequestLimitReached'

  constructor(limit: number) {
    super(`The limit of ${limit} requests was reached. Raise --max-requests.`)
  }
}
