import { captionOf, commentTexts, unusualCaptions } from './captions.ts'
import { albumMedia, imageMedia, pictureAt, type Spot, videoMedia } from './platform-media.ts'
import { createId, type PlatformJson, platformTime } from './platform-values.ts'
import { createRandom, cycle } from './random.ts'
import type { Recipe } from './recipe.ts'

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
const commentWithoutText = 3
const commentsKeptBack = 27
const commentsNotCounted = 33

const hour = 3_600_000

/** An account's posts as the platform lists them, newest first. */
export function createPosts(recipe: Recipe): PlatformJson[] {
  const random = createRandom(recipe.seed)
  let publishedAt = recipe.newest
  return Array.from({ length: recipe.count }, (_, index) => {
    if (index > 0 && !sameTimeAsBefore.has(index)) {
      publishedAt -= Math.round(random.between(3, 140) * 3600) * 1000
    }
    return createPost({ recipe, index, publishedAt, random })
  })
}

function createPost(spot: Spot): PlatformJson {
  const { recipe, index, publishedAt, random } = spot
  const kind = cycle(kinds, index)
  const caption = unusualCaptions.has(index)
    ? unusualCaptions.get(index)
    : captionOf(pictureAt(index).scene, random)
  const isReel = kind === 'REELS'
  const code = Math.floor(random.next() * 36 ** 10).toString(36)
  return {
    id: createId(recipe.seed, index, random),
    ...(caption !== null && { caption }),
    media_type: isReel ? 'VIDEO' : kind,
    media_product_type: isReel ? 'REELS' : 'FEED',
    permalink: `https://photos.example/${isReel ? 'reel' : 'p'}/${code}/`,
    timestamp: platformTime(publishedAt),
    // The owner hid the likes of a few posts.
    ...(index % 9 !== 4 && { like_count: random.integer(12, 2400) }),
    ...mediaByKind[kind](spot),
    ...commentsOf(spot),
  }
}

const mediaByKind = {
  IMAGE: imageMedia,
  VIDEO: videoMedia,
  REELS: videoMedia,
  CAROUSEL_ALBUM: albumMedia,
}

function commentsOf(spot: Spot): PlatformJson {
  const { index } = spot
  // The platform sometimes counts comments that it does not give.
  if (index === commentsKeptBack) return { comments_count: 8, comments: { data: [] } }
  const data = index % 3 === 0 ? createComments(spot) : []
  return {
    ...(index !== commentsNotCounted && { comments_count: data.length }),
    ...(data.length > 0 && { comments: { data } }),
  }
}

function createComments({ index, publishedAt, random }: Spot): PlatformJson[] {
  return Array.from({ length: random.integer(1, 4) }, (_, place) => ({
    id: createId(99, index, random),
    ...((index !== commentWithoutText || place > 0) && { text: random.pick(commentTexts) }),
    timestamp: platformTime(publishedAt + (place + 1) * hour + random.integer(0, 3000) * 1000),
    like_count: random.integer(0, 9),
  }))
}
