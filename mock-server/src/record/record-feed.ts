import { UserError } from '@photofeed/core'
import { createGuardedFetch, type DownloadFetch, type GuardedFetchDeps } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import { account } from '../builders/account.ts'
import type { AccountInput } from '../builders/inputs.ts'
import { parseServiceUrl } from '../builders/validation.ts'
import { type FeedKey, feedKey } from './feed-key.ts'
import type { PageData } from './feed-page.ts'
import { checkPage, pageSize, readFirst, sourceFeed, walkFeed } from './feed-walk.ts'
import { mediaOf, recordMedia } from './media-recorder.ts'
import { toAccountInput } from './recorded-account.ts'
import { claimFolder, openRecordingFolder, writeFeed } from './recording-folder.ts'

export interface RecordOptions {
  /** The service's address, before `/api/v1/me`. */
  url: string
  /** The account's key. It is sent to that address only and saved nowhere. */
  key: string
  /** The folder to record into; created if it does not exist. */
  out: string
  /** The recorded scenario's name; null: the username. */
  name: string | null
  /** At most this many posts, in stored order. */
  posts: number
}

/** What a recording contains. */
export interface RecordReport {
  folder: string
  username: string
  /** The recorded scenario's name and its key in a mock, which is not the feed's. */
  scenario: string
  apiKey: string
  plan: PlanName
  posts: number
  media: { files: number; bytes: number }
  /** Media that could not be downloaded. */
  missing: { reason: string; count: number }[]
}

/** The network and the terminal. */
export interface RecordEnvironment {
  /** Sends requests to the feed. */
  fetch: DownloadFetch
  /** How media of other origins are found. */
  guard?: Pick<GuardedFetchDeps, 'lookup' | 'isAllowed'>
  /** Milliseconds for each request. */
  timeout: number
  output: {
    /** Writes progress. */
    err(text: string): void
    /** Whether the output is a terminal, where a line can be overwritten. */
    isTTY: boolean
  }
}

/**
 * Records a live feed into a folder that `loadData` reads. Continues a recording that was stopped.
 *
 * @throws {UserError} one sentence that says what is wrong and what to do, without the key
 */
export async function recordFeed(
  options: RecordOptions,
  { fetch, guard, timeout, output }: RecordEnvironment,
): Promise<RecordReport> {
  const url = serviceUrl(options.url)
  const key = feedKey(options.key)
  if (!key) {
    throw new UserError(
      'The key is not 64 characters of 0-9 and a-f. Copy it again from the dashboard.',
    )
  }
  const progress = createProgress(output)
  const folder = openRecordingFolder(options.out, key)
  const feed = sourceFeed(url, key, { fetch, timeout })
  try {
    const first = await readFirst(feed, url)
    const { account: live, pagination } = checkPage(first, url, key)
    const plan = planOf(pagination)
    const username = key.hide(live.username)
    const scenario = key.hide(options.name ?? username)
    const mark = { url: key.hide(url.href), username, scenario, posts: options.posts }
    await claimFolder(folder, mark)

    const most = Math.min(options.posts, plans[plan].readablePosts ?? live.mediaCount ?? 0)
    const pages = await walkFeed({
      feed,
      folder,
      key,
      url,
      first,
      webp: plans[plan].sizes,
      limit: options.posts,
      onPage: (posts, hasMore) => progress.posts(posts, hasMore ? Math.max(most, posts) : posts),
    })
    const media = mediaOf(pages)
    // A feed must not make this machine send requests into its own network.
    const rules = { hosts: null, plainHttp: true, trustedOrigins: [url.origin] }
    const files = media.originals.length + media.renditions.length
    let done = 0
    const recorded = await recordMedia(media, {
      folder,
      fetch: createGuardedFetch(rules, { ...guard, fetch }),
      timeout,
      key,
      feedOrigin: url.origin,
      onDone: () => progress.media(++done, files),
    })
    const posts = pages.flatMap(({ page }) => page.posts)
    const profile = pages[0]?.page.account ?? live
    const input = toAccountInput({ scenario, plan, profile, posts, files: recorded.files })
    const { apiKey } = checkAccount(input, url, key)
    await writeFeed(folder, `${JSON.stringify({ accounts: [input] }, null, 2)}\n`)
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
  }
}

function serviceUrl(text: string): URL {
  const url = parseServiceUrl(text)
  if (url) return url
  // The message does not quote the text: people paste whole links here, key included.
  throw new UserError(
    'The address of --url must be an http or https URL without a query, like https://feed.example.',
  )
}

/** Each plan caps the page size differently. */
function planOf({ perPage }: PageData['pagination']): PlanName {
  const names = Object.keys(plans) as PlanName[]
  const used = (plan: PlanName) => Math.min(pageSize, plans[plan].maximumPageSize)
  const plan = names.find((name) => used(name) === perPage)
  if (plan) return plan
  throw new UserError(
    `The service used a page size of ${perPage} for ${pageSize}, as no plan of photofeed does. Check --url.`,
  )
}

function checkAccount(input: AccountInput, { origin }: URL, key: FeedKey) {
  try {
    return account(input)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(
      `The feed at ${origin} violates the contract, so no mock can serve it: ${key.hide(error.message)}`,
    )
  }
}

/** A report in sentences. */
export function recordSummary(report: RecordReport): string {
  const { folder, username, scenario, plan, posts, media, missing } = report
  const megabytes = (media.bytes / 1024 / 1024).toFixed(1)
  return [
    `${folder} contains ${posts} posts of ${username} (${plan}) and ${media.files} media files, ${megabytes} MB.`,
    ...missing.map(
      ({ reason, count }) =>
        `${count === 1 ? '1 media file is' : `${count} media files are`} missing: the address of each ${reason}. Run the same command again to retry.`,
    ),
    `Serve it as the scenario ${scenario}: npx @photofeed/mock-server --data ${folder}`,
  ].join('\n')
}

/** Shows how far a recording is. */
interface Progress {
  posts(done: number, total: number): void
  media(done: number, total: number): void
  /** Ends the line of the bar. */
  end(): void
}

const barWidth = 24
/** Without a terminal, one line is written for every so many media files. */
const filesPerLine = 100

/** A bar on a terminal, plain lines elsewhere. */
function createProgress({ err, isTTY }: RecordEnvironment['output']): Progress {
  let isOpen = false

  function draw(text: string): void {
    // Erase to the end of the line: the text before may have been longer.
    err(`\r${text}\u001b[K`)
    isOpen = true
  }

  function show(what: string, done: number, total: number, everyLine: number): void {
    if (isTTY) draw(`${what} ${bar(done, total)} ${done} of ${total}`)
    else if (done === total || done % everyLine === 0) err(`${what}: ${done} of ${total}\n`)
  }

  return {
    posts: (done, total) => show('Posts', done, total, 1),
    media: (done, total) => show('Media', done, total, filesPerLine),
    end() {
      if (isOpen) err('\n')
      isOpen = false
    },
  }
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.min(barWidth, Math.floor((done / total) * barWidth))
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}
