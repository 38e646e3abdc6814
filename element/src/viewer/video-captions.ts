/** Adds the captions that a site has for a video: copies of the `<track data-post="<id>">` in its element. */
export function addCaptions(video: HTMLVideoElement | null, host: Element, id: string): void {
  for (const track of host.querySelectorAll<HTMLTrackElement>(':scope > track')) {
    if (track.dataset.post === id) video?.append(track.cloneNode())
  }
}
