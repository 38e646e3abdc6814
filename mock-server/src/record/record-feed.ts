import { UserError } from '@photofeed/core'
import { apiKey, type PlanName, plans } from '@photofeed/openapi'
import { createFeed, isPhotofeedError } from '@photofeed/sdk'
import { account } from '../builders/account.ts'
import { parseServiceUrl } from '../builders/validation.ts'
import { type DownloadedMedia, downloadMedia } from './download-media.ts'
import {
  type FeedMedia,
  mediaOf,
  type Post,
  type RecordedFeed,
  toAccountInput,
} from './recorded-account.ts'
import { claimFolder, writeNewFile } from './recording-folder.ts'

/** More than Free returns, so that the first page shows the plan. */
const pageSize = 25

export interface RecordOptions {
  /** The service's address, before `/api/v1/me`. */
  url: string
  /** The account's key. It is sent to that address only and saved nowhere. */
  key: string
  /** The folder to record into: missing or empty. */
  out: string
  /** At most this many posts, in stored order. */
  posts: number
  /** Whether pictures and videos are downloaded; otherwise the mock serves its own. */
  pictures: boolean
}

/**
 * Records a live feed into a folder that `loadData` reads. Returns what the folder contains, in sentences.
 *
 * @throws {UserError} one sentence that says what is wrong and what to do, without the key
 */
export async function recordFeed(options: RecordOptions): Promise<string> {
  const { key, out, pictures } = options
  const url = parseServiceUrl(options.url)
  if (!url) {
    // The message does not quote the text: people paste whole links here, key included.
    throw new UserError(
      'The address of --url must be an http or https URL without a query, like https://feed.example.',
    )
  }
  if (!new RegExp(apiKey.pattern).test(key)) {
    throw new UserError(
      'The key is not 64 characters of 0-9 and a-f. Copy it again from the dashboard.',
    )
  }
  await claimFolder(out)
  const feed = await readFeed(url, options)
  const named = checkFeed(feed, url, key)
  const media = await downloadMedia(pictures ? named : [], out, url)
  const input = toAccountInput(feed, pictures ? media.files : null)
  await writeNewFile(out, 'feed.json', `${JSON.stringify([input], null, 2)}\n`)
  return summary(out, feed, media)
}

/** Reads posts in the order in which they are stored, so that those published during the walk move no page. */
async function readFeed(
  { href, origin }: URL,
  { key, posts: limit }: RecordOptions,
): Promise<RecordedFeed> {
  // A redirect would send the key to another address.
  const fetchOptions = { redirect: 'manual' }
  const feed = createFeed({ baseUrl: href, apiKey: key, fetchOptions })
  const include = ['children', 'comments'] as const
  const posts: Post[] = []
  const webp: Post[] = []
  try {
    const first = await feed.me({ pageSize, sort: 'id', include, format: 'jpg' })
    const plan = planOf(first.pagination.perPage)
    for (let page: typeof first | null = first; page; page = await feed.next(page)) {
      posts.push(...page.posts)
      if (plans[plan].sizes) {
        const sameInWebp = await feed.me({ ...page.request, include, format: 'webp' })
        webp.push(...sameInWebp.posts)
      }
      if (posts.length >= limit || page.posts.length === 0) break
    }
    const profile = first.account
    return { plan, profile, posts: posts.slice(0, limit), webp: webp.slice(0, limit) }
  } catch (error) {
    if (!isPhotofeedError(error)) throw error
    throw new UserError(`The service at ${origin} has no readable feed: ${error.message}`)
  }
}

/** Each plan caps the page size differently. */
function planOf(perPage: number): PlanName {
  const plan = (Object.keys(plans) as PlanName[]).find(
    (name) => perPage === Math.min(pageSize, plans[name].maximumPageSize),
  )
  if (plan) return plan
  throw new UserError(
    `The service used a page size of ${perPage} for ${pageSize}, as no plan of photofeed does. Check --url.`,
  )
}

/** Checks a feed before anything of it is saved or downloaded. Returns the media that it names. */
function checkFeed(feed: RecordedFeed, { origin }: URL, key: string): FeedMedia[] {
  if (JSON.stringify(feed).toLowerCase().includes(key)) {
    throw new UserError(
      `The feed at ${origin} contains its own API key, so it is not recorded. Replace the key in the dashboard.`,
    )
  }
  try {
    account(toAccountInput(feed, new Map()))
    return mediaOf(feed)
  } catch (error) {
    if (!(error instanceof UserError || error instanceof TypeError)) throw error
    throw new UserError(
      `The feed at ${origin} violates the contract, so no mock can serve it: ${error.message}`,
    )
  }
}

function summary(out: string, feed: RecordedFeed, { files, missing }: DownloadedMedia): string {
  const { posts, plan, profile } = feed
  const reasons = [...new Set(missing)].join(', ')
  return [
    `${out} contains ${posts.length} posts of ${profile.username} (${plan}) and ${files.size} pictures and videos.`,
    ...(missing.length > 0 ? [`Media files not downloaded: ${missing.length} (${reasons}).`] : []),
    `Serve it: npx @photofeed/mock-server --accounts ${out}`,
  ].join('\n')
}
