/** A request that gave no answer to use; the reason completes "because it …" and holds no address. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  /** The status of an answer that is an error; null when there was no whole answer. */
  readonly status: number | null
  /** Whether another try may succeed. */
  readonly isPassing: boolean

  constructor(reason: string, { status = null as number | null, isPassing = false } = {}) {
    super(reason)
    this.status = status
    this.isPassing = isPassing
  }
}
