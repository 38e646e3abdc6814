import type { StoredPost } from '../store.ts'
import { altTexts } from './captions.ts'
import { clipMedia, pictureMedia } from './media.ts'
import { pictureAt } from './pictures.ts'
import { createId } from './random.ts'
import type { Spot } from './recipe.ts'

export type PostMedia = Pick<StoredPost, 'altText' | 'media' | 'thumbnail' | 'children'>

// Places in the listing where something unusual is.
const unstoredPicture = 141
const withheldVideo = 17
const videoWithoutPoster = 29
const albumWithoutChildPoster = 6
const albumThatStartsWithVideo = 10

export function imageMedia({ recipe, index }: Spot): PostMedia {
  const picture = pictureAt(index)
  const state = index === unstoredPicture ? 'unstored' : recipe.media
  return {
    altText: index % 5 === 3 ? altTexts[picture.scene] : null,
    media: pictureMedia({ ...recipe, media: state }, picture),
    thumbnail: null,
    children: [],
  }
}

/** The media of a video or reel. */
export function videoMedia({ recipe, index }: Spot): PostMedia {
  const poster = pictureMedia(recipe, pictureAt(index))
  const isWithheld = recipe.withheld || index === withheldVideo
  return {
    altText: null,
    media: isWithheld ? poster : clipMedia(recipe),
    thumbnail: index === videoWithoutPoster ? null : poster,
    children: [],
  }
}

/** The media of an album of pictures, some with a video among them; its own is that of its first item. */
export function albumMedia(spot: Spot): PostMedia {
  const { recipe, index, publishedAt, random } = spot
  const videoAt = index === albumThatStartsWithVideo ? 0 : index % 24 === 6 ? 1 : null
  const pictureOf = (place: number) => pictureMedia(recipe, pictureAt(index + place * 3))
  const mediaOf = (place: number) => (place === videoAt ? clipMedia(recipe) : pictureOf(place))
  const hasPoster = index !== albumWithoutChildPoster
  const children = Array.from({ length: random.integer(2, 10) }, (_, place) => ({
    id: createId(recipe.seed, index, random),
    mediaType: place === videoAt ? ('VIDEO' as const) : ('IMAGE' as const),
    media: mediaOf(place),
    thumbnail: place === videoAt && hasPoster ? pictureOf(place) : null,
    permalink: `https://photos.example/p/${recipe.seed}x${index}x${place}/`,
    publishedAt,
  }))
  return { altText: null, media: mediaOf(0), thumbnail: null, children }
}
