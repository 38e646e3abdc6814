import type { MediaPath, StoredFile } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import pLimit from 'p-limit'
import {
  type Content,
  type Draft,
  type FileStore,
  type FoundFile,
  pictureExtensions,
} from './file-store.ts'
import {
  accountFolder,
  graceMs,
  hasContent,
  isPastGrace,
  mediaFolder,
  mediaIdOf,
  mediaKey,
  newFileId,
  type OriginalPath,
  originalPath,
  parseMediaKey,
  type ResizedPath,
} from './media-keys.ts'

/** Pictures and videos of accounts; see media-keys.ts. */
export type MediaStore = ReturnType<typeof createMediaStore>

/** How many files a process downloads, inspects and stores at a time. */
const storedAtOnce = 8
const deletedAtOnce = 8

/** Stores media in a file store. */
export function createMediaStore(files: FileStore, clock: () => number = Date.now) {
  const limit = pLimit(storedAtOnce)

  async function find(path: MediaPath): Promise<FoundFile | null> {
    const key = mediaKey(path)
    return key === null ? null : files.find(key)
  }

  /** Returns whether our copy of a file is complete. */
  async function has(file: StoredFile): Promise<boolean> {
    return (await find(originalPath(file)))?.bytes === file.bytes
  }

  async function putAt(path: MediaPath, draft: Draft): Promise<void> {
    const key = mediaKey(path)
    if (key === null) throw new Error(`The media id ${path.id} has no account.`)
    await files.put(key, draft)
  }

  async function withDraft<T>(content: Content, use: (draft: Draft) => Promise<T>): Promise<T> {
    const draft = await files.drafts.write(content)
    try {
      return await use(draft)
    } finally {
      await files.drafts.discard(draft)
    }
  }

  async function deleteAll(keys: readonly string[]): Promise<void> {
    await concurrentMap(keys, deletedAtOnce, files.delete)
  }

  return {
    check: files.check,
    find,
    has,
    /**
     * Stores content for an account, or returns `known` if that is a complete file with the same content. Waits until few
     * others are being stored, and reads the content only then. Rejects with RejectedMedia, or with the error of the content.
     */
    put: (mediaId: string, content: Content, known?: StoredFile | null): Promise<StoredFile> =>
      limit(() =>
        withDraft(content, async (draft) => {
          if (known && hasContent(known, draft) && (await has(known))) return known
          // Loaded with the first file: a server that only serves files does not need it.
          const { inspectFile } = await import('./file-inspection.ts')
          const extension = await inspectFile(draft)
          const id = newFileId(mediaId, draft.sha256, clock())
          const file = { id, extension, bytes: draft.bytes }
          await putAt(originalPath(file), draft)
          return file
        }),
      ),
    /** Returns the picture with this id; null if there is none, or it is a video. */
    async findPicture(id: string): Promise<FoundFile | null> {
      const paths = pictureExtensions.map(
        (extension): OriginalPath => originalPath({ id, extension }),
      )
      const all = await Promise.all(paths.map(find))
      return all.find((found) => found !== null) ?? null
    },
    /** Stores a resized copy beside the original. */
    putResized: (path: ResizedPath, bytes: Uint8Array) =>
      withDraft([bytes], (draft) => putAt(path, draft)),
    /** Yields the keys of all media, in sorted pages; see FileStore. */
    list: (after?: string) => files.list(mediaFolder, after),
    delete: deleteAll,
    /** Deletes everything of an account. */
    async deleteAccount(mediaId: string, signal?: AbortSignal): Promise<void> {
      for await (const keys of files.list(accountFolder(mediaId))) {
        signal?.throwIfAborted()
        await deleteAll(keys)
      }
    },
    /** Deletes drafts that crashes of this machine left, older than the grace period. */
    sweepDrafts: () => files.drafts.sweep(clock() - graceMs),
  }
}

interface SweepParts {
  media: Pick<MediaStore, 'list' | 'delete' | 'sweepDrafts'>
  /** Returns the ids of all files that an account shows; empty if there is no such account. */
  shownFiles(mediaId: string): Promise<ReadonlySet<string>>
  clock(): number
}

/**
 * Deletes originals, resized copies and drafts that nothing shows and that are older than the grace period, also those of
 * deleted accounts. Reads the keys behind `after` in pages, and calls `onPage` with the last key of each.
 *
 * It needs no lock, and two at a time do no harm: a file that is not shown half a grace period after it was stored is
 * never shown later (see db/shown-files.ts), so no deleted file is needed again.
 */
export async function sweepMedia(
  { media, shownFiles, clock }: SweepParts,
  after: string,
  signal: AbortSignal,
  onPage: (lastKey: string) => Promise<unknown>,
): Promise<void> {
  await media.sweepDrafts()
  // What the account of the last key shows, and the time before that was read.
  let account = null as { mediaId: string; now: number; shown: ReadonlySet<string> } | null
  for await (const keys of media.list(after)) {
    signal.throwIfAborted()
    const garbage: string[] = []
    for (const key of keys) {
      const id = parseMediaKey(key)?.id
      // Most new files are shown, and need no query.
      if (id === undefined || !isPastGrace(id, clock())) continue
      const mediaId = mediaIdOf(id)
      if (account?.mediaId !== mediaId) {
        // The time first: a file that becomes old while posts are read is for the next sweep.
        account = { mediaId, now: clock(), shown: await shownFiles(mediaId) }
      }
      if (isPastGrace(id, account.now) && !account.shown.has(id)) garbage.push(key)
    }
    await media.delete(garbage)
    const last = keys.at(-1)
    if (last !== undefined) await onPage(last)
  }
}
