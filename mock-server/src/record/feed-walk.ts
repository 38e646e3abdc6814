import { UserError } from '@photofeed/core'
import type { DownloadFetch } from '@photofeed/core/node'
import {
  createFeed,
  type Feed,
  FeedTimeoutError,
  isPhotofeedError,
  NetworkError,
  UnreadableBodyError,
} from '@photofeed/sdk'
import { DownloadError, download, networkReason, timeoutReason } from './download.ts'
import { type FeedKey, keyPlaceholder } from './feed-key.ts'
import { type PageData, type RecordedPage, readPage, type SourcePage } from './feed-page.ts'
import type { RecordingFolder } from './recording-folder.ts'

/** More than Free returns, so that the first page shows the plan. */
export const pageSize = 25

const maximumBytes = 8 * 1024 * 1024

/** Creates the client that reads the recorded feed. Its requests never leave the origin of the feed. */
export function sourceFeed(
  { origin, href }: URL,
  key: FeedKey,
  { fetch, timeout }: { fetch: DownloadFetch; timeout: number },
): Feed {
  const rejection = (url: URL) =>
    url.origin === origin
      ? null
      : `redirects to ${key.hide(url.origin)}, where the key is not sent: pass that address with --url if it is the same service`
  return createFeed({
    baseUrl: href,
    apiKey: key.value,
    timeout,
    // Three attempts, and the delays of Retry-After.
    totalTimeout: 4 * timeout + 10_000,
    async fetch(url, { signal }) {
      const limits = { maximumBytes, signal, rejection }
      const { status, headers, bytes } = await download(fetch, new URL(url), limits)
      return { status, headers, text: async () => new TextDecoder().decode(bytes) }
    },
  })
}

/**
 * Reads the first page, in the order in which posts are stored: posts published during the recording move no page.
 *
 * @throws {UserError} with a sentence about the service, without the key
 */
export function readFirst(feed: Feed, url: URL): Promise<SourcePage> {
  const include = ['children', 'comments'] as const
  return explainErrors(feed.me({ pageSize, sort: 'id', include, format: 'jpg' }), url)
}

/** Returns the data of a page, or throws a UserError that says what is wrong with the service's response. */
export function checkPage(source: SourcePage, { origin }: URL, key: FeedKey): PageData {
  const read = readPage(source)
  if ('page' in read) return read.page
  // Read again without the key, of which the problem could quote a part.
  const hidden = readPage(JSON.parse(key.hide(JSON.stringify(source))))
  const problem = 'problem' in hidden ? hidden.problem : 'it violates the contract'
  throw new UserError(
    `The service at ${origin} responded with JSON that is not a photofeed feed: ${problem}. Check --url.`,
  )
}

export interface WalkOptions {
  feed: Feed
  folder: RecordingFolder
  key: FeedKey
  url: URL
  /** The first page of the feed as it is now. */
  first: SourcePage
  /** Whether pages are also read with WebP. */
  webp: boolean
  /** At most this many posts. */
  limit: number
  /** Called after each page, with the posts so far and whether there are more. */
  onPage(posts: number, hasMore: boolean): void
}

/** Saves every page of a feed, after those that the folder already has. Returns what the files contain, without the key. */
export async function walkFeed(options: WalkOptions): Promise<RecordedPage[]> {
  const { feed, folder, key, url, limit } = options
  const pages: RecordedPage[] = []
  const ids = new Set<string>()

  /** Writes the pages that follow a saved one. The page itself comes last: where it is, all of it is. */
  async function save(name: string, before: SourcePage | null): Promise<void> {
    const source = before === null ? options.first : await explainErrors(feed.next(before), url)
    if (source === null) throw new UserError(`The feed at ${url.origin} ended early.`)
    checkPage(source, url, key)
    if (options.webp) {
      const webp = await explainErrors(feed.me({ ...source.request, format: 'webp' }), url)
      checkPage(webp, url, key)
      await folder.writeText(`${name}.webp.json`, JSON.stringify(webp))
    }
    await folder.writeText(`${name}.json`, JSON.stringify(source))
  }

  for (let before: SourcePage | null = null; ; ) {
    const name = `pages/page-${String(pages.length + 1).padStart(4, '0')}`
    if ((await folder.sizeOf(`${name}.json`)) === null) await save(name, before)
    const saved = await savedPage(folder, `${name}.json`)
    if (!saved) throw new UserError(`The file ${name}.json was removed while it was written.`)
    const { page } = saved
    // A feed that changes during the recording can repeat a post.
    const posts = page.posts.filter(({ id }) => !ids.has(id) && ids.size < limit && ids.add(id))
    const webp = await savedPage(folder, `${name}.webp.json`)
    pages.push({ page: { ...page, posts }, webp: webp && withPosts(webp.page, posts) })

    const { nextCursor } = page.pagination
    if (nextCursor !== null && posts.length === 0) {
      throw new UserError(
        'The feed repeats itself: a page contained no post that was not on a page before. Run the same command with an empty folder.',
      )
    }
    const hasMore = nextCursor !== null && ids.size < limit
    options.onPage(ids.size, hasMore)
    if (!hasMore) return pages
    const cursor = nextCursor.replaceAll(keyPlaceholder, key.value)
    const { source } = saved
    before = { ...source, pagination: { ...source.pagination, nextCursor: cursor } }
  }
}

function withPosts(page: PageData, posts: PageData['posts']): PageData {
  const ids = new Set(posts.map(({ id }) => id))
  return { ...page, posts: page.posts.filter(({ id }) => ids.has(id)) }
}

async function savedPage(
  folder: RecordingFolder,
  name: string,
): Promise<{ source: SourcePage; page: PageData } | null> {
  const text = await folder.readText(name)
  if (text === null) return null
  try {
    const source = JSON.parse(text) as SourcePage
    const read = readPage(source)
    if ('page' in read) return { source, page: read.page }
  } catch {
    // The same message as for JSON of another shape.
  }
  throw new UserError(
    `The recorded ${name} was changed. Remove it, then run the same command again.`,
  )
}

/** Turns errors of the SDK into messages of the command line. */
async function explainErrors<Value>(call: Promise<Value>, { origin }: URL): Promise<Value> {
  try {
    return await call
  } catch (error) {
    const isExpected = error instanceof DownloadError || isPhotofeedError(error)
    throw isExpected ? new UserError(`The service at ${origin} ${sentence(error)}`) : error
  }
}

const wrongUrl = 'Check --url: it is the address before /api/v1/me.'
const tryAgain = 'Check --url and the network, then run the same command again.'

function sentence(error: Error): string {
  if (error instanceof DownloadError) return `${error.message}.`
  if (!isPhotofeedError(error)) return error.message
  const { status, retryable } = error
  if (status === 401) {
    return 'rejected the key. Copy it again from the dashboard, and pass it with --key or PHOTOFEED_KEY.'
  }
  if (status === 404) return `has no photofeed API. ${wrongUrl}`
  if (status === 200 && error instanceof UnreadableBodyError) {
    const what = error.excerpt.startsWith('<') ? 'a page of HTML' : 'a body'
    return `responded with ${what} that is not a feed. ${wrongUrl}`
  }
  if (error instanceof NetworkError) return `${networkReason(causeOf(error.cause))}. ${tryAgain}`
  if (error instanceof FeedTimeoutError) return `${timeoutReason(error.timeout)}. ${tryAgain}`
  return `responded with ${status}.${retryable ? ` ${tryAgain}` : ''}`
}

function causeOf(error: unknown): { cause?: unknown } {
  return error instanceof Error ? error : {}
}
