import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { posix, resolve, sep, win32 } from 'node:path'
import { type DownloadFetch, type DownloadResponse, ForbiddenAddress } from '@photofeed/core/node'
import { fileLimits } from '../media/file-store.ts'
import { chunksOf } from '../platform/platform-reading.ts'
import { isWebAddress } from '../platform/platform-schema.ts'

/** A media file could not be downloaded. The message is a few words that can be counted, without the URL. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}

/** How media at web addresses are read. */
export interface Download {
  fetch: DownloadFetch
  signal?: AbortSignal
}

const maximumRedirects = 3
const deadlineMs = 60_000

/**
 * Reads the file at a media URL of a platform response: a web address, or a path relative to the folder of the JSON file. A
 * download, including its redirects, ends after a minute or when the signal aborts. Starts when the first chunk is read.
 * Throws MediaUnavailable. The media store inspects the content.
 */
export async function* readMedia(
  url: string,
  folder: string | null,
  { fetch, signal }: Download,
): AsyncGenerator<Uint8Array> {
  if (isWebAddress(url)) {
    const timeout = AbortSignal.timeout(deadlineMs)
    yield* downloadFile(new URL(url), fetch, signal ? AbortSignal.any([signal, timeout]) : timeout)
  } else if (folder === null || /^[a-z][a-z\d+.-]*:/i.test(url)) {
    throw new MediaUnavailable('not a web address')
  } else yield* readLocalFile(url, folder)
}

/** Reads a media file below a folder. Links must not lead out of it. */
async function* readLocalFile(path: string, folder: string): AsyncGenerator<Uint8Array> {
  if (posix.isAbsolute(path) || win32.isAbsolute(path))
    throw new MediaUnavailable('an absolute path')
  const file = await realpath(resolve(folder, path)).catch((cause) => {
    throw new MediaUnavailable('not there', { cause })
  })
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

async function* downloadFile(
  url: URL,
  fetch: DownloadFetch,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    const { headers, body } = await follow(url, fetch, signal)
    if (Number(headers.get('Content-Length')) > fileLimits.videoBytes) {
      await body?.cancel()
      throw new MediaUnavailable('too large')
    }
    yield* chunksOf(body)
  } catch (error) {
    if (error instanceof MediaUnavailable) throw error
    if (error instanceof ForbiddenAddress) throw new MediaUnavailable(error.message)
    throw new MediaUnavailable(signal.aborted ? 'timed out' : 'unreachable', { cause: error })
  }
}

async function follow(
  start: URL,
  fetch: DownloadFetch,
  signal: AbortSignal,
): Promise<DownloadResponse> {
  let url = start
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const response = await fetch(url, { signal, redirect: 'manual', credentials: 'omit' })
    if (response.ok) return response
    await response.body?.cancel()
    const location = response.headers.get('Location')
    if (response.status < 300 || response.status > 399 || location === null) {
      throw new MediaUnavailable(`responded with ${response.status}`)
    }
    url = new URL(location, url)
    if (!/^https?:$/.test(url.protocol)) throw new MediaUnavailable('not a web address')
  }
  throw new MediaUnavailable('too many redirects')
}
