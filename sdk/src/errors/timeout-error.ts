import { PhotofeedError } from './photofeed-error.ts'

/** An attempt took longer than the `timeout` of `createFeed`, and so did the retries. */
export class TimeoutError extends PhotofeedError {
  override readonly name = 'TimeoutError'
  /** The time that the attempt had, in milliseconds. */
  declare readonly timeout: number

  constructor(timeout: number) {
    super(`The service did not answer within ${timeout} ms.`, {
      hint: 'Try again later.',
      retryable: true,
    })
    this.timeout = timeout
  }
}
