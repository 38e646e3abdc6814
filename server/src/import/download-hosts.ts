const pattern = /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/

/** Reads `*.fbcdn.net, photos.example`; null when a part of it is no host. */
export function parseHosts(text: string): string[] | null {
  const hosts = parts(text).map((part) => part.toLowerCase())
  return hosts.length > 0 && hosts.every((host) => pattern.test(host)) ? hosts : null
}

/** Reads `http://127.0.0.1:4401, https://media.intranet`; null when a part of it is no origin. */
export function parseOrigins(text: string): string[] | null {
  const urls = parts(text).map((part) => URL.parse(part))
  const origins = urls.flatMap((url) => (url && isOrigin(url) ? url.origin : []))
  return origins.length > 0 && origins.length === urls.length ? origins : null
}

function isOrigin(url: URL): boolean {
  // URL takes a star for a name like any other, but it would not mean what it looks like.
  return /^https?:\/\/[^*]+$/.test(url.origin) && url.href === `${url.origin}/`
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
