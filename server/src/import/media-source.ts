import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { posix, resolve, sep, win32 } from 'node:path'
import { fileLimits } from '../media/file-store.ts'
import { downloadFile, type Fetch, MediaUnavailable } from './download.ts'

/**
 * Reads the file at a media URL of a platform response: a web address, or a path relative to the folder of the JSON file.
 * Starts when the first chunk is read. Throws MediaUnavailable. The media store inspects the content.
 */
export type MediaSource = (url: string, folder: string | null) => AsyncIterable<Uint8Array>

/** Whether a client can load a media URL. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

interface MediaSourceDeps {
  /** Fetches from allowed addresses only. */
  fetch: Fetch
  /** Returns the deadline of one download, including redirects. */
  deadline?: () => AbortSignal
}

/** Creates a source that reads from the web through `fetch`, and from the folder of the imported file. */
export function createMediaSource({ fetch, deadline = oneMinute }: MediaSourceDeps): MediaSource {
  return async function* (url, folder) {
    if (isWebAddress(url)) yield* downloadFile(new URL(url), fetch, deadline())
    else if (folder === null || /^[a-z][a-z\d+.-]*:/i.test(url)) {
      throw new MediaUnavailable('not a web address')
    } else yield* readLocalFile(url, folder)
  }
}

function oneMinute(): AbortSignal {
  return AbortSignal.timeout(60_000)
}

/** Reads a media file below a folder. Links must not lead out of it. Throws MediaUnavailable. */
async function* readLocalFile(path: string, folder: string): AsyncGenerator<Uint8Array> {
  if (posix.isAbsolute(path) || win32.isAbsolute(path))
    throw new MediaUnavailable('an absolute path')
  const file = await existing(resolve(folder, path))
  if (!file.startsWith((await realpath(folder)) + sep)) {
    throw new MediaUnavailable('outside the folder')
  }
  const found = await stat(file)
  // Reading a pipe or a device might never end.
  if (!found.isFile()) throw new MediaUnavailable('not a file')
  if (found.size > fileLimits.videoBytes) throw new MediaUnavailable('too large')
  try {
    yield* createReadStream(file)
  } catch (cause) {
    throw new MediaUnavailable('not readable', { cause })
  }
}

async function existing(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    throw new MediaUnavailable('not there', { cause })
  }
}
