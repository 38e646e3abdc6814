import type { Post } from '@photofeed/sdk'
import { date } from './date.ts'
import { element } from './element.ts'
import { excerpt } from './excerpt.ts'
import { alternative, isPlayable, picture } from './picture.ts'
import { video } from './video.ts'

/** One post of the grid. */
export function card(post: Post, username: string): HTMLLIElement {
  const alt = alternative(post, username)
  return element(
    'li',
    { className: 'card' },
    element(
      'div',
      { className: 'frame' },
      isPlayable(post) ? video(post, alt) : picture(post, alt),
      post.mediaType === 'CAROUSEL_ALBUM' ? albumMark(post) : null,
    ),
    post.caption === null
      ? null
      : element('p', { className: 'caption', dir: 'auto' }, excerpt(post.caption, 160)),
    element(
      'p',
      { className: 'facts' },
      date(post.timestamp),
      post.likeCount === null ? null : element('span', {}, likes(post.likeCount)),
      permalink(post),
    ),
  )
}

function albumMark({ children = [] }: Post) {
  const count = children.length
  return element(
    'span',
    { className: 'album-mark' },
    element('span', { className: 'visually-hidden' }, count === 0 ? 'Album' : 'Album, items: '),
    count === 0 ? null : String(count),
  )
}

function likes(count: number) {
  return count === 1 ? '1 like' : `${count.toLocaleString('en')} likes`
}

function permalink({ permalink, timestamp }: Post) {
  const of = element('span', { className: 'visually-hidden' }, ' of ', date(timestamp))
  const link = element('a', {}, 'View post', of)
  // Nothing but a web address may become a link.
  if (/^https?:/i.test(permalink)) link.href = permalink
  return link
}
