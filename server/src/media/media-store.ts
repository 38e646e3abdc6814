import { posix } from 'node:path'
import type { MediaPath, StoredFile } from '@photofeed/core'
import type { MediaFiles } from '../stores/service/media-files.ts'
import { LostJob } from '../stores/service/work-kinds.ts'
import { createDecodingQueue } from './decoding.ts'
import type { Content, Draft, FileStore, OpenFile } from './file-store.ts'
import * as keys from './media-keys.ts'

/** Pictures and videos of accounts; see media-keys.ts. */
export type MediaStore = ReturnType<typeof createMediaStore>

/** The most that a request to a bucket can name. */
const deletedAtATime = 1000

const accountDeleted = () => new LostJob('The account was deleted during an upload.')

/** Drafts are older only if a crash left them. */
const draftMs = 3_600_000

/** Stores media in a file store, and their names in the table of media files. */
export function createMediaStore(
  files: FileStore,
  rows: MediaFiles,
  clock: () => number = Date.now,
) {
  const decoding = createDecodingQueue()

  async function withKey<T>(path: MediaPath, use: (key: string) => Promise<T>): Promise<T | null> {
    const key = keys.mediaKey(path)
    return key === null ? null : use(key)
  }
  const open = (path: MediaPath, range?: string): Promise<OpenFile | null> =>
    withKey(path, (key) => files.open(key, range))
  const size = (path: MediaPath): Promise<number | null> => withKey(path, files.size)

  /** Returns false, and leaves nothing, if the file was deleted meanwhile: the deletion may have ended before this upload did. */
  async function putAt(path: MediaPath, draft: Draft): Promise<boolean> {
    const key = keys.mediaKey(path)
    if (key === null) throw new Error(`The media id ${path.id} has no account.`)
    await files.put(key, draft)
    if ((await rows.find(path.id)) !== null) return true
    await files.delete([key])
    return false
  }

  async function withDraft<T>(content: Content, use: (draft: Draft) => Promise<T>): Promise<T> {
    const draft = await files.drafts.write(content)
    try {
      return await use(draft)
    } finally {
      await files.drafts.discard(draft)
    }
  }

  return {
    /** Rejects unless files can be stored, read and deleted. */
    check: (): Promise<void> => files.check(),
    open,
    size,
    /** What decodes pictures waits here. */
    decoding,
    /** Returns the keys of an account's files that the store has. */
    list: async (mediaId: string): Promise<ReadonlySet<string | null>> =>
      new Set(await files.list(keys.accountFolder(mediaId), true)),
    /** Stores content, or returns `known` if that has the same content. */
    put: (
      owner: FileOwner,
      content: Content,
      { known, signal }: { known?: StoredFile | null; signal?: AbortSignal | undefined } = {},
    ): Promise<StoredFile> =>
      withDraft(content, async (draft) => {
        if (
          known &&
          keys.hasContent(known, draft) &&
          (await size(keys.originalPath(known))) !== null
        )
          return known
        // Loaded with the first file: a server that only serves files does not need it.
        const { inspectFile } = await import('./file-inspection.ts')
        const inspect = () => inspectFile(draft)
        const extension = await decoding.runInBackground(owner.mediaId, inspect, signal)
        const id = keys.newFileId(owner.mediaId, draft.sha256)
        const file = { id, extension, bytes: draft.bytes }
        if (!(await rows.add(owner.accountId, file))) throw accountDeleted()
        if (!(await putAt(keys.originalPath(file), draft))) throw accountDeleted()
        return file
      }),
    /** Returns where the picture with this id is; null if there is none, or it is a video. */
    async findPicture(id: string): Promise<MediaPath | null> {
      const extension = await rows.find(id)
      if (extension === null || extension === 'mp4') return null
      return keys.originalPath({ id, extension })
    },
    putResized: (path: keys.ResizedPath, bytes: Uint8Array) =>
      withDraft([bytes], (draft) => putAt(path, draft)),
    /** Deletes files with their resized pictures. */
    async delete(ids: readonly string[], signal?: AbortSignal): Promise<void> {
      const stems = new Set(ids.flatMap((id) => keys.keyStem(id) ?? []))
      for (const folder of new Set([...stems].map(posix.dirname))) {
        signal?.throwIfAborted()
        const found = await files.list(folder)
        await files.delete(found.filter((key) => stems.has(key.slice(0, key.indexOf('.')))))
      }
    },
    /**
     * Deletes all files of an account, whatever the table lists, and returns how many. Without `hasFiles` the account never
     * had one, so what should contain them may never have been made.
     */
    async deleteAccount(
      mediaId: string,
      { hasFiles = true } = {},
      signal?: AbortSignal,
    ): Promise<number> {
      const found = await files.list(keys.accountFolder(mediaId), !hasFiles)
      for (let start = 0; start < found.length; start += deletedAtATime) {
        signal?.throwIfAborted()
        await files.delete(found.slice(start, start + deletedAtATime))
      }
      return found.length
    },
    /** Deletes drafts that crashes of this machine left. */
    sweepDrafts: (): Promise<void> => files.drafts.sweep(clock() - draftMs),
  }
}

export interface FileOwner {
  accountId: number
  mediaId: string
}
