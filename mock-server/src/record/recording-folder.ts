import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { FeedKey } from './feed-key.ts'

/** The folder of a recording. Its files are complete and contain no key. */
export interface RecordingFolder {
  /** Returns a file's text; null when it does not exist. */
  readText(name: string): Promise<string | null>
  /** Returns a file's size; null when it does not exist. */
  sizeOf(name: string): Promise<number | null>
  /** Writes text in one step, with the key replaced by its placeholder. */
  writeText(name: string, text: string): Promise<void>
  /** Adds a line to a file; after a crash the last line may be incomplete. */
  addLine(name: string, line: string): Promise<void>
  /** Writes media in one step. */
  writeBytes(name: string, bytes: Uint8Array): Promise<void>
  /** Returns the names at the top of the folder; none when it does not exist. */
  list(): Promise<string[]>
  /** Removes the incomplete files of a run that was stopped. */
  clean(): Promise<void>
}

const unfinished = 'unfinished'

/** Opens a folder, which need not exist. Every method rejects with UserError when the disk fails. */
export function openRecordingFolder(folder: string, key: FeedKey): RecordingFolder {
  async function write(name: string, data: string | Uint8Array): Promise<void> {
    const path = join(folder, name)
    const draft = join(folder, unfinished, randomUUID())
    await explained(
      (async () => {
        await mkdir(dirname(draft), { recursive: true })
        await mkdir(dirname(path), { recursive: true })
        await writeFile(draft, data, { flush: true })
        await rename(draft, path)
      })(),
    )
  }

  async function explained<T>(operation: Promise<T>): Promise<T> {
    return operation.catch((error: NodeJS.ErrnoException) => {
      const advice =
        error.code === 'ENOSPC'
          ? 'Free space on the disk, then run the same command again.'
          : 'Check its permissions, or choose another with --out.'
      throw new UserError(`The folder ${folder} cannot be used (${error.code}). ${advice}`)
    })
  }

  async function orNull<T>(operation: Promise<T>): Promise<T | null> {
    return explained(
      operation.catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    )
  }

  return {
    readText: (name) => orNull(readFile(join(folder, name), 'utf8')),
    sizeOf: async (name) => (await orNull(stat(join(folder, name))))?.size ?? null,
    writeText: (name, text) => write(name, key.hide(text)),
    addLine: (name, line) => explained(appendFile(join(folder, name), `${key.hide(line)}\n`)),
    writeBytes: write,
    list: async () => ((await orNull(readdir(folder))) ?? []).filter((name) => name !== unfinished),
    clean: () => explained(rm(join(folder, unfinished), { recursive: true, force: true })),
  }
}

/** The recording that a folder contains. */
export interface RecordingMark {
  /** The service's address. */
  url: string
  username: string
  /** The recorded scenario's name. */
  scenario: string
  /** At most this many posts. */
  posts: number
}

const markFile = 'recording.json'

/**
 * Claims a folder for a recording: an empty one, or one that a stopped run of the same recording left.
 *
 * @throws {UserError} when the folder contains anything else
 */
export async function claimFolder(
  folder: RecordingFolder,
  mark: RecordingMark,
  path: string,
): Promise<void> {
  const text = await folder.readText(markFile)
  if (text === null) {
    const [other] = await folder.list()
    if (other !== undefined) {
      throw new UserError(
        `The folder ${path} contains other files, such as ${other}. Choose an empty one with --out.`,
      )
    }
    return folder.writeText(markFile, `${JSON.stringify(mark, null, 2)}\n`)
  }
  const before = readMark(text)
  const fields = Object.keys(mark) as (keyof RecordingMark)[]
  const differing = fields.find((field) => before?.[field] !== mark[field])
  if (differing === undefined) return
  throw new UserError(
    before
      ? `The folder ${path} contains a recording with another ${differing}: ${before[differing]}, not ${mark[differing]}. Choose another folder with --out.`
      : `The folder ${path} contains a ${markFile} of no recording. Choose another folder with --out.`,
  )
}

function readMark(text: string): RecordingMark | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
