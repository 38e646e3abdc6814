import { type Picture, platformTime } from '@photofeed/core/scenarios'
import type { Schemas } from '@photofeed/openapi'
import { type CompleteAlbum, completeAlbum } from './complete-album.ts'
import { completeShown, pictureAt, type Shown } from './complete-media.ts'
import { permalinkOf } from './permalink.ts'
import type { WrittenComment, WrittenPost } from './post-schema.ts'

/** A post with nothing left open; an album shows its own media when it has no stored item. */
export type CompletePost = Omit<
  Schemas['Post'],
  'mediaType' | 'mediaUrl' | 'thumbnailUrl' | 'sizes' | 'children' | 'comments'
> & { comments: Schemas['Comment'][]; position: number } & (Shown | CompleteAlbum)

/** What the account decides for a post that leaves it open. */
export type Place = Pick<CompletePost, 'id' | 'position' | 'timestamp'>

export function completePost(post: WrittenPost, place: Place): CompletePost {
  const { id, position } = place
  const { scene, file } = pictureAt(position)
  const comments = completeComments(post.comments ?? [], place)
  return {
    ...place,
    permalink: post.permalink ?? permalinkOf(id),
    caption: post.caption === undefined ? captions[scene] : post.caption,
    altText: post.altText ?? null,
    likeCount: post.likeCount === undefined ? 12 + ((position * 37) % 400) : post.likeCount,
    commentsCount: post.commentsCount === undefined ? comments.length : post.commentsCount,
    comments,
    ...(post.mediaType === 'CAROUSEL_ALBUM'
      ? completeAlbum(post, place)
      : completeShown(post, { file, stored: true })),
  }
}

const hour = 3_600_000

function completeComments(comments: readonly WrittenComment[], { id, timestamp }: Place) {
  const later = Date.parse(timestamp) + hour
  return comments.map((comment, index): Schemas['Comment'] => ({
    id: comment.id ?? `${id}9${String(index + 1).padStart(2, '0')}`,
    ...(comment.text !== undefined && { text: comment.text }),
    timestamp: platformTime(comment.timestamp ? Date.parse(comment.timestamp) : later),
    like_count: comment.like_count ?? 0,
  }))
}

const captions: Record<Picture['scene'], string> = {
  sea: 'The boat was out before we were up. #sea',
  stillLife: 'Everything on this table was bought this morning. #stilllife',
  hills: 'Seven hills, and we have walked four. #hills',
  town: 'The quay on the one day without rain. #town',
  forest: 'You hear the woodpecker long before you see it. #forest',
}
