import type { StoredPost } from '../store.ts'
import { captionOf, unusualCaptions } from './captions.ts'
import { commentsOf } from './comments.ts'
import { pictureAt } from './pictures.ts'
import { albumMedia, imageMedia, videoMedia } from './post-media.ts'
import { createId, createRandom, cycle } from './random.ts'
import type { Recipe, Spot } from './recipe.ts'

/** A post before it has its place in the stored order. */
export type ListedPost = Omit<StoredPost, 'position'>

const kinds = [
  'IMAGE',
  'CAROUSEL_ALBUM',
  'REEL',
  'IMAGE',
  'IMAGE',
  'VIDEO',
  'CAROUSEL_ALBUM',
  'IMAGE',
  'REEL',
  'IMAGE',
  'CAROUSEL_ALBUM',
  'IMAGE',
] as const

// Places in the listing where something unusual is.
const sameTimeAsBefore = new Set([14, 43, 44, 100, 160])

/** An account's posts as the platform lists them, newest first. */
export function createPosts(recipe: Recipe): ListedPost[] {
  const random = createRandom(recipe.seed)
  const openings = new Set<string>()
  let publishedAt = recipe.newest
  return Array.from({ length: recipe.count }, (_, index) => {
    if (index > 0 && !sameTimeAsBefore.has(index)) {
      publishedAt -= Math.round(random.between(3, 140) * 3600) * 1000
    }
    return createPost({ recipe, index, publishedAt, random, openings })
  })
}

function createPost(spot: Spot): ListedPost {
  const { recipe, index, publishedAt, random } = spot
  const { mediaType, folder, mediaOf } = traits[cycle(kinds, index)]
  const caption = captionAt(spot)
  const code = Math.floor(random.next() * 36 ** 10).toString(36)
  const permalink = `https://photos.example/${folder}/${code}/`
  return {
    id: createId(recipe.seed, index, random),
    publishedAt,
    mediaType,
    caption,
    permalink,
    // The owner hid the likes of a few posts.
    likeCount: index % 9 === 4 ? null : random.integer(12, 2400),
    ...mediaOf(spot),
    ...commentsOf(spot),
  }
}

/** At the places of unusual captions, usual ones have a random of their own, so that both accounts are equal in all else. */
function captionAt({ recipe, index, random, openings }: Spot): string | null {
  const unusual = unusualCaptions.get(index)
  const own = unusual === undefined ? random : createRandom(recipe.seed * 1000 + index)
  const usual = captionOf(pictureAt(index).scene, own, openings)
  return unusual !== undefined && recipe.hasUnusualCaptions ? unusual : usual
}

const traits = {
  IMAGE: { mediaType: 'IMAGE', folder: 'p', mediaOf: imageMedia },
  VIDEO: { mediaType: 'VIDEO', folder: 'p', mediaOf: videoMedia },
  REEL: { mediaType: 'VIDEO', folder: 'reel', mediaOf: videoMedia },
  CAROUSEL_ALBUM: { mediaType: 'CAROUSEL_ALBUM', folder: 'p', mediaOf: albumMedia },
} as const
