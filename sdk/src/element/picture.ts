import { altText } from '../alt-text.ts'
import { imageAttributes } from '../images.ts'
import type { Post } from '../index.ts'
import { h, type Tree } from './tree.ts'
import { webAddress } from './web-address.ts'

/** The picture of a post, or a tile in its place when there is none. */
export function picture(post: Post, columns: number): Tree {
  const image = imageAttributes(withWebAddresses(post), { sizes: slot(columns) })
  if (image === null || webAddress(image.src) === null) return missing(altText(post))
  return h('img', { part: 'image', ...image })
}

/** Stands for a picture that there is not, or that does not load. */
export function missing(alt: string): Tree {
  return h('span', { part: 'missing', role: 'img', 'aria-label': alt })
}

/**
 * From the viewport, not by `auto`: a box that crops a wide picture needs more pixels than it is wide.
 */
function slot(columns: number) {
  const share = Math.ceil(100 / columns)
  return `(min-width: ${columns * 16}rem) ${share}vw, (min-width: 32rem) 50vw, 100vw`
}

function withWebAddresses({ sizes, ...post }: Post): Post {
  return sizes && Object.values<string>(sizes).every(webAddress) ? { ...post, sizes } : post
}
