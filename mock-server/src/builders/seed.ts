import { type Media, originalUrl, type StoredChild, type StoredPost } from '@photofeed/core'
import { clip, pictures, signedUrl } from '@photofeed/core/scenarios'
import type { AccountSeed, AccountSource, SeedOptions } from '../scenarios.ts'
import type { OwnAccount } from './account.ts'
import type { CompleteItem, CompletePost, OwnMedia } from './complete-post.ts'

/** Returns how a mock lists an own account, with its data on demand. */
export function sourceOf(own: OwnAccount, options: SeedOptions): AccountSource {
  return { scenario: listed(own), published: false, seed: () => seedOf(own, options) }
}

/** Returns the data of an own account. */
export function seedOf(own: OwnAccount, { now, platformUrl }: SeedOptions): AccountSeed {
  const { username, name, biography, website, followersCount, followsCount, mediaCount } = own
  const counts = { followersCount, followsCount, mediaCount }
  const picture = own.profilePicture && mediaOf(own.profilePicture, platformUrl)
  return {
    scenario: listed(own),
    key: 'active',
    fault: null,
    platformId: platformIdOf(own.apiKey),
    profile: { username, name, biography, website, picture, ...counts },
    lastFetchAt: fetchTime(own.lastFetchAt, now),
    feed: () => ({ posts: own.posts.map((post) => storedPost(post, platformUrl)), arriving: [] }),
  }
}

function fetchTime(time: string | null | undefined, start: number): number | null {
  if (time === null) return null
  return time === undefined ? start : Date.parse(time)
}

function listed({ scenario, apiKey, plan, status, description }: OwnAccount) {
  return { name: scenario, apiKey, plan, status, description }
}

/** Seventeen digits like the platform's. */
function platformIdOf(apiKey: string): string {
  const number = Number.parseInt(apiKey.slice(0, 8), 16)
  return `1784141${String(number).padStart(10, '0')}`
}

function storedPost(post: CompletePost, platformUrl: string): StoredPost {
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

function mediaOf(media: OwnMedia, platformUrl: string): Media {
  if ('url' in media) return { file: null, platformUrl: media.url }
  const { file, stored } = media
  const name = ownNames.get(file.id)
  return {
    file: stored ? file : null,
    platformUrl: name
      ? signedUrl(platformUrl, { file: name, expiresAt })
      : originalUrl(`${platformUrl}/v`, file),
  }
}

const expiresAt = Date.UTC(2037, 0, 1)

/** What the platform calls the mock's own pictures and clip. */
const ownNames: ReadonlyMap<string, string> = new Map([
  ...pictures.map(({ number, file }) => [file.id, number] as const),
  [clip.id, 'clip'],
])
