import { captionOf, commentTexts, unusualCaptions } from './captions.ts'
import { type DemoPicture, demoPictures } from './pictures.ts'
import { createRandom, cycle, type Random } from './random.ts'

/** The platform's JSON, where what is missing has no key. */
export type PlatformJson = Record<string, unknown>

/** How to make an account's posts; the same recipe always makes the same. */
export interface Recipe {
  seed: number
  count: number
  /** Milliseconds since the epoch. */
  newest: number
  /** The URL of a file that is given by its path below the demo's folder. */
  urlOf: (path: string) => string
  /** Whether the platform gives only the posters of its videos. */
  withheld: boolean
}

export const clipPath = 'clip.mp4'

const kinds = [
  'IMAGE',
  'CAROUSEL_ALBUM',
  'REELS',
  'IMAGE',
  'IMAGE',
  'VIDEO',
  'CAROUSEL_ALBUM',
  'IMAGE',
  'REELS',
  'IMAGE',
  'CAROUSEL_ALBUM',
  'IMAGE',
] as const

// Places in the listing where something unusual is.
const sameTimeAsBefore = new Set([14, 43, 44, 100, 160])
const expiredPicture = 21
const withheldVideo = 17
const videoWithoutPoster = 29
const albumWithoutOwnMedia = 18
const albumWithoutChildPoster = 6
const albumThatStartsWithVideo = 10
const commentWithoutText = 3
const commentsKeptBack = 27

const hour = 3_600_000

/** An account's posts as the platform lists them, newest first. */
export function createPosts(recipe: Recipe): PlatformJson[] {
  const random = createRandom(recipe.seed)
  let publishedAt = recipe.newest
  return Array.from({ length: recipe.count }, (_, index) => {
    if (index > 0 && !sameTimeAsBefore.has(index)) {
      publishedAt -= Math.round(random.between(3, 140) * 3600) * 1000
    }
    return createPost(recipe, index, publishedAt, random)
  })
}

function createPost(
  recipe: Recipe,
  index: number,
  publishedAt: number,
  random: Random,
): PlatformJson {
  const kind = cycle(kinds, index)
  const picture = pictureAt(index)
  const caption = unusualCaptions.has(index)
    ? unusualCaptions.get(index)
    : captionOf(picture.scene, random)
  const comments = createComments(index, publishedAt, random)
  const code = Math.floor(random.next() * 36 ** 10).toString(36)
  return {
    id: createId(recipe.seed, index, random),
    ...(caption !== null && { caption }),
    ...(kind === 'IMAGE' && index % 5 === 3 && { alt_text: altTextOf(picture) }),
    media_type: kind === 'REELS' ? 'VIDEO' : kind,
    media_product_type: kind === 'REELS' ? 'REELS' : 'FEED',
    permalink: `https://photos.example/${kind === 'REELS' ? 'reel' : 'p'}/${code}/`,
    timestamp: platformTime(publishedAt),
    // The owner hid the likes of a few posts.
    ...(index % 9 !== 4 && { like_count: random.integer(12, 2400) }),
    comments_count: comments.length + random.integer(0, 2) + (index === commentsKeptBack ? 8 : 0),
    ...(kind === 'CAROUSEL_ALBUM'
      ? albumMedia(recipe, index, publishedAt, random)
      : kind === 'IMAGE'
        ? {
            media_url: index === expiredPicture ? expiredUrl('21.jpg') : recipe.urlOf(picture.path),
          }
        : videoMedia(recipe, index, picture)),
    ...((comments.length > 0 || index === commentsKeptBack) && {
      comments: { data: comments, paging: { cursors: { before: 'QVFI', after: 'QVFJ' } } },
    }),
  }
}

function videoMedia(
  { urlOf, withheld }: Recipe,
  index: number,
  picture: DemoPicture,
): PlatformJson {
  return {
    ...(!withheld && index !== withheldVideo && { media_url: urlOf(clipPath) }),
    ...(index !== videoWithoutPoster && { thumbnail_url: urlOf(picture.path) }),
  }
}

function albumMedia(
  recipe: Recipe,
  index: number,
  publishedAt: number,
  random: Random,
): PlatformJson {
  const { seed, urlOf } = recipe
  const videoAt = index === albumThatStartsWithVideo ? 0 : index % 24 === 6 ? 1 : null
  const children = Array.from({ length: random.integer(2, 10) }, (_, place) => {
    const picture = pictureAt(index + place * 3)
    const isVideo = place === videoAt
    const hasPoster = isVideo && index !== albumWithoutChildPoster
    return {
      id: createId(seed, index, random),
      media_type: isVideo ? 'VIDEO' : 'IMAGE',
      media_url: urlOf(isVideo ? clipPath : picture.path),
      ...(hasPoster && { thumbnail_url: urlOf(picture.path) }),
      // Some answers have these keys and some have not.
      ...(index % 4 === 1 && {
        permalink: `https://photos.example/p/${seed}x${index}x${place}/`,
        timestamp: platformTime(publishedAt),
      }),
    }
  })
  return {
    ...(index !== albumWithoutOwnMedia && { media_url: children[0]?.media_url }),
    children: { data: children },
  }
}

function createComments(index: number, publishedAt: number, random: Random): PlatformJson[] {
  if (index % 3 !== 0 || index === commentsKeptBack) return []
  return Array.from({ length: random.integer(1, 4) }, (_, place) => ({
    id: createId(99, index, random),
    ...((index !== commentWithoutText || place > 0) && { text: random.pick(commentTexts) }),
    timestamp: platformTime(publishedAt + (place + 1) * hour + random.integer(0, 3000) * 1000),
    like_count: random.integer(0, 9),
  }))
}

/** Neighbours in the listing show different scenes. */
function pictureAt(index: number): DemoPicture {
  return cycle(demoPictures, index * 7)
}

function altTextOf({ scene }: DemoPicture): string {
  return {
    sea: 'A sailing boat on calm water under a low sun',
    stillLife: 'A bottle, a bowl of fruit and a cup on a table',
    hills: 'Hills one behind the other, with pines in front',
    town: 'Gabled houses along a quay, a sailing boat before them',
    forest: 'Rows of pines in the mist',
  }[scene]
}

/** Seventeen digits like the platform's, above 2^53, and in no order. */
function createId(seed: number, index: number, random: Random): string {
  const digits = Math.floor(random.next() * 1e10)
  return `18${String(seed).padStart(2, '0')}${String(digits).padStart(10, '0')}${String(index).padStart(3, '0')}`
}

function platformTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', '+0000')
}

/** A signed URL whose time is over. */
export function expiredUrl(path: string): string {
  return `https://cdn.photos.example/v/${path}?oe=68F0A1B2&oh=00_AfDemo`
}
