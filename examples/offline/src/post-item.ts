import type { Post } from '@photofeed/sdk'
import { imageProps } from '@photofeed/sdk/images'
import { element } from './element.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** One post; the whole of it leads to the platform. */
export function postItem(post: Post): HTMLLIElement {
  const { caption, permalink, timestamp } = post
  const link = element(
    'a',
    { rel: 'noopener' },
    picture(post),
    element('span', { className: 'caption', dir: 'auto' }, caption ?? ''),
    element('time', { dateTime: timestamp }, day.format(new Date(timestamp))),
  )
  // Nothing but a web address may become a link.
  if (/^https?:/i.test(permalink)) link.href = permalink
  return element('li', {}, link)
}

/** The picture, or an empty frame when there is none or it does not come. */
function picture(post: Post) {
  const props = imageProps(post, { sizes: '(min-width: 60rem) 17rem, 45vw' })
  if (props === null) return emptyFrame('No picture')
  const image = element('img')
  image.addEventListener('error', () => image.replaceWith(emptyFrame(props.alt)))
  for (const [name, value] of Object.entries(props)) image.setAttribute(name, String(value))
  return image
}

function emptyFrame(label: string) {
  return element('span', { className: 'empty-frame', role: 'img', ariaLabel: label })
}
