/** The URL when it is a web address, else null: `javascript:` and its like never become links. */
export function webAddress(url: string): string | null {
  return /^https?:\/\/[^\s]+$/i.test(url) ? url : null
}
