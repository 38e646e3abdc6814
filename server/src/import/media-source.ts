import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { posix, resolve, sep, win32 } from 'node:path'
import { fileLimits } from '../media/file-store.ts'
import { downloadFile, type Fetch, MediaUnavailable } from './download.ts'

/**
 * Reads what is behind a media URL of a platform response: a web address, or a path that starts from the folder of
 * the JSON file. Begins with the first chunk that is read. Throws MediaUnavailable; the media store inspects the content.
 */
export type MediaSource = (url: string, folder: string | null) => AsyncIterable<Uint8Array>

/** Whether a media URL can be given to a client as it is. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

export interface MediaSourceDeps {
  /** Decides which addresses may be asked. */
  fetch: Fetch
  /** Of one download, with all that it is redirected to. */
  deadline?: () => AbortSignal
}

/** Reads from the web through `fetch` and from the disk beside the imported file. */
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

/** Reads a media file below a folder, where links may not lead out of it; throws MediaUnavailable. */
export async function* readLocalFile(path: string, folder: string): AsyncGenerator<Uint8Array> {
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
