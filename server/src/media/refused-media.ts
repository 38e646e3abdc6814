export type RefusalReason = 'unknown type' | 'malformed' | 'too large'

/** A file that the media store does not take; its message is one sentence for people. */
export class RefusedMedia extends Error {
  override readonly name = 'RefusedMedia'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
