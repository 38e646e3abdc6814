import type { StoredFile } from '@photofeed/core'

/** Where a picture or video is. At most one of `url` and `file`; without both it is one of the mock's own. */
export interface MediaInput {
  /** Whether the service holds a copy; without one the platform's own expiring URL is served. Default: true. */
  stored?: boolean
  /** An address to serve as it is; the service then holds no copy. */
  url?: string
  /** A file whose bytes are served by the mock's option `media`, or lie in the media folder of a data file. */
  file?: StoredFile
}

/** Where a picture or video is, with nothing left open. */
export type OwnMedia = { url: string } | { file: StoredFile; stored: boolean }
