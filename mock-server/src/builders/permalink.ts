/** The address that a post has on the platform when none is given. */
export function permalinkOf(id: string): string {
  return `https://photos.example/p/${encodeURIComponent(id)}/`
}
