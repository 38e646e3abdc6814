import type { AccountFeed, Media, StoredChild, StoredPost } from '@photofeed/core'
import type { PlanName } from '@photofeed/openapi'
import { createFile } from './media-bytes.ts'

/** The key of the live feed in these tests. */
export const liveKey = '3c9b4f8ad1e7026f5b3d9c8e7a6f1b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'

/** A feed with every kind of media and every gap that the contract allows. */
export function liveFeed(plan: PlanName, count = 60): (platformUrl: string) => AccountFeed[] {
  return (platformUrl) => [
    {
      account: {
        id: 1,
        platformId: '17841400000000001',
        plan,
        status: 'refreshing_token',
        profile: {
          username: 'harbour.lights',
          name: null,
          biography: 'Boats, mostly.\nSometimes “weather” 🌊',
          website: 'harbour.example',
          picture: {
            file: createFile('profile'),
            platformUrl: 'https://platform.test/profile.jpg',
          },
          followersCount: 1280,
          followsCount: null,
          mediaCount: 412,
        },
        lastFetchAt: Date.UTC(2026, 2, 1, 6),
        version: 1,
      },
      apiKey: liveKey,
      posts: Array.from({ length: count }, (_, index) => livePost(index, platformUrl)),
    },
  ]
}

const day = 86_400_000

function livePost(index: number, platformUrl: string): StoredPost {
  const kind = kinds[index % kinds.length] as (media: Maker) => Kind
  const { mediaType, media, thumbnail = null, children = [] } = kind(mediaMaker(index, platformUrl))
  return {
    id: `1800000000000${String(index).padStart(4, '0')}`,
    // Stored as they were found: every seventh appeared late, and some have equal times.
    position: index + 1,
    publishedAt: Date.UTC(2026, 0, 1) + (index % 7 === 3 ? 1 : Math.floor(index / 2)) * day,
    mediaType,
    caption: index % 5 === 4 ? null : `Post ${index} <b>&amp; "quotes"</b> #n${index}`,
    altText: index % 10 === 1 ? 'A boat' : null,
    media,
    thumbnail,
    permalink: `https://platform.test/p/${index}/`,
    likeCount: index % 9 === 4 ? null : index,
    commentsCount: index % 4 === 0 ? 8 : null,
    children: children.map((child, place) => ({ ...child, id: `${index}-${place}` })),
    comments: Array.from({ length: index % 3 }, (_, place) => ({
      id: `c${index}-${place}`,
      ...(place > 0 && { text: `Comment ${place}` }),
      timestamp: '2026-02-01T06:00:00+0000',
      like_count: place,
    })),
  }
}

interface Maker {
  stored(name: string, extension?: 'jpg' | 'png' | 'mp4'): Media
  unstored(name: string, extension?: 'jpg' | 'mp4'): Media
}

function mediaMaker(index: number, platformUrl: string): Maker {
  return {
    stored: (name, extension = 'jpg') => ({
      file: createFile(`${index}-${name}`, extension),
      platformUrl: 'https://platform.test/unused',
    }),
    unstored(name, extension = 'jpg') {
      const { id } = createFile(`${index}-${name}`)
      return { file: null, platformUrl: `${platformUrl}/v/${id}.${extension}` }
    },
  }
}

type Kind = Pick<StoredPost, 'mediaType' | 'media'> & {
  thumbnail?: Media | null
  children?: StoredChild[]
}

function child(media: Media, thumbnail: Media | null = null): StoredChild {
  return {
    id: '',
    mediaType: thumbnail || media.file?.extension === 'mp4' ? 'VIDEO' : 'IMAGE',
    media,
    thumbnail,
    permalink: 'https://platform.test/p/item/',
    publishedAt: Date.UTC(2025, 11, 1),
  }
}

const kinds: ((media: Maker) => Kind)[] = [
  ({ stored }) => ({ mediaType: 'IMAGE', media: stored('a') }),
  ({ stored }) => ({ mediaType: 'IMAGE', media: stored('a', 'png') }),
  ({ unstored }) => ({ mediaType: 'IMAGE', media: unstored('a') }),
  ({ stored }) => ({ mediaType: 'VIDEO', media: stored('v', 'mp4'), thumbnail: stored('p') }),
  ({ stored }) => ({ mediaType: 'VIDEO', media: stored('v', 'mp4'), thumbnail: null }),
  ({ stored }) => ({ mediaType: 'VIDEO', media: stored('p'), thumbnail: stored('p') }),
  ({ unstored }) => ({ mediaType: 'VIDEO', media: unstored('v', 'mp4'), thumbnail: unstored('p') }),
  ({ stored, unstored }) => ({
    mediaType: 'CAROUSEL_ALBUM',
    media: stored('a'),
    children: [child(stored('a')), child(unstored('b')), child(stored('v', 'mp4'), stored('p'))],
  }),
  ({ stored }) => ({
    mediaType: 'CAROUSEL_ALBUM',
    media: stored('v', 'mp4'),
    children: [child(stored('v', 'mp4')), child(stored('b'))],
  }),
  ({ unstored }) => ({
    mediaType: 'CAROUSEL_ALBUM',
    media: unstored('a'),
    children: [child(unstored('a'))],
  }),
]
