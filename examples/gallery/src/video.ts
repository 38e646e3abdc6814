import type { Post } from '@photofeed/sdk'
import { element } from './element.ts'
import { missing, picture, pictureUrl } from './picture.ts'

/** The poster as a button; pressing it plays the video in the same place. */
export function video(post: Post, alt: string): HTMLElement {
  const play = element(
    'button',
    { type: 'button', className: 'play', ariaLabel: `Play video: ${alt}` },
    picture(post, ''),
    element('span', { className: 'play-mark', ariaHidden: 'true' }),
  )
  play.addEventListener('click', () => {
    const player = element('video', {
      controls: true,
      autoplay: true,
      playsInline: true,
      ariaLabel: alt,
      tabIndex: 0,
    })
    const poster = pictureUrl(post)
    if (poster !== null) player.poster = poster
    player.addEventListener('error', () => player.replaceWith(missing(alt)))
    player.src = post.mediaUrl
    play.replaceWith(player)
    player.focus()
  })
  return play
}
