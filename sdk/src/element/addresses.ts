/** Returns an http or https URL unchanged and null for any other, so that no `javascript:` URL becomes a link. */
export function webUrl(url: string): string | null {
  return /^https?:\/\/[^\s]+$/i.test(url) ? url : null
}
