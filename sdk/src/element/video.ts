import { altText } from '../alt-text.ts'
import { isVideoFile } from '../images.ts'
import type { Post } from '../index.ts'
import { nodes } from './nodes.ts'
import { picture } from './picture.ts'
import { h, type Tree } from './tree.ts'
import { webAddress } from './web-address.ts'

const verb = 'Play video: '

/** Whether the video's file is there: the platform withholds some, and albums open on the platform. */
export function isPlayable({ mediaType, mediaUrl }: Post): boolean {
  return mediaType === 'VIDEO' && isVideoFile(mediaUrl) && webAddress(mediaUrl) !== null
}

/** The poster as a button that plays the video. */
export function playButton(post: Post, columns: number): Tree {
  return h(
    'button',
    {
      type: 'button',
      part: 'play',
      name: 'play',
      value: post.mediaUrl,
      'aria-label': `${verb}${altText(post)}`,
    },
    picture(post, columns),
    h('span', { class: 'triangle' }),
  )
}

/** Plays in the place of the button; no byte of the file is asked for before. */
export function play(button: HTMLButtonElement): void {
  const image = button.querySelector('img')
  const [video] = nodes([
    h('video', {
      part: 'video',
      controls: true,
      playsinline: true,
      preload: 'none',
      tabindex: 0,
      // A picture that has not come yet has no current source.
      poster: image && (image.currentSrc || image.src),
      'aria-label': button.ariaLabel?.slice(verb.length),
      src: button.value,
    }),
  ]) as [HTMLVideoElement]
  button.replaceWith(video)
  video.focus()
  // What keeps it from playing shows in its controls, or as its error event.
  video.play().catch(() => {})
}
