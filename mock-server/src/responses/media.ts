import type { FeedResponse } from '@photofeed/core'
import { contentTypes, originalUrl, parseMediaPath } from '@photofeed/core'
import { parsePlatformUrl } from '@photofeed/core/scenarios'
import { headers as contractHeaders } from '@photofeed/openapi'
import rangeParser from 'range-parser'
import type { Accounts } from '../accounts/accounts.ts'
import { builtInNames } from '../builders/post-input.ts'
import { platformPrefix } from '../endpoints.ts'
import { changeResponse, gatewayPage } from '../faults/fault-response.ts'
import type { FaultSettings } from '../faults/fault-settings.ts'
import type { CustomFiles, MockSettings } from '../mock-options.ts'
import type { Exchange, Incoming, MockResponse } from './exchange.ts'

/** By the kind of the address and the option `cacheControl`. Those of the platform expire. */
const cacheControls = {
  media: { development: 'no-cache', production: 'public, max-age=31536000, immutable' },
  platform: { development: 'no-cache', production: 'no-cache' },
} satisfies Partial<Record<Incoming['kind'], Record<MockSettings['cacheControl'], string>>>

/** Returns a function that responds to requests of media. Logs only errors and warnings, because a page requests dozens of files. */
export function createMediaResponder(
  accounts: Accounts,
  exchange: Exchange,
  { cdnUrl, media, clock, cacheControl }: MockSettings,
) {
  const cdnPath = new URL(cdnUrl).pathname
  return function respondMedia(incoming: Incoming): Promise<MockResponse> {
    const isStored = incoming.kind === 'media'
    const path = `${isStored ? cdnPath : platformPrefix}${incoming.path}`
    const fault = incoming.method === 'OPTIONS' ? null : accounts.takeMediaFault(path)
    async function read(): Promise<FeedResponse> {
      const found = isStored
        ? await findStoredFile(incoming.path, media)
        : await findPlatformFile(incoming, clock(), media)
      return deliver(found, incoming, cacheControls[isStored ? 'media' : 'platform'][cacheControl])
    }
    return exchange({
      request: { ...incoming, path },
      endpoint: 'media',
      target: path,
      fault,
      isLogged: ({ status, warnings }) => status === null || status >= 400 || warnings.length > 0,
      produce: () => (fault ? respondWithFault(fault.settings, read) : read()),
    })
  }
}

async function respondWithFault(
  fault: FaultSettings,
  read: () => Promise<FeedResponse>,
): Promise<FeedResponse> {
  if (fault.body === 'html') return changeResponse(fault, gatewayPage(fault.status ?? 200))
  const response = fault.status === undefined ? await read() : mediaFailure(fault.status)
  const changed = changeResponse(fault, response)
  const length = changed.body === null ? {} : { 'Content-Length': String(changed.body.length) }
  return { ...changed, headers: { ...changed.headers, ...length } }
}

const { AllowOrigin } = contractHeaders
const shared = {
  [AllowOrigin.name]: AllowOrigin.value,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
}

/** Sends a file or a range of it, which some video players require (RFC 9110, 14). */
function deliver(
  found: FoundFile,
  { method, header }: Incoming,
  cacheControl: string,
): FeedResponse {
  if (typeof found === 'number') return mediaFailure(found)
  if (method !== 'GET' && method !== 'HEAD') return mediaFailure(405)
  const { bytes, type } = found
  const sent = header('range')
  const ranges = sent === undefined ? -2 : rangeParser(bytes.length, sent)
  if (ranges === -1) {
    return mediaFailure(416, { 'Content-Range': `bytes */${bytes.length}` })
  }
  const range = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined
  const part = range ? bytes.slice(range.start, range.end + 1) : bytes
  return {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      'Content-Type': type,
      'Cache-Control': cacheControl,
      'Content-Length': String(part.length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes.length}` }),
    },
    body: method === 'HEAD' ? null : new Uint8Array(part),
  }
}

function mediaFailure(status: number, headers = {}): FeedResponse {
  return { status, headers: { ...shared, 'Cache-Control': 'no-store', ...headers }, body: null }
}

type FoundFile = { bytes: Uint8Array; type: string } | 403 | 404

/** Returns the original of a built-in picture, which is its widest rendition, or of the clip. */
function originalOf(name: string | undefined): string {
  return name === 'clip' ? 'clip.mp4' : `${name}/1200.jpg`
}

async function findStoredFile(path: string, customFiles: CustomFiles): Promise<FoundFile> {
  const parsed = parseMediaPath(path)
  if (!parsed) return 404
  const extension = parsed.kind === 'original' ? parsed.extension : parsed.format
  const name = builtInNames.get(parsed.id)
  const isOriginal = parsed.kind === 'original'
  const file = isOriginal ? originalOf(name) : `${name}/${parsed.width}.${extension}`
  const builtIn = file.endsWith(`.${extension}`) ? await readBuiltInFile(file) : null
  if (builtIn) return { bytes: builtIn, type: contentTypes[extension] }
  // A picture of your own need not be there in every width and format.
  const originals = isOriginal ? [] : (['jpg', 'png', 'webp'] as const)
  for (const known of [null, ...originals]) {
    const bytes = await customFiles(
      known ? originalUrl('', { id: parsed.id, extension: known }) : path,
    )
    if (bytes) return { bytes, type: contentTypes[known ?? extension] }
  }
  return 404
}

const platformFolder = '/v'

/** Finds a file by its path below the platform's host, whose URLs expire. */
async function findPlatformFile(
  { path, query }: Incoming,
  now: number,
  customFiles: CustomFiles,
): Promise<FoundFile> {
  const parsed = parsePlatformUrl(path, query)
  if (parsed) {
    if (parsed.expiresAt <= now) return 403
    const bytes = await readBuiltInFile(originalOf(parsed.file))
    const extension = parsed.file === 'clip' ? 'mp4' : 'jpg'
    return bytes ? { bytes, type: contentTypes[extension] } : 404
  }
  const name = path.slice(platformFolder.length)
  const original = path.startsWith(`${platformFolder}/`) ? parseMediaPath(name) : null
  if (original?.kind !== 'original') return 404
  const bytes = await customFiles(name)
  return bytes ? { bytes, type: contentTypes[original.extension] } : 404
}

/** Each file is a separate module, and their list another, so that a page loads only what it requests. */
async function readBuiltInFile(name: string): Promise<Uint8Array | null> {
  const { mediaFiles } = await import('../generated/media-files.ts')
  const load = mediaFiles[name]
  if (!load) return null
  const text = atob((await load()).default)
  // `Uint8Array.from` takes more than ten times as long.
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
