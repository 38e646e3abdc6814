import type { FeedOptions, FeedPage, MeOptions } from '@photofeed/sdk'
import { realPace } from '../../../sdk/src/client/pace.ts'
import { createClient } from '../../../sdk/src/client/transport.ts'
import { readPage } from '../../../sdk/src/feed/page.ts'

/** A request that equal feeds share, pending or done. */
interface SharedPage {
  readonly page: Promise<FeedPage>
  readonly controller: AbortController
  /** The number of feeds that have not aborted it. */
  waiting: number
  isPending: boolean
}

const maxAgeMs = 60_000

const shared = new Map<string, SharedPage>()

/** Reads a page. Equal feeds of a document share the request, and for a minute its page, unless it must be fresh. */
export function readSharedPage(
  feed: Pick<FeedOptions, 'baseUrl' | 'apiKey'>,
  selection: MeOptions,
  signal: AbortSignal,
  isFresh: boolean,
): Promise<FeedPage> {
  const key = JSON.stringify([feed, selection])
  const forget = (entry: SharedPage) => shared.get(key) === entry && shared.delete(key)
  const existing = shared.get(key)
  if (existing && isFresh) forget(existing)
  const entry = shared.get(key) ?? send()
  entry.waiting++
  signal.addEventListener('abort', () => {
    entry.waiting--
    // A feed also aborts when it loads its next page, long after this one.
    if (entry.waiting > 0 || !entry.isPending) return
    forget(entry)
    entry.controller.abort()
  })
  return entry.page

  function send(): SharedPage {
    const controller = new AbortController()
    const client = createClient(feed, realPace)
    const page = readPage(client, { ...selection, signal: controller.signal })
    const sent: SharedPage = { page, controller, waiting: 0, isPending: true }
    shared.set(key, sent)
    const settle = (ageMs: number) => {
      sent.isPending = false
      setTimeout(forget, ageMs, sent)
    }
    page.then(
      () => settle(maxAgeMs),
      () => settle(0),
    )
    return sent
  }
}
