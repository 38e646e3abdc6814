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
  mediaFolder,
  mediaKey,
  newFileId,
  originalPath,
  type ResizedPath,
} from './media-keys.ts'

/** Pictures and videos of accounts; see media-keys.ts. */
export type MediaStore = ReturnType<typeof createMediaStore>

/** How many files a process downloads, inspects and stores at a time. */
const putConcurrency = 8
const deleteConcurrency = 8

/** Stores media in a file store. `assertOwned` runs before each write and each deletion; see media-owner.ts. */
export function createMediaStore(
  files: FileStore,
  clock: () => number = Date.now,
  assertOwned: () => Promise<void> = async () => {},
) {
  const limit = pLimit(putConcurrency)

  async function find(path: MediaPath): Promise<FoundFile | null> {
    const key = mediaKey(path)
    return key === null ? null : files.find(key)
  }

  async function has(file: StoredFile): Promise<boolean> {
    return (await find(originalPath(file)))?.bytes === file.bytes
  }

  async function putAt(path: MediaPath, draft: Draft): Promise<void> {
    const key = mediaKey(path)
    if (key === null) throw new Error(`The media id ${path.id} has no account.`)
    await files.put(key, draft)
  }

  async function withDraft<T>(content: Content, use: (draft: Draft) => Promise<T>): Promise<T> {
    await assertOwned()
    const draft = await files.drafts.write(content)
    try {
      return await use(draft)
    } finally {
      await files.drafts.discard(draft)
    }
  }

  async function deleteAll<File extends { key: string }>(
    all: readonly File[],
    onDeleted?: (file: File) => void,
  ): Promise<void> {
    if (all.length === 0) return
    await assertOwned()
    await concurrentMap(all, deleteConcurrency, async (file) => {
      await files.delete(file.key)
      onDeleted?.(file)
    })
  }

  return {
    /** Rejects unless files can be stored. Writes the database's id into an empty place. */
    async check(): Promise<void> {
      await assertOwned()
      await files.check()
    },
    find,
    /** Returns whether our copy of a file is complete. */
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
      const all = pictureExtensions.map((extension) => find(originalPath({ id, extension })))
      return (await Promise.all(all)).find((found) => found !== null) ?? null
    },
    putResized: (path: ResizedPath, bytes: Uint8Array) =>
      withDraft([bytes], (draft) => putAt(path, draft)),
    list: () => files.list(mediaFolder),
    delete: deleteAll,
    /** Deletes everything of an account, and returns the number of its files. */
    async deleteAccount(mediaId: string, signal?: AbortSignal): Promise<number> {
      // A place that is lost lists nothing.
      await assertOwned()
      let count = 0
      for await (const keys of files.list(accountFolder(mediaId))) {
        signal?.throwIfAborted()
        await deleteAll(keys.map((key) => ({ key })))
        count += keys.length
      }
      return count
    },
    /** Deletes drafts that crashes of this machine left, older than the grace period. */
    async sweepDrafts(): Promise<void> {
      await assertOwned()
      await files.drafts.sweep(clock() - graceMs)
    },
  }
}
