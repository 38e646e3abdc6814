import type { StoredFile } from '@photofeed/core'
import { concurrentMap } from '@photofeed/core/node'
import type { FileStore } from './file-store.ts'
import { hasContent, mediaKey, originalPath } from './media-keys.ts'

const concurrency = 8

/** Copies the files that another place lacks. A complete file is the same: no name is used again for other content. */
export async function copyFiles(all: readonly StoredFile[], from: FileStore, to: FileStore) {
  const done = {
    ...{ copied: 0, alreadyThere: 0 },
    /** Keys of files that the place lacks. */
    missing: [] as string[],
    /** Keys of files whose content is not that of their names. They are not copied: a server downloads them again. */
    damaged: [] as string[],
  }
  await to.drafts.sweep(Date.now())
  await concurrentMap(all, concurrency, async (file) => {
    const key = mediaKey(originalPath(file))
    if (key === null) return
    if ((await to.size(key)) === file.bytes) {
      done.alreadyThere += 1
      return
    }
    const found = await from.open(key)
    if (!found?.body) return void done.missing.push(key)
    const draft = await to.drafts.write(found.body)
    try {
      if (!hasContent(file, draft)) return void done.damaged.push(key)
      await to.put(key, draft)
      done.copied += 1
    } finally {
      await to.drafts.discard(draft)
    }
  })
  return done
}
