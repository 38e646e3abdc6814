import { concurrentMap } from '@photofeed/core/node'
import type { FileStore } from './file-store.ts'
import { hasContent, mediaFolder, parseMediaKey } from './media-keys.ts'

export interface CopiedMedia {
  copied: number
  alreadyThere: number
  /** Keys of files that were copied although their content is not that of their names. */
  damaged: string[]
}

const concurrency = 8

/**
 * Copies the originals that another place lacks; resized pictures are resized again. A name is never used again for other
 * content, so a complete file is the same. `onProgress` is called after each page of at most 1,000 files.
 */
export async function copyOriginals(
  from: FileStore,
  to: FileStore,
  onProgress: (done: CopiedMedia) => void = () => {},
): Promise<CopiedMedia> {
  const done: CopiedMedia = { copied: 0, alreadyThere: 0, damaged: [] }

  async function copy(key: string): Promise<void> {
    const path = parseMediaKey(key)
    if (path?.kind !== 'original') return
    // It may have been deleted since it was listed.
    const found = await from.find(key)
    if (!found) return
    if ((await to.find(key))?.bytes === found.bytes) {
      done.alreadyThere += 1
      return
    }
    const draft = await to.drafts.write(await found.read())
    try {
      if (!hasContent({ ...path, bytes: found.bytes }, draft)) done.damaged.push(key)
      await to.put(key, draft)
    } finally {
      await to.drafts.discard(draft)
    }
    done.copied += 1
  }

  await to.drafts.sweep(Date.now())
  for await (const keys of from.list(mediaFolder)) {
    await concurrentMap(keys, concurrency, copy)
    onProgress(done)
  }
  return done
}
