import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { FeedKey } from './feed-key.ts'

/** The folder of a recording. Whatever is in it is there in full, and holds no key. */
export interface RecordingFolder {
  /** A file's text; null when it is not there. */
  readText(name: string): Promise<string | null>
  /** A file's size; null when it is not there. */
  sizeOf(name: string): Promise<number | null>
  /** Writes text in one step, with the key replaced by its placeholder. */
  writeText(name: string, text: string): Promise<void>
  /** Adds a line to a file; the last line may be broken off after a crash. */
  addLine(name: string, line: string): Promise<void>
  /** Writes media in one step. */
  writeBytes(name: string, bytes: Uint8Array): Promise<void>
  /** The names at the top of the folder; empty when there is no folder. */
  list(): Promise<string[]>
  /** Removes what a run that was stopped left half written. */
  tidy(): Promise<void>
}

const unfinished = 'unfinished'

/** Opens a folder, which need not exist. Everything rejects with UserError when the disk refuses. */
export function openRecordingFolder(folder: string, key: FeedKey): RecordingFolder {
  async function write(name: string, data: string | Uint8Array): Promise<void> {
    const path = join(folder, name)
    const draft = join(folder, unfinished, randomUUID())
    await told(
      (async () => {
        await mkdir(dirname(draft), { recursive: true })
        await mkdir(dirname(path), { recursive: true })
        await writeFile(draft, data, { flush: true })
        await rename(draft, path)
      })(),
    )
  }

  async function told<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: NodeJS.ErrnoException) => {
      const advice =
        error.code === 'ENOSPC'
          ? 'Make room on the disk, then run the same command again.'
          : 'Check its rights, or choose another with --out.'
      throw new UserError(`The folder ${folder} cannot be used (${error.code}). ${advice}`)
    })
  }

  async function orNull<T>(work: Promise<T>): Promise<T | null> {
    return told(
      work.catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    )
  }

  return {
    readText: (name) => orNull(readFile(join(folder, name), 'utf8')),
    sizeOf: async (name) => (await orNull(stat(join(folder, name))))?.size ?? null,
    writeText: (name, text) => write(name, key.hide(text)),
    addLine: (name, line) => told(appendFile(join(folder, name), `${key.hide(line)}\n`)),
    writeBytes: write,
    list: async () => ((await orNull(readdir(folder))) ?? []).filter((name) => name !== unfinished),
    tidy: () => told(rm(join(folder, unfinished), { recursive: true, force: true })),
  }
}
