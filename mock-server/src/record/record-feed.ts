import { UserError } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import { type AccountInput, account } from '../builders/index.ts'
import type { FeedAnswer } from './feed-answer.ts'
import { type FeedKey, feedKey } from './feed-key.ts'
import { mediaOf } from './feed-media.ts'
import { createFeedPages } from './feed-pages.ts'
import { pageSize, walkFeed } from './feed-walk.ts'
import { createGet } from './http-get.ts'
import { createMediaBudget } from './media-budget.ts'
import { createMediaDownload } from './media-download.ts'
import { recordMedia } from './media-recorder.ts'
import { createProgress } from './progress.ts'
import type { RecordParts } from './record-parts.ts'
import { recordedAccount } from './recorded-account.ts'
import { openRecordingFolder } from './recording-folder.ts'
import { claimFolder } from './recording-mark.ts'

export interface RecordOptions {
  /** The service's address, before `/api/v1/me`. */
  url: string
  /** The account's key. It is sent to that address only, and never written down. */
  key: string
  /** The folder to record into; made when it is not there. */
  out: string
  /** The recorded scenario's name; null: the username. */
  name: string | null
  /** At most this many posts, in stored order. */
  posts: number
}

/** What a recording holds. */
export interface RecordReport {
  folder: string
  username: string
  /** The recorded scenario's name and its key in a mock, which is not the feed's. */
  scenario: string
  apiKey: string
  plan: PlanName
  posts: number
  media: { files: number; bytes: number }
  /** Media that could not be had. */
  missing: { reason: string; count: number }[]
}

/**
 * Records a live feed into a folder that `loadData` reads. A recording that was stopped goes on where it was.
 *
 * @throws {UserError} one sentence that says what is wrong and what to do; it never holds the key.
 */
export async function recordFeed(
  options: RecordOptions,
  { fetch, clock, output }: RecordParts,
): Promise<RecordReport> {
  const url = serviceUrl(options.url)
  const key = feedKey(options.key)
  if (!key)
    throw new UserError(
      'The key is not 64 characters of 0-9 and a-f. Copy it again from the dashboard.',
    )
  const progress = createProgress(output)
  const get = createGet({ fetch, clock })
  const pages = createFeedPages(url, key, get)
  const folder = openRecordingFolder(options.out, key)
  try {
    const first = await pages({ size: pageSize, cursor: null, format: 'jpg' })
    const plan = planOf(first.answer)
    const username = key.hide(first.answer.username)
    const scenario = key.hide(options.name ?? username)
    const mark = { url: key.hide(url.href), username, scenario, posts: options.posts }
    await claimFolder(folder, mark, options.out)

    const { mediaCount } = first.answer
    const most = Math.min(options.posts, plans[plan].readablePosts ?? mediaCount ?? 0)
    const answered = await walkFeed({
      folder,
      pages,
      key,
      first,
      webp: plans[plan].sizes,
      limit: options.posts,
      onPage: (posts, hasMore) => progress.posts(posts, hasMore ? Math.max(most, posts) : posts),
    })
    const media = mediaOf(answered)
    const files = media.originals.length + media.renditions.length
    const budget = createMediaBudget()
    let done = 0
    const recorded = await recordMedia(media, {
      folder,
      budget,
      download: createMediaDownload({ get, key, feedOrigin: url.origin, budget }),
      onDone: () => progress.media(++done, files),
    })
    const posts = answered.flatMap(({ answer }) => answer.posts)
    const profile = answered[0]?.answer ?? first.answer
    const input = recordedAccount({ scenario, plan, profile, posts, files: recorded.files })
    const { apiKey } = checked(input, url, key)
    await folder.writeText('feed.json', `${JSON.stringify({ accounts: [input] }, null, 2)}\n`)
    return {
      folder: options.out,
      username,
      scenario,
      apiKey,
      plan,
      posts: posts.length,
      media: { files: recorded.count, bytes: recorded.bytes },
      missing: [...recorded.missing].map(([reason, count]) => ({ reason, count })),
    }
  } finally {
    progress.end()
    await folder.tidy()
  }
}

function serviceUrl(text: string): URL {
  const url = URL.parse(text)
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password
  if (isPlain && /^https?:$/.test(url.protocol)) return url
  // The text itself is not shown: whoever pastes a whole link pastes the key with it.
  throw new UserError(
    'The address given with --url must be an http or https URL without a query, like https://feed.example.',
  )
}

/** The page size that was used tells the plan. */
function planOf({ pagination }: FeedAnswer): PlanName {
  const names = Object.keys(plans) as PlanName[]
  const used = (plan: PlanName) => Math.min(pageSize, plans[plan].maximumPageSize)
  const plan = names.find((name) => used(name) === pagination.perPage)
  if (plan) return plan
  throw new UserError(
    `The service used a page size of ${pagination.perPage} for ${pageSize}, which is none of a photofeed plan's. Check --url.`,
  )
}

function checked(input: AccountInput, { origin }: URL, key: FeedKey) {
  try {
    return account(input)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(
      `The feed at ${origin} breaks the contract, so no mock can hold it: ${key.hide(error.message)}`,
    )
  }
}
