import type { Media, StoredChild, StoredPost } from '@photofeed/core'
import type { ImportedPost } from './ports.ts'
import type { PostRow } from './schema.ts'

/**
 * A post's `doc` and `comments` columns. The fields are named one by one, so that equal posts have equal
 * texts however the importer built them: that is how an unchanged post is recognised.
 */
export function toPostDocument(post: ImportedPost): Pick<PostRow, 'doc' | 'comments'> {
  return {
    doc: JSON.stringify({
      id: post.id,
      publishedAt: post.publishedAt,
      mediaType: post.mediaType,
      caption: post.caption,
      altText: post.altText,
      media: mediaDocument(post.media),
      thumbnail: post.thumbnail && mediaDocument(post.thumbnail),
      permalink: post.permalink,
      likeCount: post.likeCount,
      commentsCount: post.commentsCount,
      children: post.children.map(childDocument),
    } satisfies Omit<ImportedPost, 'comments'>),
    comments: JSON.stringify(
      post.comments.map(({ id, text, timestamp, like_count }) => ({
        id,
        text,
        timestamp,
        like_count,
      })),
    ),
  }
}

/** Reads a row back; without its `comments` column the post has none. */
export function fromPostDocument(
  row: Pick<PostRow, 'position' | 'doc'> & Partial<Pick<PostRow, 'comments'>>,
): StoredPost {
  const post: StoredPost = JSON.parse(row.doc)
  post.position = row.position
  post.comments = row.comments === undefined ? [] : JSON.parse(row.comments)
  return post
}

/** A picture or video with its fields in a fixed order. */
export function mediaDocument({ file, platformUrl }: Media): Media {
  return {
    file: file && { id: file.id, extension: file.extension, bytes: file.bytes },
    platformUrl,
  }
}

function childDocument(child: StoredChild): StoredChild {
  return {
    id: child.id,
    mediaType: child.mediaType,
    media: mediaDocument(child.media),
    thumbnail: child.thumbnail && mediaDocument(child.thumbnail),
    permalink: child.permalink,
    publishedAt: child.publishedAt,
  }
}
