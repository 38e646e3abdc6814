import type { Child, Post } from '../index.ts'
import { excerpt } from './excerpt.ts'

const kinds: { readonly [Type in (Post | Child)['mediaType']]: string } = {
  IMAGE: 'Photo',
  VIDEO: 'Video',
  CAROUSEL_ALBUM: 'Album',
}

/** Words for those who do not see the picture; never empty. */
export function alternative({ altText, caption, mediaType }: Post | Child): string {
  return altText?.trim() || excerpt(caption ?? '') || kinds[mediaType] || 'Post'
}
