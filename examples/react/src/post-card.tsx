import type { Post } from '@photofeed/sdk'
import { Picture } from './picture.tsx'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const kinds = { IMAGE: null, VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' } as const

export function PostCard({ post }: { post: Post }) {
  const kind = kinds[post.mediaType]
  return (
    <li>
      <a href={webAddress(post.permalink)} rel="noopener">
        <span className="frame">
          <Picture post={post} />
          {kind && <span className="kind">{kind}</span>}
        </span>
        <span className="caption" dir="auto">
          {post.caption}
        </span>
        <time dateTime={post.timestamp}>{day.format(new Date(post.timestamp))}</time>
      </a>
    </li>
  )
}

/** Nothing but a web address may become a link. */
function webAddress(url: string) {
  return /^https?:/i.test(url) ? url : undefined
}
