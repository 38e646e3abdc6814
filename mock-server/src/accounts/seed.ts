import { type Media, originalUrl, type StoredChild, type StoredPost } from '@photofeed/core'
import { clip, pictures, signedUrl } from '@photofeed/core/scenarios'
import type { CompleteAccount } from '../builders/account.ts'
import type { CompleteItem, CompletePost, CustomMedia } from '../builders/complete-post.ts'
import type { AccountSeed, AccountSource, SeedOptions } from './scenarios.ts'

/** Returns the scenario of a custom account, with its data on demand. */
export function sourceOf(account: CompleteAccount, options: SeedOptions): AccountSource {
  return { scenario: toScenario(account), published: false, seed: () => seedOf(account, options) }
}

/** Returns the data of a custom account. */
export function seedOf(account: CompleteAccount, { now, platformUrl }: SeedOptions): AccountSeed {
  const { username, name, biography, website, followersCount, followsCount, mediaCount } = account
  const counts = { followersCount, followsCount, mediaCount }
  const picture = account.profilePicture && mediaOf(account.profilePicture, platformUrl)
  return {
    scenario: toScenario(account),
    key: 'active',
    fault: null,
    platformId: platformIdOf(account.apiKey),
    profile: { username, name, biography, website, picture, ...counts },
    lastFetchAt: fetchTime(account.lastFetchAt, now),
    feed: () => ({
      posts: account.posts.map((post) => storedPost(post, platformUrl)),
      pendingPosts: [],
    }),
  }
}

function fetchTime(time: string | null | undefined, start: number): number | null {
  if (time === null) return null
  return time === undefined ? start : Date.parse(time)
}

function toScenario({ scenario, apiKey, plan, status, description }: CompleteAccount) {
  return { name: scenario, apiKey, plan, status, description }
}

/** Seventeen digits like the platform's. */
function platformIdOf(apiKey: string): string {
  const number = Number.parseInt(apiKey.slice(0, 8), 16)
  return `1784141${String(number).padStart(10, '0')}`
}

/** Returns a post as core reads it. */
export function storedPost(post: CompletePost, platformUrl: string): StoredPost {
  const { caption, altText, position, likeCount, commentsCount, comments } = post
  const children =
    post.mediaType === 'CAROUSEL_ALBUM'
      ? post.children.map(
          (item): StoredChild => ({
            ...storedItem(item, platformUrl),
            mediaType: item.mediaType,
          }),
        )
      : []
  return {
    ...storedItem(post, platformUrl),
    mediaType: post.mediaType,
    position,
    caption,
    altText,
    likeCount,
    commentsCount,
    children,
    comments,
  }
}

function storedItem(item: CompletePost | CompleteItem, platformUrl: string) {
  const { id, permalink, timestamp } = item
  const poster = item.mediaType === 'VIDEO' && item.poster
  return {
    id,
    permalink,
    publishedAt: Date.parse(timestamp),
    media: mediaOf(item, platformUrl),
    thumbnail: poster ? mediaOf(poster, platformUrl) : null,
  }
}

function mediaOf(media: CustomMedia, platformUrl: string): Media {
  if ('url' in media) return { file: null, platformUrl: media.url }
  const { file, stored } = media
  const name = builtInNames.get(file.id)
  return {
    file: stored ? file : null,
    platformUrl: name
      ? signedUrl(platformUrl, { file: name, expiresAt })
      : originalUrl(`${platformUrl}/v`, file),
  }
}

const expiresAt = Date.UTC(2037, 0, 1)

/** The platform's names of the pictures and the clip that are part of the mock. */
const builtInNames: ReadonlyMap<string, string> = new Map([
  ...pictures.map(({ number, file }) => [file.id, number] as const),
  [clip.id, 'clip'],
])
