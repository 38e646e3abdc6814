import { closeSync, openSync, readSync } from 'node:fs'

/** Tells whether any process has committed to the database since the last call. */
export interface CommitWatch {
  hasChanged(): boolean
  /** Only after the connections: closing any descriptor of the file drops this process's locks on it (fcntl). */
  close(): void
}

// https://www.sqlite.org/walformat.html#the_wal_index_header
const headerBytes = 48

/**
 * Watches the header of the write-ahead log's index, which every commit changes before it can be read. All processes
 * share that file in memory, so one small read sees what SQLite itself would see, without a transaction and its locks.
 */
export function watchCommits(file: string): CommitWatch {
  const index = openSync(`${file}-shm`, 'r')
  let seen = Buffer.alloc(headerBytes)
  let found = Buffer.alloc(headerBytes)
  return {
    hasChanged() {
      readSync(index, found, 0, headerBytes, 0)
      if (found.equals(seen)) return false
      const spare = seen
      seen = found
      found = spare
      return true
    },
    close: () => closeSync(index),
  }
}

/** Without other processes there is no index to watch: every answer is a fresh one. */
export const alwaysChanged: CommitWatch = { hasChanged: () => true, close() {} }
