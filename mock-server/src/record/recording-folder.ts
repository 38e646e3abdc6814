import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { FeedKey } from './feed-key.ts'

/** The folder of a recording. Its files are complete and contain no key. */
export interface RecordingFolder {
  path: string
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
  /** Returns the names at the top of the folder, without drafts; none when it does not exist. */
  list(): Promise<string[]>
  /** Removes the drafts of a run that was stopped. */
  removeDrafts(): Promise<void>
}

/** Files of users do not have this name, so such files can be removed. */
const draftName = () => `.photofeed-recording-${randomUUID()}`
const draftPattern = /^\.photofeed-recording-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Does not follow symbolic links, which could point to a file of the user. Windows lacks the flag. */
const appendFlags =
  constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)

/** Opens a folder, which need not exist. Every method rejects with UserError when the disk fails. */
export function openRecordingFolder(folder: string, key: FeedKey): RecordingFolder {
  async function write(name: string, data: string | Uint8Array): Promise<void> {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const draft = join(folder, draftName())
    try {
      await writeFile(draft, data, { flag: 'wx', flush: true })
      await rename(draft, path)
    } catch (error) {
      await unlink(draft).catch(() => {})
      throw error
    }
  }

  async function addLine(name: string, line: string): Promise<void> {
    await appendFile(join(folder, name), `${line}\n`, { flag: appendFlags })
  }

  async function entries() {
    return (await orNull(readdir(folder, { withFileTypes: true }))) ?? []
  }

  async function explainErrors<T>(operation: Promise<T>): Promise<T> {
    return operation.catch((error: NodeJS.ErrnoException) => {
      const advice =
        error.code === 'ENOSPC'
          ? 'Free space on the disk, then run the same command again.'
          : 'Check its permissions, or choose another with --out.'
      throw new UserError(`The folder ${folder} cannot be used (${error.code}). ${advice}`)
    })
  }

  async function orNull<T>(operation: Promise<T>): Promise<T | null> {
    return explainErrors(
      operation.catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    )
  }

  return {
    path: folder,
    readText: (name) => orNull(readFile(join(folder, name), 'utf8')),
    sizeOf: async (name) => (await orNull(stat(join(folder, name))))?.size ?? null,
    writeText: (name, text) => explainErrors(write(name, key.hide(text))),
    addLine: (name, line) => explainErrors(addLine(name, key.hide(line))),
    writeBytes: (name, bytes) => explainErrors(write(name, bytes)),
    list: async () => (await entries()).filter((entry) => !isDraft(entry)).map(({ name }) => name),
    async removeDrafts() {
      for (const { name } of (await entries()).filter(isDraft)) {
        await explainErrors(unlink(join(folder, name)))
      }
    },
  }
}

function isDraft(entry: { name: string; isFile(): boolean }): boolean {
  return entry.isFile() && draftPattern.test(entry.name)
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
 * Claims a folder for a recording: an empty one, or one that a stopped run of the same recording left. Nothing in the
 * folder changes before.
 *
 * @throws {UserError} when the folder contains anything else
 */
export async function claimFolder(folder: RecordingFolder, mark: RecordingMark): Promise<void> {
  const text = await folder.readText(markFile)
  if (text === null) {
    const [other] = await folder.list()
    if (other !== undefined) {
      throw new UserError(
        `The folder ${folder.path} contains other files, such as ${other}. Choose an empty one with --out.`,
      )
    }
    await folder.writeText(markFile, `${JSON.stringify(mark, null, 2)}\n`)
  } else checkMark(readMark(text), mark, folder.path)
  await folder.removeDrafts()
}

function checkMark(before: RecordingMark | null, mark: RecordingMark, path: string): void {
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

const feedFile = 'feed.json'
/** The hash of every text that a run has written to the feed's file. */
const feedHashes = 'feeds.txt'

/**
 * Writes the recorded feed, in place of the one of an earlier run.
 *
 * @throws {UserError} when the file there is not of a run, or was changed since
 */
export async function writeFeed(folder: RecordingFolder, text: string): Promise<void> {
  const before = await folder.readText(feedFile)
  if (before === text) return
  const written = (await folder.readText(feedHashes)) ?? ''
  if (before !== null && !written.split('\n').includes(hashOf(before))) {
    throw new UserError(
      `The file ${feedFile} in ${folder.path} was changed by hand. Move it out of the folder, then run the same command again.`,
    )
  }
  // The hash comes first: a run that is stopped between both leaves the file as it was.
  await folder.addLine(feedHashes, `\n${hashOf(text)}`)
  await folder.writeText(feedFile, text)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
