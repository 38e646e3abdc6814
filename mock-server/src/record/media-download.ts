import { createHash } from 'node:crypto'
import type { StoredFile } from '@photofeed/core'
import { type FeedKey, keyPlaceholder } from './feed-key.ts'
import { fileKind } from './file-kind.ts'
import type { Get } from './http-get.ts'
import type { MediaBudget } from './media-budget.ts'
import { recordLimits } from './record-limits.ts'
import { RequestFailure } from './request-failure.ts'

export interface Download {
  bytes: Uint8Array
  file: StoredFile
}

/** Gets the media behind a URL in which the key is hidden. Rejects with RequestFailure. */
export type MediaDownload = (url: string) => Promise<Download>

export interface MediaDownloadParts {
  get: Get
  key: FeedKey
  /** The only origin that may be asked with a URL that holds the key. */
  feedOrigin: string
  budget: MediaBudget
}

export function createMediaDownload(parts: MediaDownloadParts): MediaDownload {
  const { get, key, feedOrigin, budget } = parts

  function refusal({ href, origin }: URL): string | null {
    return origin !== feedOrigin && key.isIn(href) ? withKey : null
  }

  return async (url) => {
    const restored = key.restore(url, feedOrigin)
    if (restored.includes(keyPlaceholder)) throw new RequestFailure(withKey)
    const address = URL.parse(restored)
    if (!address) throw new RequestFailure('has no web address')
    let taken = 0
    const onBytes = (count: number) => {
      budget.take(count)
      taken += count
    }
    try {
      const maximumBytes = recordLimits.fileBytes
      return read(await get(address, { maximumBytes, refusal, onBytes }), key)
    } catch (error) {
      budget.count(-taken)
      throw error
    }
  }
}

const withKey = 'has an address on another host that holds the key'

function read(bytes: Uint8Array, key: FeedKey): Download {
  const extension = fileKind(bytes)
  if (extension === null) throw new RequestFailure('is not a JPEG, PNG, WebP or MP4 file')
  if (key.isIn(bytes)) throw new RequestFailure('holds the key')
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { bytes, file: { id, extension, bytes: bytes.byteLength } }
}
