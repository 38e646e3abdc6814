import type {
  AlbumInput,
  ImageInput,
  OwnAlbum,
  OwnImage,
  OwnVideo,
  VideoInput,
} from './post-input.ts'

/**
 * Makes posts for {@link account}, and items for albums. Fields that are left out have plausible values.
 *
 * @example
 * post.image({ caption: 'First light #harbour', likeCount: 12 })
 * post.video({ withheld: true })
 * post.album({ children: [post.image(), post.video({ poster: false })] })
 */
export const post = {
  /** An IMAGE. */
  image: (input: ImageInput = {}): OwnImage => ({ ...input, mediaType: 'IMAGE' }),
  /** A VIDEO; reels are videos. */
  video: (input: VideoInput = {}): OwnVideo => ({ ...input, mediaType: 'VIDEO' }),
  /** A CAROUSEL_ALBUM. */
  album: (input: AlbumInput = {}): OwnAlbum => ({ ...input, mediaType: 'CAROUSEL_ALBUM' }),
} as const
