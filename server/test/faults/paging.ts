import type { MediaPage } from '../../src/platform/media-listing.ts'
import type { PlatformClient } from '../../src/platform/platform-client.ts'

interface Paging {
  /** Is waited for before a page is handed on; pages are numbered from 1. */
  before?(page: number): Promise<unknown>
  /** Changes a page. */
  edit?(page: MediaPage, number: number): MediaPage
}

/** A platform whose listings a test watches. */
export function paging({ before, edit }: Paging) {
  return (client: PlatformClient): PlatformClient => ({
    ...client,
    async *mediaPages(token, options) {
      let number = 0
      for await (const page of client.mediaPages(token, options)) {
        number += 1
        await before?.(number)
        yield edit?.(page, number) ?? page
      }
    },
  })
}
