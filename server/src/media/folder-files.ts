import { once } from 'node:events'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createDrafts } from './drafts.ts'
import type { ByteRange, FileStore, ListedFile } from './file-store.ts'
import { MediaStoreProblem } from './media-store-problem.ts'
import { translateErrors } from './stream-errors.ts'

/** Keeps files in a folder, which is made when it is not there. */
export function createFolderFiles(folder: string): FileStore {
  const drafts = createDrafts(join(folder, 'drafts'))

  function problem(error: unknown): Error {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) return error as Error
    const sentence = sentences[code] ?? 'Check its disk and its rights.'
    return new MediaStoreProblem(`The media folder ${folder} cannot be used (${code}). ${sentence}`)
  }

  async function tried<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw problem(error)
    })
  }

  async function read(path: string, range: ByteRange): Promise<Readable> {
    const file = translateErrors(createReadStream(path, range), problem)
    await once(file, 'open')
    return file
  }

  async function* list(below: string): AsyncGenerator<ListedFile> {
    const entries = await tried(readdir(join(folder, below), { withFileTypes: true }).catch(none))
    for (const entry of entries) {
      const key = `${below}/${entry.name}`
      if (entry.isDirectory()) yield* list(key)
      else if (entry.isFile()) {
        const found = await tried(stat(join(folder, key)).catch(absent))
        if (found) yield { key, bytes: found.size, modifiedAt: found.mtime }
      }
    }
  }

  return {
    async check() {
      await tried(mkdir(folder, { recursive: true }))
    },
    put: (key, bytes) => tried(drafts.write(join(folder, key), bytes)),
    async find(key) {
      const path = join(folder, key)
      const found = await tried(stat(path).catch(absent))
      if (!found?.isFile()) return null
      // A stream that knows its end needs neither a read more nor a buffer larger than the file.
      const whole = { start: 0, end: Math.max(0, found.size - 1) }
      return {
        bytes: found.size,
        modifiedAt: found.mtime,
        read: (range = whole) => read(path, range),
      }
    },
    delete: (key) => tried(rm(join(folder, key), { force: true })),
    list,
  }
}

const sentences: Record<string, string> = {
  EEXIST: 'It is a file. Choose another with --media.',
  ENOTDIR: 'It lies below a file. Choose another with --media.',
  EACCES: 'Give the server the right to read and write it.',
  EROFS: 'Its disk is mounted for reading only.',
  ENOSPC: 'Its disk is full.',
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function none(error: NodeJS.ErrnoException): Dirent[] {
  return absent(error) ?? []
}
