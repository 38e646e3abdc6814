/** A web address without credentials, query or fragment, as `href` spells it. */
const plainAddress = /^https?:\/\/[^/@]+\/[^?#]*$/

/**
 * The address without trailing slashes. In a browser it may be relative, for a proxy on the page's own
 * origin. The message does not quote the value: people paste whole request URLs here, key included.
 */
export function normaliseBaseUrl(baseUrl: string): string {
  try {
    const { href } = new URL(baseUrl, globalThis.location?.href)
    if (plainAddress.test(href)) return href.replace(/\/+$/, '')
  } catch {
    // What is no URL at all gets the same message.
  }
  throw new TypeError(
    'baseUrl has to be an http or https address without credentials, query or fragment.',
  )
}
