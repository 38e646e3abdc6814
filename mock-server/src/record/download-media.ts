import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contentTypes, type FileExtension, type StoredFile, UserError } from '@photofeed/core'
import {
  concurrentMap,
  createGuardedFetch,
  type DownloadFetch,
  type DownloadResponse,
  ForbiddenAddress,
} from '@photofeed/core/node'

const megabyte = 1024 * 1024
const maximumFileBytes = 64 * megabyte
const maximumBytes = 2048 * megabyte
const concurrency = 4

/** A picture or video of a feed. */
export interface FeedMedia {
  /** Its id in the recording. */
  id: string
  url: string
}

/** Why a file cannot be downloaded, without its address. */
class DownloadError extends Error {}

/**
 * Downloads media into the folder, from the feed's origin and from public addresses: a feed must not make this machine
 * send requests into its own network. Returns the files by their ids, and why each missing one was left out.
 */
export async function downloadMedia(
  media: readonly FeedMedia[],
  folder: string,
  feed: URL,
): Promise<{ files: ReadonlyMap<string, StoredFile>; missing: readonly string[] }> {
  const fetch = createGuardedFetch({ hosts: null, plainHttp: true, trustedOrigins: [feed.origin] })
  const files = new Map<string, StoredFile>()
  const missing: string[] = []
  let left = maximumBytes

  async function save({ id, url }: FeedMedia): Promise<void> {
    const { extension, bytes } = await download(fetch, url)
    left -= bytes.byteLength
    if (left < 0) throw new DownloadError('a recording contains at most 2 GB')
    await writeNewFile(folder, `media/${id}.${extension}`, bytes)
    files.set(id, { id, extension, bytes: bytes.byteLength })
  }

  await concurrentMap(media, concurrency, (file) =>
    save(file).catch((error) => {
      if (!(error instanceof DownloadError || error instanceof ForbiddenAddress)) throw error
      missing.push(error.message)
    }),
  )
  return { files, missing }
}

async function download(fetch: DownloadFetch, address: string) {
  const signal = AbortSignal.timeout(30_000)
  try {
    const url = new URL(address)
    return await readFile(await fetch(url, { signal, redirect: 'manual', credentials: 'omit' }))
  } catch (error) {
    if (signal.aborted) throw new DownloadError('no response within 30 seconds')
    // `fetch` throws a TypeError for network errors. Its message can contain the address.
    if (error instanceof TypeError) throw new DownloadError('could not be reached')
    throw error
  }
}

async function readFile(response: DownloadResponse) {
  const [type] = (response.headers.get('Content-Type') ?? '').split(';')
  const extensions = Object.keys(contentTypes) as FileExtension[]
  const extension = extensions.find((known) => contentTypes[known] === type)
  if (response.ok && extension) return { extension, bytes: await readBytes(response) }
  await response.body?.cancel()
  throw new DownloadError(
    response.ok ? 'not a JPEG, PNG, WebP or MP4 file' : `status ${response.status}`,
  )
}

async function readBytes({ body }: DownloadResponse): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the response.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maximumFileBytes) throw new DownloadError('larger than 64 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Creates a folder, or uses an empty one. Throws a UserError when it contains anything. */
export async function claimFolder(folder: string): Promise<void> {
  await explainErrors(folder, mkdir(folder, { recursive: true }))
  const [other] = await explainErrors(folder, readdir(folder))
  if (other === undefined) return
  throw new UserError(
    `The folder ${folder} contains other files, such as ${other}. Choose a new or an empty one with --out.`,
  )
}

/** Writes a file of a folder. Never replaces one. */
export async function writeNewFile(folder: string, name: string, data: string | Uint8Array) {
  const file = join(folder, name)
  await explainErrors(folder, mkdir(dirname(file), { recursive: true }))
  const isThere = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new UserError(
      `The folder ${folder} contains another ${name}. Choose a new or an empty one with --out.`,
    )
  }
  await explainErrors(folder, writeFile(file, data, { flag: 'wx' }).catch(isThere))
}

function explainErrors<T>(folder: string, operation: Promise<T>): Promise<T> {
  return operation.catch((error: NodeJS.ErrnoException) => {
    if (error instanceof UserError) throw error
    throw new UserError(
      `The folder ${folder} cannot be used (${error.code}). Check its permissions and the space on the disk, or choose another with --out.`,
    )
  })
}
