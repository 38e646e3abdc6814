import { createHash } from 'node:crypto'
import { type StoredFile, UserError } from '@photofeed/core'
import { count } from '@photofeed/core/node'
import { type PlanName, plans } from '@photofeed/openapi'
import { createFeed, type FeedPage, type FeedPost, isPhotofeedError } from '@photofeed/sdk'
import { account } from '../builders/account.ts'
import type { AccountInput, CustomItem, CustomPost, MediaInput } from '../builders/inputs.ts'
import { claimFolder, downloadMedia, type FeedMedia, writeNewFile } from './download-media.ts'

type Post = FeedPost<readonly ['children', 'comments']>
type Item = Post | Post['children'][number]

interface RecordedFeed {
  plan: PlanName
  profile: FeedPage['account'] & { status: string; lastFetchAt: string | null }
  /** In stored order. */
  posts: readonly Post[]
}

/** More than Free returns, so that the first page shows the plan. */
const pageSize = 25

interface RecordOptions {
  /** The service's address, before `/api/v1/me`. */
  url: URL
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
  const { url, key, out, pictures } = options
  await claimFolder(out)
  const feed = await readFeed(options)
  const named = checkFeed(feed, url, key)
  const media = await downloadMedia(pictures ? named : [], out, url)
  const input = toAccountInput(feed, pictures ? media.files : null)
  const recording = { format: 1, accounts: [input] }
  await writeNewFile(out, 'feed.json', `${JSON.stringify(recording, null, 2)}\n`)
  return summary(out, feed, media)
}

/** Reads posts in the order in which they are stored, so that those published during the walk move no page. */
async function readFeed({ url, key, posts: limit }: RecordOptions): Promise<RecordedFeed> {
  // A redirect would send the key to another address.
  const fetchOptions = { redirect: 'manual' }
  const feed = createFeed({ baseUrl: url.href, apiKey: key, fetchOptions })
  const include = ['children', 'comments'] as const
  const posts: Post[] = []
  try {
    const first = await feed.me({ pageSize, sort: 'id', include })
    const plan = planOf(first.pagination.perPage)
    for (let page: typeof first | null = first; page; page = await feed.next(page)) {
      posts.push(...page.posts)
      if (posts.length >= limit || page.posts.length === 0) break
    }
    const { status, lastFetchedAt: lastFetchAt } = first.connection
    const profile = { ...first.account, status, lastFetchAt }
    return { plan, profile, posts: posts.slice(0, limit) }
  } catch (error) {
    if (!isPhotofeedError(error)) throw error
    throw new UserError(`The service at ${url.origin} has no readable feed: ${error.message}`)
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

type Downloads = Awaited<ReturnType<typeof downloadMedia>>

function summary(out: string, feed: RecordedFeed, { files, missing }: Downloads): string {
  const { posts, plan, profile } = feed
  const reasons = [...new Set(missing)].join(', ')
  return [
    `${out} contains ${count(posts.length, 'post')} of ${profile.username} (${plan}) and ${count(files.size, 'media file')}.`,
    ...(missing.length > 0 ? [`Media files not downloaded: ${missing.length} (${reasons}).`] : []),
    `Serve it: npx @photofeed/mock-server --accounts ${out}`,
  ].join('\n')
}

/** The originals, which the mock serves in place of resized pictures. */
function mediaOf({ profile, posts }: RecordedFeed): FeedMedia[] {
  const items = posts.flatMap((post): Item[] => [post, ...post.children])
  const own = items.filter((item) => !isShownByItem(item))
  const urls = own.flatMap(({ mediaUrl, thumbnailUrl }) => [mediaUrl, thumbnailUrl])
  const known = [profile.profilePictureUrl, ...urls].filter((url) => url !== null)
  return [...new Set(known)].map((url) => ({ id: idOf(url), url }))
}

/** An album shows its first item, which lists the media itself. */
function isShownByItem(item: Item): boolean {
  return 'children' in item && item.children.length > 0
}

function idOf(url: string): string {
  return createHash('sha256').update(String(url)).digest('hex').slice(0, 32)
}

/** The downloaded originals by their ids; null: the mock serves its own pictures. */
type Files = ReadonlyMap<string, StoredFile> | null

/** Returns the builder's input for a recorded feed: its mock responds as the feed did. */
function toAccountInput({ plan, profile, posts }: RecordedFeed, files: Files): AccountInput {
  const { profilePictureUrl: picture, ...fields } = profile
  return {
    ...fields,
    status: profile.status as NonNullable<AccountInput['status']>,
    description: `Recorded from a live feed on the ${plan} plan`,
    plan,
    profilePicture: picture === null ? null : toMedia(picture, true, files),
    // The last one of the list is the one that was stored first.
    posts: posts.map((post) => toPost(post, plan, files)).reverse(),
  }
}

function toPost(post: Post, plan: PlanName, files: Files): CustomPost {
  const { id, permalink, timestamp, caption, altText, likeCount, commentsCount, comments } = post
  const fields = { caption, altText, likeCount, commentsCount, comments }
  // A video without a poster has no sizes even when it is stored.
  const canHaveSizes = plans[plan].sizes && (post.mediaType !== 'VIDEO' || post.thumbnailUrl)
  const stored = Boolean(post.sizes || !canHaveSizes)
  if (post.mediaType !== 'CAROUSEL_ALBUM') return { ...toItem(post, stored, files), ...fields }
  return {
    mediaType: 'CAROUSEL_ALBUM',
    ...{ id, permalink, timestamp, ...fields },
    ...(isShownByItem(post) ? {} : toMedia(post.mediaUrl, stored, files)),
    children: post.children.map((child) => toItem(child, true, files)),
  }
}

function toItem(item: Item, stored: boolean, files: Files): CustomItem {
  const { id, permalink, timestamp, mediaUrl, thumbnailUrl } = item
  const fields = { id, permalink, timestamp, ...toMedia(mediaUrl, stored, files) }
  if (item.mediaType !== 'VIDEO') return { mediaType: 'IMAGE', ...fields }
  const poster = thumbnailUrl !== null && toMedia(thumbnailUrl, stored, files)
  return { mediaType: 'VIDEO', ...fields, poster }
}

/** A file that could not be downloaded keeps its address. */
function toMedia(url: string, stored: boolean, files: Files): MediaInput {
  if (!files) return { stored }
  const file = files.get(idOf(url))
  return file ? { file, stored } : { url }
}
