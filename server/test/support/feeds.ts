import type { Media, StoredChild, StoredFile } from '@photofeed/core'
import type { ImportedPost } from '../../src/stores/engine/stored-documents.ts'
import type { Feed } from './seed.ts'

/** An account as a test describes it; posts are in stored order. */
export interface AccountFixture extends Omit<Feed, 'mediaId'> {
  apiKey: string
}

export const keys = {
  premium: 'a'.repeat(64),
  free: 'b'.repeat(64),
  other: 'c'.repeat(64),
  unknown: 'd'.repeat(64),
} as const

/** A Premium account without posts, fetched at a fixed time. */
export function account(changes: Partial<AccountFixture> = {}): AccountFixture {
  return {
    apiKey: keys.premium,
    platformId: '17841400000000001',
    plan: 'premium',
    status: 'ready',
    profile: {
      username: 'harbour.lights',
      name: 'Harbour Lights',
      biography: 'Boats, mostly.\nSometimes weather.',
      website: 'https://harbour.example',
      picture: stored('f0', 'jpg'),
      followersCount: 1280,
      followsCount: 301,
      mediaCount: 412,
    },
    posts: [],
    fetchedAt: Date.UTC(2026, 2, 1, 6),
    ...changes,
  }
}

/** A stored picture or video whose id repeats two digits. */
export function stored(digits: string, extension: StoredFile['extension'], bytes = 1000): Media {
  return {
    file: { id: digits.repeat(16), extension, bytes },
    platformUrl: platformUrl(digits, extension),
  }
}

export function unstored(digits: string, extension: StoredFile['extension']): Media {
  return { file: null, platformUrl: platformUrl(digits, extension) }
}

function platformUrl(digits: string, extension: string): string {
  return `https://media.platform.example/${digits}.${extension}?oe=1`
}

/** An IMAGE, published `minute` minutes into 2026. */
export function post(
  id: string,
  minute: number,
  changes: Partial<ImportedPost> = {},
): ImportedPost {
  return {
    id,
    publishedAt: Date.UTC(2026, 0, 1, 0, minute),
    mediaType: 'IMAGE',
    caption: `Post ${id}`,
    altText: null,
    media: stored('01', 'jpg'),
    thumbnail: null,
    permalink: `https://platform.example/p/${id}/`,
    likeCount: 3,
    commentsCount: 1,
    children: [],
    comments: [],
    ...changes,
  }
}

export function video(
  id: string,
  minute: number,
  changes: Partial<ImportedPost> = {},
): ImportedPost {
  return post(id, minute, {
    mediaType: 'VIDEO',
    media: stored('0a', 'mp4', 5000),
    thumbnail: stored('0b', 'jpg'),
    ...changes,
  })
}

export function album(
  id: string,
  minute: number,
  children: StoredChild[],
  changes: Partial<ImportedPost> = {},
): ImportedPost {
  return post(id, minute, {
    mediaType: 'CAROUSEL_ALBUM',
    media: unstored('0c', 'jpg'),
    children,
    ...changes,
  })
}

export function child(id: string, changes: Partial<StoredChild> = {}): StoredChild {
  return {
    id,
    mediaType: 'IMAGE',
    media: stored('02', 'jpg'),
    thumbnail: null,
    permalink: `https://platform.example/p/${id}/`,
    publishedAt: Date.UTC(2026, 0, 1),
    ...changes,
  }
}

/** `count` images, one a minute, oldest first: ids 1 to count. */
export function posts(count: number): ImportedPost[] {
  return Array.from({ length: count }, (_, index) => post(`${index + 1}`, index + 1))
}
