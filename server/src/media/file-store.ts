import type { Readable } from 'node:stream'
import { UserError } from '@photofeed/core/node'
import { parameters } from '@photofeed/openapi'

/**
 * Files under keys such as `accounts/01/0123…/7/0123….jpg`. Readers see a file whole or not at all.
 * Every method rejects with MediaStoreProblem if the store fails.
 */
export interface FileStore {
  /** The folder or the bucket, as the start of a sentence. */
  place: string
  /** Files on this machine that are still being written. */
  drafts: Drafts
  /** Rejects if the store cannot be used. At first, and in a folder always, it writes, reads and deletes a file. */
  check(): Promise<void>
  /** Moves a draft into the store; replaces what is under the key. */
  put(key: string, draft: Draft): Promise<void>
  /** Returns the length of a file without opening it; null if it is missing. */
  size(key: string): Promise<number | null>
  /** Opens a file, or a part of it as a `Range` header with one range names it; null if it is missing. */
  open(key: string, range?: string): Promise<OpenFile | null>
  /**
   * Returns the keys of all files under a folder. Rejects if the folder above all is missing, as while a disk is not mounted,
   * unless nothing may have been stored yet.
   */
  list(folder: string, mayBeNew?: boolean): Promise<string[]>
  /** Deletes files, also those that are missing already. */
  delete(keys: readonly string[]): Promise<void>
}

/** A complete file on this machine's disk that is not in the store yet. */
export interface Draft {
  path: string
  bytes: number
  /** Of the content, in hexadecimal. */
  sha256: string
}

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface Drafts {
  /** Writes content to the disk as it arrives. Rejects with RejectedMedia if it is too large, or with its source's error. */
  write(content: Content): Promise<Draft>
  /** Deletes a draft; does nothing if it was put into the store. */
  discard(draft: Draft): Promise<void>
  /** Deletes drafts that crashes left, older than a time in milliseconds since the epoch. */
  sweep(before: number): Promise<void>
}

export interface OpenFile {
  /** The length of the whole file; null where the store does not say it of a range that is not there. */
  bytes: number | null
  /** The part that the body is; null for the whole file. */
  range: ByteRange | null
  /** The caller has to read or destroy it. Null if the file lacks the range. */
  body: Readable | null
}

/** The first and the last byte, both included. */
interface ByteRange {
  start: number
  end: number
}

/** What an operator has to repair before media can be stored or served; contains no credentials. */
export class MediaStoreProblem extends UserError {
  override readonly name = 'MediaStoreProblem'
  /** A job that fails with it is tried again for as long as it takes. */
  readonly isTemporary = true
}

export function translating(translate: (error: unknown) => Error) {
  return <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw translate(error)
    })
}

/** Returns the same stream, whose errors are translated. */
export function translateErrors<Stream extends Readable>(
  stream: Stream,
  translate: (error: unknown) => Error,
): Stream {
  // A second stream behind this one would copy every byte that is served.
  const destroy = stream._destroy.bind(stream)
  stream._destroy = (error, done) => destroy(error && translate(error), done)
  return stream
}

export const fileLimits = {
  pictureBytes: 30 * 1024 * 1024,
  videoBytes: 100 * 1024 * 1024,
  pixels: 50_000_000,
  // The longest side of a WebP picture, and every stored picture is served as WebP too.
  side: 16_383,
} as const

export const pictureExtensions = [...parameters.format.values, 'png'] as const

type RejectionReason = 'unknown type' | 'malformed' | 'too large'

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
