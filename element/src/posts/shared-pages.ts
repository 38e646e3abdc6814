import {
  createFeed,
  type Feed,
  type FeedOptions,
  type FeedPage,
  type MeOptions,
  type Post,
} from '@photofeed/sdk'
import type { ViewContext } from '../view/context.ts'
import { OptionsError } from './error-detail.ts'

/** A request that equal feeds share, pending or done. */
interface SharedPage {
  readonly page: Promise<FeedPage>
  readonly controller: AbortController
  /** The number of feeds that have not aborted it. */
  waiting: number
  isPending: boolean
}

type FeedAddress = Pick<FeedOptions, 'baseUrl' | 'apiKey'>

const maxAgeMs = 60_000

const shared = new Map<string, SharedPage>()

/** Returns the client of a feed. */
function feedOf(address: FeedAddress): Feed {
  try {
    return createFeed(address)
  } catch (error) {
    throw new OptionsError(Object(error).message)
  }
}

/** Returns a post of one of the accounts; null if none has one with this id. */
export async function findPost(
  { src, apiKey }: Pick<ViewContext, 'src' | 'apiKey'>,
  id: string,
): Promise<Post | null> {
  for (const key of (apiKey ?? '').split(/\s+/)) {
    const post = await feedOf({ baseUrl: src ?? '', apiKey: key }).post(id)
    if (post) return post
  }
  return null
}

/** Reads a page. Equal feeds of a document share the request, and for a minute its page, unless it must be fresh. */
export function readSharedPage(
  address: FeedAddress,
  selection: MeOptions,
  signal: AbortSignal,
  isFresh: boolean,
): Promise<FeedPage> {
  const key = JSON.stringify([address, selection])
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
    const page = feedOf(address).me({ ...selection, signal: controller.signal })
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
