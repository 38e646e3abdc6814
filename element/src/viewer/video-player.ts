import { element, toDom, type VNode } from '../view/vnode.ts'
import { addCaptions } from './video-captions.ts'

let playing: HTMLVideoElement | undefined

/** Replaces the button with the player. The file is not requested before. */
export function play(button: HTMLButtonElement): void {
  // A second press while this module was loaded.
  if (!button.isConnected) return
  const image = button.querySelector('img')
  const label = image?.alt ?? button.querySelector('[role=img]')?.ariaLabel ?? ''
  // A picture that has not loaded yet has no current source.
  const poster = image && (image.currentSrc || image.src)
  const [video] = toDom([videoPlayer(button.value, label, poster)]) as [HTMLVideoElement]
  // Of all feeds of the page, one video plays.
  video.addEventListener('play', () => {
    if (playing !== video) playing?.pause()
    playing = video
  })
  const { host } = button.getRootNode() as ShadowRoot
  addCaptions(video, host, button.closest('li')?.dataset.post ?? '')
  button.replaceWith(video)
  video.focus()
  // A failure is visible in the controls, or causes the error event.
  video.play().catch(() => {})
}

export function videoPlayer(src: string, label: string, poster: string | null): VNode {
  return element('video', {
    part: 'video',
    controls: true,
    playsinline: true,
    preload: 'none',
    tabindex: 0,
    poster,
    'aria-label': label,
    src,
  })
}
