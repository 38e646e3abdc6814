/**
 * The address without trailing slashes. In a browser it may be relative, for a proxy on the page's own
 * origin. The message does not quote the value: people paste whole request URLs here, key included.
 */
export function normaliseBaseUrl(baseUrl: string): string {
  const url = parsed(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new TypeError(
      'baseUrl has to be an http or https address without credentials, query or fragment.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

function parsed(baseUrl: string) {
  try {
    return new URL(baseUrl, globalThis.location?.href)
  } catch {
    return null
  }
}
