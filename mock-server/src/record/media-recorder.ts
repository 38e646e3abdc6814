import { createHash } from 'node:crypto'
import { type FileExtension, parseMediaPath, type StoredFile } from '@photofeed/core'
import { concurrentMap, type DownloadFetch } from '@photofeed/core/node'
import type { ImageFormat } from '@photofeed/openapi'
import { DownloadError, downloadFile } from './download.ts'
import { type FeedKey, keyPlaceholder } from './feed-key.ts'
import type { PageData, PageItem, PagePost, RecordedPage } from './feed-page.ts'
import type { RecordingFolder } from './recording-folder.ts'

const megabyte = 1024 * 1024
const maximumFileBytes = 64 * megabyte
const concurrency = 4
const indexFile = 'originals.jsonl'

/** A picture or video of a feed. */
export interface Original {
  url: string
  /** Used when the file could not be downloaded; otherwise its bytes decide. */
  extension: FileExtension
}

/** A resized picture of a feed. */
interface Rendition {
  url: string
  width: string
  format: ImageFormat
  /** The URL of its original. */
  of: string
}

export interface FeedMedia {
  originals: Original[]
  renditions: Rendition[]
}

/** Returns every media file that pages of a feed name, each once. */
export function mediaOf(pages: readonly RecordedPage[]): FeedMedia {
  const renditions = pages.flatMap(({ page, webp }) => [
    ...renditionsOf(page, 'jpg'),
    ...(webp ? renditionsOf(webp, 'webp') : []),
  ])
  return {
    originals: unique(pages.flatMap(({ page }) => originalsOf(page))),
    renditions: unique(renditions),
  }
}

function unique<Item extends { url: string }>(media: readonly Item[]): Item[] {
  return [...new Map(media.map((item) => [item.url, item])).values()]
}

function originalsOf({ account, posts }: PageData): Original[] {
  const { profilePictureUrl: url } = account
  const profile = url === null ? [] : [pictureOriginal(url)]
  return [...profile, ...posts.flatMap((post) => [post, ...post.children].flatMap(itemOriginals))]
}

function itemOriginals({ mediaType, mediaUrl, thumbnailUrl }: PageItem | PagePost): Original[] {
  if (mediaType !== 'VIDEO') return [pictureOriginal(mediaUrl)]
  const poster = thumbnailUrl === null ? [] : [pictureOriginal(thumbnailUrl)]
  return [videoOriginal(mediaUrl), ...poster]
}

export function pictureOriginal(url: string): Original {
  return { url, extension: extensionOf(url) ?? 'jpg' }
}

/** The URL of a withheld video is a picture's. */
export function videoOriginal(url: string): Original {
  return { url, extension: extensionOf(url) ?? 'mp4' }
}

function extensionOf(url: string): FileExtension | null {
  const name = /\.(jpg|png|webp|mp4)$/.exec(URL.parse(url)?.pathname ?? '')
  return name ? (name[1] as FileExtension) : null
}

function renditionsOf({ posts }: PageData, format: ImageFormat): Rendition[] {
  return posts
    .flatMap((post) => [post, ...post.children])
    .flatMap((item) => {
      const of = pictureUrl(item)
      if (of === null || !item.sizes) return []
      return Object.entries(item.sizes).map(([width, url]) => ({ url, width, format, of }))
    })
}

/** The picture that `sizes` resizes; an album has the sizes of its first item, which lists them itself. */
function pictureUrl(item: PageItem | PagePost): string | null {
  if (item.mediaType === 'VIDEO') return item.thumbnailUrl
  const isShownByItem = item.mediaType === 'CAROUSEL_ALBUM' && item.children.length > 0
  return isShownByItem ? null : item.mediaUrl
}

/** A stored file that could not be downloaded: its mock responds with 404, as its host did. */
export function missingFile({ url, extension }: Original): StoredFile {
  return { id: hashOf(url), extension, bytes: 0 }
}

function hashOf(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 32)
}

/** How many bytes of media a recording may still contain. */
export interface MediaBudget {
  /** Counts bytes that arrive; throws a DownloadError when there is no room for them. */
  take(count: number): void
  /** Counts bytes that are there already; a negative number returns what was not used. */
  count(bytes: number): void
}

export function createMediaBudget(limit: number = 2048 * megabyte): MediaBudget {
  let left = limit
  return {
    take(count) {
      if (count > left) {
        throw new DownloadError(`exceeds the ${limit / 1024 ** 3} GB that a recording may contain`)
      }
      left -= count
    },
    count(bytes) {
      left -= bytes
    },
  }
}

const signatures: readonly { extension: FileExtension; at: number; bytes: string }[] = [
  { extension: 'jpg', at: 0, bytes: '\xff\xd8\xff' },
  { extension: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { extension: 'webp', at: 8, bytes: 'WEBP' },
  { extension: 'mp4', at: 4, bytes: 'ftyp' },
]

/** Returns what a file is by its first bytes; null when a feed serves no such file. */
export function fileKind(file: Uint8Array): FileExtension | null {
  const head = Buffer.from(file.subarray(0, 16)).toString('latin1')
  return signatures.find(({ at, bytes }) => head.startsWith(bytes, at))?.extension ?? null
}

export interface RecordedMedia {
  /** The downloaded originals, by the URL in the recorded pages. */
  files: ReadonlyMap<string, StoredFile>
  /** How many files of the feed the folder contains. */
  count: number
  bytes: number
  /** How many could not be downloaded, by the reason. */
  missing: Map<string, number>
}

export interface MediaRecorderOptions {
  folder: RecordingFolder
  /** Sends requests to public addresses and to the feed. */
  fetch: DownloadFetch
  /** Milliseconds for each request. */
  timeout: number
  key: FeedKey
  /** The only origin to which a URL with the key may be sent. */
  feedOrigin: string
  /** Called after each file, downloaded or not. */
  onDone(): void
}

/** Downloads a feed's media into the folder, except those that are there already. */
export async function recordMedia(
  { originals, renditions }: FeedMedia,
  { folder, fetch, timeout, key, feedOrigin, onDone }: MediaRecorderOptions,
): Promise<RecordedMedia> {
  const budget = createMediaBudget()
  const files = await readIndex(folder)
  const recorded = new Map<string, number>()
  const missing = new Map<string, number>()

  function rejection({ href, origin }: URL): string | null {
    return origin !== feedOrigin && key.isIn(href) ? withKey : null
  }

  async function downloadMedia(url: string) {
    let taken = 0
    const onBytes = (count: number) => {
      budget.take(count)
      taken += count
    }
    try {
      const restored = key.restore(url, feedOrigin)
      if (restored.includes(keyPlaceholder)) throw new DownloadError(withKey)
      const address = URL.parse(restored)
      if (!address) throw new DownloadError('is no web address')
      const limits = { maximumBytes: maximumFileBytes, timeout, rejection, onBytes }
      const bytes = await downloadFile(fetch, address, limits)
      const extension = fileKind(bytes)
      if (extension === null) throw new DownloadError('is not a JPEG, PNG, WebP or MP4 file')
      if (key.isIn(bytes)) throw new DownloadError('is of a file that contains the key')
      return { bytes, file: { id: hashOf(bytes), extension, bytes: bytes.byteLength } }
    } catch (error) {
      budget.count(-taken)
      if (!(error instanceof DownloadError)) throw error
      missing.set(error.message, (missing.get(error.message) ?? 0) + 1)
      return null
    }
  }

  async function newOriginal(url: string): Promise<StoredFile | null> {
    const media = await downloadMedia(url)
    if (!media) return null
    await folder.writeBytes(nameOf(media.file), media.bytes)
    files.set(url, media.file)
    // The line before may be incomplete after a crash, so this one starts with a line break.
    await folder.addLine(indexFile, `\n${JSON.stringify({ url, file: media.file })}`)
    return media.file
  }

  async function recordOriginal({ url }: Original): Promise<void> {
    const known = files.get(url)
    if (known) budget.count(known.bytes)
    const file = known ?? (await newOriginal(url))
    if (file) recorded.set(nameOf(file), file.bytes)
    onDone()
  }

  async function newRendition(url: string, name: string): Promise<number | null> {
    const known = await folder.sizeOf(name)
    if (known !== null) {
      budget.count(known)
      return known
    }
    const media = await downloadMedia(url)
    if (media) await folder.writeBytes(name, media.bytes)
    return media === null ? null : media.file.bytes
  }

  async function recordRendition({ url, width, format, of }: Rendition): Promise<void> {
    const path = `/${width}/${files.get(of)?.id ?? hashOf(of)}.${format}`
    // A mock serves only the widths of the contract.
    const bytes = parseMediaPath(path) && (await newRendition(url, `media${path}`))
    if (bytes) recorded.set(path, bytes)
    onDone()
  }

  await concurrentMap(originals, concurrency, recordOriginal)
  await concurrentMap(renditions, concurrency, recordRendition)
  const bytes = [...recorded.values()].reduce((sum, size) => sum + size, 0)
  return { files, count: recorded.size, bytes, missing }
}

const withKey = 'is on another host and contains the key'

/** Reads which files of the folder are complete originals, by the URL that the feed gave, with the key hidden. */
async function readIndex(folder: RecordingFolder): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>()
  const lines = ((await folder.readText(indexFile)) ?? '').split('\n')
  for (const entry of lines.map(readLine)) {
    if (entry && (await folder.sizeOf(nameOf(entry.file))) === entry.file.bytes) {
      files.set(entry.url, entry.file)
    }
  }
  return files
}

function nameOf({ id, extension }: StoredFile): string {
  return `media/${id}.${extension}`
}

function readLine(line: string): { url: string; file: StoredFile } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
