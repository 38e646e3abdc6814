import { parameters } from '@photofeed/openapi'

/** The largest files that the media store accepts. */
export const fileLimits = {
  pictureBytes: 30 * 1024 * 1024,
  videoBytes: 100 * 1024 * 1024,
  pixels: 50_000_000,
  // The longest side of a WebP picture, and every stored picture is served as WebP too.
  side: 16_383,
} as const

/** The kinds of picture that are stored. */
export const pictureExtensions = [...parameters.format.values, 'png'] as const

export type RejectionReason = 'unknown type' | 'malformed' | 'too large'

/** A file that the media store does not accept; its message is one sentence. */
export class RejectedMedia extends Error {
  override readonly name = 'RejectedMedia'
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export function tooManyBytes(limit: number): RejectedMedia {
  return new RejectedMedia('too large', `The file is larger than ${limit / 1024 / 1024} MiB.`)
}
