import type { Post } from '@photofeed/sdk'
import { imageProps } from '@photofeed/sdk/images'
import { useState } from 'react'

/** As wide as the columns of styles.css. */
const sizes = '(min-width: 72rem) 16rem, (min-width: 40rem) 30vw, 46vw'

/** The picture of a post; an empty tile when there is none or it does not come. */
export function Picture({ post }: { post: Post }) {
  const [isBroken, setBroken] = useState(false)
  const props = imageProps(post, { sizes })
  if (!props || isBroken) {
    return <span className="missing" role="img" aria-label={props?.alt ?? 'No picture'} />
  }
  // React has names of its own for these two.
  const { srcset, referrerpolicy, alt, ...others } = props
  return (
    <img
      alt={alt}
      srcSet={srcset}
      referrerPolicy={referrerpolicy}
      {...others}
      onError={() => setBroken(true)}
    />
  )
}
