import { parseMediaPath, type StoredFile } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import type { FeedMedia, Original, Rendition } from './feed-media.ts'
import type { MediaBudget } from './media-budget.ts'
import type { Download, MediaDownload } from './media-download.ts'
import { missingId } from './missing-file.ts'
import { openOriginalIndex, originalName } from './original-index.ts'
import { recordLimits } from './record-limits.ts'
import type { RecordingFolder } from './recording-folder.ts'
import { RequestFailure } from './request-failure.ts'

export interface RecordedMedia {
  /** The originals that were had, by the URL that the recorded answers give. */
  files: ReadonlyMap<string, StoredFile>
  /** How many files of the feed the folder holds. */
  count: number
  bytes: number
  /** How many could not be had, by the reason. */
  missing: Map<string, number>
}

export interface MediaRecorderParts {
  folder: RecordingFolder
  download: MediaDownload
  budget: MediaBudget
  /** Told after each file, had or not. */
  onDone(): void
}

/** Brings a feed's media into the folder, but for those that are there already. */
export async function recordMedia(
  { originals, renditions }: FeedMedia,
  { folder, download, budget, onDone }: MediaRecorderParts,
): Promise<RecordedMedia> {
  const { files, add } = await openOriginalIndex(folder)
  const held = new Map<string, number>()
  const missing = new Map<string, number>()

  async function had(url: string): Promise<Download | null> {
    try {
      return await download(url)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      missing.set(error.message, (missing.get(error.message) ?? 0) + 1)
      return null
    }
  }

  async function recordOriginal({ url }: Original): Promise<void> {
    const known = files.get(url)
    if (known) budget.count(known.bytes)
    const file = known ?? (await takeOriginal(url))
    if (file) held.set(originalName(file), file.bytes)
    onDone()
  }

  async function takeOriginal(url: string): Promise<StoredFile | null> {
    const taken = await had(url)
    if (!taken) return null
    await folder.writeBytes(originalName(taken.file), taken.bytes)
    await add(url, taken.file)
    return taken.file
  }

  async function recordRendition(rendition: Rendition): Promise<void> {
    const { url, width, format, of } = rendition
    const path = `/${width}/${files.get(of)?.id ?? missingId(of)}.${format}`
    // Of widths that are not the contract's, a mock serves nothing.
    const bytes = parseMediaPath(path) && (await takeRendition(url, `media${path}`))
    if (bytes) held.set(path, bytes)
    onDone()
  }

  async function takeRendition(url: string, name: string): Promise<number | null> {
    const known = await folder.sizeOf(name)
    if (known !== null) {
      budget.count(known)
      return known
    }
    const taken = await had(url)
    if (taken) await folder.writeBytes(name, taken.bytes)
    return taken ? taken.bytes.byteLength : null
  }

  await concurrentMap(originals, recordLimits.concurrency, recordOriginal)
  await concurrentMap(renditions, recordLimits.concurrency, recordRendition)
  const bytes = [...held.values()].reduce((sum, size) => sum + size, 0)
  return { files, count: held.size, bytes, missing }
}
