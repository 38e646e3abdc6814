import type { Post } from '@photofeed/sdk'
import { imageProps } from '@photofeed/sdk/images'
import { useState } from 'react'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const kinds: Record<string, string> = { VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' }
/** The width of the columns in index.css. */
const sizes = '(min-width: 72rem) 16rem, (min-width: 40rem) 30vw, 46vw'

/** One post. The whole card links to it on the platform. */
export function PostCard({ post }: { post: Post }) {
  const kind = kinds[post.mediaType]
  return (
    <li>
      <a href={post.permalink} rel="noopener">
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

/** The picture of a post, or an empty tile if there is none or it does not load. */
function Picture({ post }: { post: Post }) {
  const [isBroken, setBroken] = useState(false)
  const props = imageProps(post, { sizes })
  if (!props || isBroken) {
    return <span className="missing" role="img" aria-label={props?.alt ?? 'No picture'} />
  }
  const { alt, ...others } = props
  const hide = () => {
    setBroken(true)
  }
  return <img alt={alt} {...others} onError={hide} />
}
