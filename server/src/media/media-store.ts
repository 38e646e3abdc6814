import type { MediaPath, StoredFile } from '@photofeed/core'
import { parameters, widths } from '@photofeed/openapi'
import pLimit from 'p-limit'
import type { MediaFiles } from '../stores/service/media-files.ts'
import { LostJob } from '../stores/service/work-kinds.ts'
import type { Content, Draft, FileStore, OpenFile } from './file-store.ts'
import { hasContent, mediaKey, newFileId, originalPath, type ResizedPath } from './media-keys.ts'

/** Pictures and videos of accounts; see media-keys.ts. */
export type MediaStore = ReturnType<typeof createMediaStore>

/** How many files a process downloads, inspects and stores at a time. */
const putConcurrency = 8
const filesOfDeletion = 100

const accountDeleted = () => new LostJob('The account was deleted during an upload.')

/** Drafts are older only if a crash left them. */
const draftMs = 3_600_000

/** Stores media in a file store, and their names in the table of media files. */
export function createMediaStore(
  files: FileStore,
  rows: MediaFiles,
  clock: () => number = Date.now,
) {
  const limit = pLimit(putConcurrency)

  async function open(path: MediaPath, range?: string): Promise<OpenFile | null> {
    const key = mediaKey(path)
    const found = key === null ? null : await files.open(key, range)
    if (found || path.kind !== 'original') return found
    // The store has lost it, as after a restore: the next complete listing downloads it again.
    if ((await rows.find(path.id)) === path.extension) await rows.forget(path.id)
    return null
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

  /** Deletes files with their resized pictures. */
  async function deleteFiles(
    all: ReadonlyArray<Pick<StoredFile, 'id' | 'extension'>>,
    signal?: AbortSignal,
  ): Promise<void> {
    for (let start = 0; start < all.length; start += filesOfDeletion) {
      signal?.throwIfAborted()
      const paths = all.slice(start, start + filesOfDeletion).flatMap(pathsOf)
      await files.delete(paths.flatMap((path) => mediaKey(path) ?? []))
    }
  }

  return {
    /** Rejects unless files can be stored. */
    check: (): Promise<void> => files.check(),
    open,
    /** Whether our copy of a file should be in the store. */
    has: async ({ id }: StoredFile): Promise<boolean> => (await rows.find(id)) !== null,
    /** Stores content, or returns `known` if that has the same content. Reads it only when few others are being stored. */
    put: (owner: FileOwner, content: Content, known?: StoredFile | null): Promise<StoredFile> =>
      limit(() =>
        withDraft(content, async (draft) => {
          if (known && hasContent(known, draft) && (await rows.find(known.id)) !== null)
            return known
          // Loaded with the first file: a server that only serves files does not need it.
          const { inspectFile } = await import('./file-inspection.ts')
          const extension = await inspectFile(draft)
          const id = newFileId(owner.mediaId, draft.sha256)
          const file = { id, extension, bytes: draft.bytes }
          if (!(await rows.add(owner.accountId, file))) throw accountDeleted()
          await putAt(originalPath(file), draft)
          // The deletion of the account may have ended before the upload did.
          if ((await rows.find(id)) !== null) return file
          await deleteFiles([file])
          throw accountDeleted()
        }),
      ),
    /** Opens the picture with this id; null if there is none, or it is a video. */
    async openPicture(id: string): Promise<OpenFile | null> {
      const extension = await rows.find(id)
      if (extension === null || extension === 'mp4') return null
      return open(originalPath({ id, extension }))
    },
    putResized: (path: ResizedPath, bytes: Uint8Array) =>
      withDraft([bytes], (draft) => putAt(path, draft)),
    delete: deleteFiles,
    /** Deletes drafts that crashes of this machine left. */
    sweepDrafts: (): Promise<void> => files.drafts.sweep(clock() - draftMs),
  }
}

function pathsOf({ id, extension }: Pick<StoredFile, 'id' | 'extension'>): MediaPath[] {
  const resized = widths.flatMap((width) =>
    parameters.format.values.map((format) => ({ kind: 'resized', id, width, format }) as const),
  )
  return [originalPath({ id, extension }), ...(extension === 'mp4' ? [] : resized)]
}

export interface FileOwner {
  accountId: number
  mediaId: string
}
