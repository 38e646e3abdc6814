import { type DemoPicture, demoPictures } from './pictures.ts'
import { createId, expiredUrl, type PlatformJson, platformTime } from './platform-values.ts'
import { cycle, type Random } from './random.ts'
import type { Recipe } from './recipe.ts'

/** The demo's only video, below its folder. */
export const clipPath = 'clip.mp4'

// Places in the listing where something unusual is.
const expiredPicture = 141
const withheldVideo = 17
const videoWithoutPoster = 29
const albumWithoutOwnMedia = 18
const albumWithoutChildPoster = 6
const albumThatStartsWithVideo = 10

/** What a post at a place in the listing is made of. */
export interface Spot {
  recipe: Recipe
  index: number
  publishedAt: number
  random: Random
}

/** The media keys of a picture. */
export function imageMedia({ recipe, index }: Spot): PlatformJson {
  const picture = pictureAt(index)
  return {
    ...(index % 5 === 3 && { alt_text: altTextOf(picture) }),
    media_url: index === expiredPicture ? expiredUrl(picture.path) : recipe.urlOf(picture.path),
  }
}

/** The media keys of a video or reel. */
export function videoMedia({ recipe: { urlOf, withheld }, index }: Spot): PlatformJson {
  return {
    ...(!withheld && index !== withheldVideo && { media_url: urlOf(clipPath) }),
    ...(index !== videoWithoutPoster && { thumbnail_url: urlOf(pictureAt(index).path) }),
  }
}

/** The media keys of an album of pictures, some with a video among them. */
export function albumMedia({ recipe, index, publishedAt, random }: Spot): PlatformJson {
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

/** Neighbours in the listing show different scenes. */
export function pictureAt(index: number): DemoPicture {
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
