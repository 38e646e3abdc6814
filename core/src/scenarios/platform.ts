import { pictures } from './pictures.ts'

/** What a URL of the platform's media host is for. */
export interface PlatformFile {
  /** A picture's number, or `clip`. */
  file: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

const clipName = 'clip'
const signature = '00_AfDemo'

/** The platform's signed URL of a file; `platformUrl` is the base of all of them, without a trailing slash. */
export function signedUrl(platformUrl: string, { file, expiresAt }: PlatformFile): string {
  const extension = file === clipName ? 'mp4' : 'jpg'
  const seconds = Math.floor(expiresAt / 1000)
  const expiry = seconds.toString(16).toUpperCase()
  return `${platformUrl}/v/${file}.${extension}?oe=${expiry}&oh=${signature}`
}

const paths = new Map([
  [`/v/${clipName}.mp4`, clipName],
  ...pictures.map(({ number }) => [`/v/${number}.jpg`, number] as const),
])
const signedQuery = new RegExp(`^oe=([0-9A-F]{1,10})&oh=${signature}$`)

/**
 * Reads the path below `platformUrl` and the query (what follows the `?`) back; null for every URL that the
 * function above cannot make.
 */
export function parsePlatformUrl(path: string, query: string): PlatformFile | null {
  const file = paths.get(path)
  const expiry = signedQuery.exec(query)?.[1]
  if (file === undefined || expiry === undefined) return null
  return { file, expiresAt: Number.parseInt(expiry, 16) * 1000 }
}
