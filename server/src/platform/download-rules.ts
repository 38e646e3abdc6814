import type { DownloadRules } from '@photofeed/core/node'

/** Media that the platform lists. */
export const platformRules: DownloadRules = {
  hosts: ['*.cdninstagram.com', '*.fbcdn.net'],
  plainHttp: false,
  trustedOrigins: [],
}

/** The settings about downloads, by their names in settings.ts. */
export interface DownloadSettings {
  mediaHosts?: readonly string[] | undefined
  mediaOrigins?: readonly string[] | undefined
}

/** Returns the platform's rules with the operator's settings. */
export function downloadRules({ mediaHosts, mediaOrigins }: DownloadSettings): DownloadRules {
  return {
    ...platformRules,
    hosts: mediaHosts ?? platformRules.hosts,
    trustedOrigins: mediaOrigins ?? [],
  }
}

/** Returns the rules as sources of images in a Content-Security-Policy. */
export function imageSources({ hosts, trustedOrigins }: DownloadRules): string {
  const allowed = hosts?.map((host) => `https://${host}`) ?? ['https:']
  return [...allowed, ...trustedOrigins].join(' ')
}

const pattern = /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/

/** Reads `*.fbcdn.net, photos.example`; null if a part is not a host. */
export function parseHosts(text: string): string[] | null {
  const hosts = parts(text).map((part) => part.toLowerCase())
  return hosts.length > 0 && hosts.every((host) => pattern.test(host)) ? hosts : null
}

/** Reads `http://127.0.0.1:4401, https://media.intranet`; null if a part is not an origin. */
export function parseOrigins(text: string): string[] | null {
  const urls = parts(text).map((part) => URL.parse(part))
  const origins = urls.flatMap((url) => (url && isOrigin(url) ? url.origin : []))
  return origins.length > 0 && origins.length === urls.length ? origins : null
}

function isOrigin(url: URL): boolean {
  // URL accepts a star in a name, where it would not be a wildcard.
  return /^https?:\/\/[^*]+$/.test(url.origin) && url.href === `${url.origin}/`
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
