import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { concurrentMap } from '@photofeed/core/node'
import parseRange from 'range-parser'
import {
  type Content,
  type Draft,
  type Drafts,
  type FileStore,
  fileLimits,
  MediaStoreProblem,
  type OpenFile,
  tooManyBytes,
  translateErrors,
  translating,
} from './file-store.ts'

/** Stores files in a folder, which is created if it is missing. */
export function createFolderFiles(folder: string): FileStore {
  const draftsFolder = join(folder, 'drafts')
  // On the same disk, so that renaming a draft stores it.
  const drafts = createDrafts(draftsFolder, folder)
  const tried = translating((error) => folderProblem(folder, error))

  async function place(draft: string, path: string): Promise<void> {
    const parent = dirname(path)
    const created = await fs.mkdir(parent, { recursive: true })
    await fs.rename(draft, path)
    // The name survives a power cut too, and so do those of new folders above it.
    const top = created === undefined ? parent : dirname(created)
    for (let above = parent; above.length >= top.length; above = dirname(above)) {
      await flushFolder(above)
    }
  }

  async function size(path: string): Promise<number | null> {
    const file = await orMissing(fs.stat(path), null)
    return file?.isFile() ? file.size : null
  }

  async function list(under: string, mayBeNew = false): Promise<string[]> {
    // Of a disk that is not mounted nothing is known: neither that files are lost, nor that they are deleted.
    if (!mayBeNew) await fs.access(join(folder, under.split('/')[0] ?? ''))
    // Not recursively: a folder that is removed meanwhile would hide all others.
    const entries = await orMissing(fs.readdir(join(folder, under), { withFileTypes: true }), [])
    const keys: string[] = []
    for (const entry of entries) {
      const key = `${under}/${entry.name}`
      if (!entry.isDirectory()) keys.push(key)
      else for (const nested of await list(key, true)) keys.push(nested)
    }
    return keys
  }

  async function open(path: string, wanted?: string): Promise<OpenFile | null> {
    const bytes = await size(path)
    if (bytes === null) return null
    const ranges = wanted === undefined ? null : parseRange(bytes, wanted, { combine: true })
    if (ranges === -1) return { bytes, range: null, body: null }
    // What is malformed gets the whole file (RFC 9110, 14.2).
    const range = (Array.isArray(ranges) && ranges[0]) || null
    // A stream that knows its end needs neither another read nor a buffer larger than the file.
    const { start, end } = range ?? { start: 0, end: Math.max(0, bytes - 1) }
    const body = createReadStream(path, { start, end, highWaterMark: chunkBytes })
    translateErrors(body, (error) => folderProblem(folder, error))
    await once(body, 'open')
    return { bytes, range: range && { start, end }, body }
  }

  return {
    place: `The media folder ${folder}`,
    drafts,
    check: () => tried(checkUse(draftsFolder)),
    put: (key, draft) => tried(place(draft.path, join(folder, key))),
    size: (key) => tried(size(join(folder, key))),
    open: (key, range) => tried(open(join(folder, key), range)),
    list: (under, mayBeNew) => tried(list(under, mayBeNew)),
    async delete(keys) {
      const remove = (key: string) => fs.rm(join(folder, key), { force: true })
      await tried(concurrentMap(keys, deletedAtATime, remove))
    },
  }
}

/** What a stream reads at a time: fewer turns for a large file, and not too much memory for a client that reads slowly. */
const chunkBytes = 256 * 1024
const deletedAtATime = 16

/** Writes, reads and deletes a file: only that shows that a disk is full or read-only. Does not wait for the disk. */
async function checkUse(folder: string): Promise<void> {
  const created = await fs.mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    await fs.writeFile(path, Buffer.alloc(4096))
    await fs.readFile(path)
  } finally {
    await fs.rm(path, { force: true })
    // Nothing is left of a check; another process may store a draft there by now.
    if (created) await fs.rmdir(folder).catch(() => {})
  }
}

/** Waits until the names in a folder survive a power cut. */
export async function flushFolder(path: string) {
  await using folder = await fs.open(path, 'r')
  // Windows cannot flush a folder; its file system logs changes of names by itself.
  await folder.sync().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}

function orMissing<T, Missing>(work: Promise<T>, missing: Missing): Promise<T | Missing> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return missing
    throw error
  })
}

/** The names that randomUUID makes: other files in the folder are not ours. */
const draftName = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Creates the drafts in a folder, which is created with the first one. Errors name the folder of the store. */
export function createDrafts(folder: string, storeFolder = folder): Drafts {
  const tried = translating((error) => folderProblem(storeFolder, error))

  async function write(content: Content): Promise<Draft> {
    await fs.mkdir(folder, { recursive: true })
    const path = join(folder, randomUUID())
    const hash = createHash('sha256')
    let bytes = 0
    try {
      await using file = await fs.open(path, 'wx')
      for await (const chunk of content) {
        bytes += chunk.byteLength
        if (bytes > fileLimits.videoBytes) throw tooManyBytes(fileLimits.videoBytes)
        hash.update(chunk)
        await file.writeFile(chunk)
      }
      // The file is on the disk before its name is in the store, also after a power cut.
      await file.sync()
    } catch (error) {
      await fs.rm(path, { force: true })
      throw error
    }
    return { path, bytes, sha256: hash.digest('hex') }
  }

  async function sweep(before: number): Promise<void> {
    for (const name of await orMissing(fs.readdir(folder), [])) {
      const path = join(folder, name)
      const draft = draftName.test(name) ? await orMissing(fs.stat(path), null) : null
      if (draft && draft.mtimeMs < before) await fs.rm(path, { force: true })
    }
  }

  return {
    write: (content) => tried(write(content)),
    discard: ({ path }) => tried(fs.rm(path, { force: true })),
    sweep: (before) => tried(sweep(before)),
  }
}

function folderProblem(folder: string, error: unknown): Error {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error as Error
  return new MediaStoreProblem(
    `The media folder ${folder} cannot be used (${code}). Check --media, its disk and its permissions.`,
  )
}
