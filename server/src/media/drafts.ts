import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileLimits, tooManyBytes } from './file-rules.ts'
import { type Content, type Draft, type Drafts, MediaStoreProblem } from './file-store.ts'

/** Drafts in a folder, which is created with the first one. Errors name the folder of the store. */
export function createDrafts(folder: string, storeFolder = folder): Drafts {
  const tried = withFolderErrors(storeFolder)

  async function write(content: Content): Promise<Draft> {
    await mkdir(folder, { recursive: true })
    const path = join(folder, randomUUID())
    const hash = createHash('sha256')
    let bytes = 0
    async function* measured() {
      for await (const chunk of content) {
        bytes += chunk.byteLength
        if (bytes > fileLimits.videoBytes) throw tooManyBytes(fileLimits.videoBytes)
        hash.update(chunk)
        yield chunk
      }
    }
    try {
      // The file is on the disk before its name is in the store, also after a power cut.
      await pipeline(measured, createWriteStream(path, { flush: true }))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { path, bytes, sha256: hash.digest('hex') }
  }

  async function sweep(before: number): Promise<void> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    for (const name of names) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (found && found.mtimeMs < before) await rm(path, { force: true })
    }
  }

  return {
    write: (content) => tried(write(content)),
    discard: ({ path }) => tried(rm(path, { force: true })),
    sweep: (before) => tried(sweep(before)),
  }
}

/** Returns a function that translates the file system's errors about a media folder. */
export function withFolderErrors(folder: string) {
  return async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw folderProblem(folder, error)
    }
  }
}

export function folderProblem(folder: string, error: unknown): Error {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error as Error
  const sentence = sentences[code] ?? 'Check its disk and its permissions.'
  return new MediaStoreProblem(`The media folder ${folder} cannot be used (${code}). ${sentence}`)
}

const sentences: Record<string, string> = {
  EEXIST: 'It is a file. Choose another with --media.',
  ENOTDIR: 'It is below a file. Choose another with --media.',
  EACCES: 'Give the server permission to read and write it.',
  EROFS: 'Its disk is mounted read-only.',
  ENOSPC: 'Its disk is full.',
}
