import { downloadFile, type Fetch } from './download.ts'
import { readLocalFile } from './local-file.ts'
import { MediaUnavailable } from './media-unavailable.ts'

/**
 * Gets the bytes behind a media URL of a platform answer: a web address, or a path that starts from the folder of
 * the JSON file. Rejects with MediaUnavailable. What it gets is for the media store to judge.
 */
export type MediaSource = (url: string, folder: string | null) => Promise<Uint8Array>

/** Whether a media URL can be given to a client as it is. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

export interface MediaSourceDeps {
  /** Decides which addresses may be asked. */
  fetch: Fetch
  /** Of one download, with all that it is redirected to. */
  deadline?: () => AbortSignal
}

/** Reads from the web through `fetch` and from the disk beside the imported file. */
export function createMediaSource({ fetch, deadline = oneMinute }: MediaSourceDeps): MediaSource {
  return async (url, folder) => {
    if (isWebAddress(url)) return downloadFile(new URL(url), fetch, deadline())
    if (folder === null || /^[a-z][a-z\d+.-]*:/i.test(url)) {
      throw new MediaUnavailable('not a web address')
    }
    return readLocalFile(url, folder)
  }
}

function oneMinute(): AbortSignal {
  return AbortSignal.timeout(60_000)
}
