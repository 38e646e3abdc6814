import type { Readable } from 'node:stream'

/**
 * Files under keys such as `originals/01/23/0123….jpg`. A file is there whole or not at all, whoever reads meanwhile.
 * Everything rejects with MediaStoreProblem when the store itself is in trouble.
 */
export interface FileStore {
  /** Tells early, and without changing a file, what would go wrong with all of them. */
  check(): Promise<void>
  /** Stores a file; the same key again replaces it. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** What is under a key; null when nothing is. */
  find(key: string): Promise<FoundFile | null>
  /** Deletes a file; one that is not there is gone already. */
  delete(key: string): Promise<void>
  /** Every file below a folder of keys, in no certain order. */
  list(folder: string): AsyncIterable<ListedFile>
}

export interface FileFacts {
  bytes: number
  modifiedAt: Date
}

export interface FoundFile extends FileFacts {
  /** The content, or a part of it; whoever asks has to consume or destroy it. */
  read(range?: ByteRange): Promise<Readable>
}

export interface ListedFile extends FileFacts {
  key: string
}

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}
