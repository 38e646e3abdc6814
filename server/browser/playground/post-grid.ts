import type { Schemas } from '@photofeed/openapi'
import { imageOf } from '../../../element/src/view/pictures.ts'
import { element, part } from '../element.ts'

type Post = Schemas['Post']

/** More links would stand between the request and the body. */
const shownFirst = 12

/** Shows the posts of a response as pictures that link to the platform; many only on request. */
export function showPosts(posts: readonly Post[]): void {
  const list = part('ul', 'posts')
  const more = part('button', 'more-posts')
  list.replaceChildren(...posts.slice(0, shownFirst).map(tile))
  list.hidden = posts.length === 0
  more.hidden = posts.length <= shownFirst
  more.textContent = `Show ${posts.length - shownFirst} more`
  more.onclick = () => {
    list.append(...posts.slice(shownFirst).map(tile))
    more.hidden = true
    list.querySelectorAll('a')[shownFirst]?.focus()
  }
}

function tile(post: Post): HTMLLIElement {
  const link = element('a', { href: post.permalink, target: '_blank', rel: 'noopener noreferrer' })
  link.append(picture(post))
  if (post.mediaType !== 'IMAGE') {
    link.append(element('span', { className: 'kind', ariaHidden: 'true' }, kinds[post.mediaType]))
  }
  return element('li', {}, link)
}

const kinds: Record<Post['mediaType'], string> = {
  IMAGE: 'Image',
  VIDEO: 'Video',
  CAROUSEL_ALBUM: 'Album',
}

function picture(post: Post): HTMLElement {
  const attributes = imageOf(post, { sizes: '(min-width: 60rem) 11rem, 30vw', width: 320 })
  if (!attributes) {
    return element(
      'span',
      { className: 'no-picture' },
      `${kinds[post.mediaType]} without a picture`,
    )
  }
  const image = element('img')
  for (const [name, value] of Object.entries(attributes)) image.setAttribute(name, String(value))
  return image
}
