import { downloadFile, type Fetch } from './download.ts'
import { readLocalFile } from './local-file.ts'
import { MediaUnavailable } from './media-unavailable.ts'

/**
 * Reads what is behind a media URL of a platform response: a web address, or a path that starts from the folder of
 * the JSON file. Begins with the first chunk that is read. Throws MediaUnavailable; the media store inspects the content.
 */
export type MediaSource = (url: string, folder: string | null) => AsyncIterable<Uint8Array>

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
  return async function* (url, folder) {
    if (isWebAddress(url)) yield* downloadFile(new URL(url), fetch, deadline())
    else if (folder === null || /^[a-z][a-z\d+.-]*:/i.test(url)) {
      throw new MediaUnavailable('not a web address')
    } else yield* readLocalFile(url, folder)
  }
}

function oneMinute(): AbortSignal {
  return AbortSignal.timeout(60_000)
}
