import { createHmac } from 'node:crypto'

const hour = 3_600_000
const lifetimes = { jpg: 96 * hour, mp4: 31 * hour }

export type MediaUrls = ReturnType<typeof createMediaUrls>

/**
 * Creates the signed URLs of media files, which expire as the platform's do. `host` is the base of the media host,
 * without a trailing slash.
 */
export function createMediaUrls(host: string, key: string, clock: () => number) {
  function signature(path: string, expiry: string): string {
    return createHmac('sha256', key).update(`${path}?${expiry}`).digest('base64url').slice(0, 22)
  }

  return {
    /** `file` is as in the scenarios' own URLs, like `/v/07.jpg`. */
    sign(userId: string, file: string): string {
      const [, name = '', extension = 'jpg'] = /\/v\/(\w+\.(jpg|mp4))/.exec(file) ?? []
      const path = `/v/${userId}/${name}`
      const end = clock() + lifetimes[extension as keyof typeof lifetimes]
      const expiry = Math.floor(end / 1000)
        .toString(16)
        .toUpperCase()
      return `${host}${path}?oe=${expiry}&oh=${signature(path, expiry)}`
    },
    /** Reads the path below the media host and the query back; a name is like `07.jpg`. Returns the platform's text for others. */
    read(path: string, query: string): { userId: string; name: string } | string {
      const [, userId, name] = /^\/v\/(\w+)\/(\w+\.(?:jpg|mp4))$/.exec(path) ?? []
      const [, expiry, given] = /^oe=([0-9A-F]{1,10})&oh=([\w-]+)$/.exec(query) ?? []
      if (!userId || !name || !expiry || given !== signature(path, expiry)) {
        return 'URL signature mismatch'
      }
      if (Number.parseInt(expiry, 16) * 1000 <= clock()) return 'URL signature expired'
      return { userId, name }
    },
  }
}
