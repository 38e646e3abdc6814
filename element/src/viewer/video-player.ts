import { type Attributes, element, toDom, type VNode } from '../view/vnode.ts'

let playing: HTMLVideoElement | undefined

/** Replaces the button with the player. The file is not requested before. */
export function play(button: HTMLButtonElement): void {
  // A second press while this module was loaded.
  if (!button.isConnected) return
  const image = button.querySelector('img')
  const label = image?.alt ?? button.querySelector('[role=img]')?.ariaLabel ?? ''
  // A picture that has not loaded yet has no current source.
  const poster = image && (image.currentSrc || image.src)
  const attributes = { part: 'video', tabindex: 0, poster, 'aria-label': label, src: button.value }
  const [video] = toDom([videoPlayer(attributes)]) as [HTMLVideoElement]
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

/** Pauses the videos of all feeds of the page. */
export function pauseFeeds(document: Document): void {
  for (const { shadowRoot } of document.querySelectorAll('photo-feed')) {
    for (const video of shadowRoot?.querySelectorAll('video') ?? []) video.pause()
  }
}

/** Returns a player that requests its file when the visitor plays it. */
export function videoPlayer(attributes: Attributes): VNode {
  return element('video', { controls: true, playsinline: true, preload: 'none', ...attributes })
}

/** Adds the captions that a site has for a video: copies of the `<track data-post="<id>">` in its element. */
export function addCaptions(video: HTMLVideoElement | null, host: Element, id: string): void {
  for (const track of host.querySelectorAll<HTMLTrackElement>(':scope > track')) {
    if (track.dataset.post === id) video?.append(track.cloneNode())
  }
}
