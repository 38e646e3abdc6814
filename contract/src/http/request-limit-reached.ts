/** The run may not send another request. */
export class RequestLimitReached extends Error {
  override name = 'RequestLimitReached'

  constructor(limit: number) {
    super(`The limit of ${limit} requests is used up. Raise it with --max-requests.`)
  }
}
