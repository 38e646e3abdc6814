import { excerpt } from '../alt-text.ts'
import type { Post } from '../index.ts'
import { day } from './day.ts'
import { hiddenWords } from './hidden-words.ts'
import { picture } from './picture.ts'
import { h, type Tree } from './tree.ts'
import { isPlayable, playButton } from './video.ts'
import { webAddress } from './web-address.ts'

/** One post. The whole card leads to it on the platform; a video plays in its place. */
export function card(post: Post, columns: number): Tree {
  return isPlayable(post)
    ? h('li', { part: 'card' }, frame(playButton(post, columns)), link(post, words(post)))
    : h(
        'li',
        { part: 'card' },
        link(post, frame(picture(post, columns), mark(post)), words(post, post.altText === null)),
      )
}

function link({ permalink }: Post, ...children: Tree[]) {
  return h('a', { part: 'link', href: webAddress(permalink), rel: 'noopener' }, ...children)
}

function frame(...children: Tree[]) {
  return h('span', { part: 'frame' }, ...children)
}

/** The caption is hidden from those who hear it as the picture's alternative already. */
function words({ caption, timestamp }: Post, captionIsHeard = false) {
  const text = excerpt(caption ?? '')
  const hidden = captionIsHeard && 'true'
  return h(
    'span',
    { part: 'text' },
    day(timestamp),
    text && h('span', { part: 'caption', dir: 'auto', 'aria-hidden': hidden }, text),
  )
}

function mark({ mediaType, children = [] }: Post) {
  if (mediaType === 'IMAGE') return null
  const count = mediaType === 'CAROUSEL_ALBUM' && children.length
  return h(
    'span',
    { part: 'mark', class: mediaType === 'VIDEO' ? 'triangle' : 'stack' },
    hiddenWords(mediaType === 'VIDEO' ? 'Video' : count ? 'Album, items: ' : 'Album'),
    count ? String(count) : null,
  )
}
