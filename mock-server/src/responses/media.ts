import { contentTypes, parseMediaPath } from '@photofeed/core'
import { clip, parsePlatformUrl, pictures } from '@photofeed/core/scenarios'
import { headers as contractHeaders, type ImageFormat } from '@photofeed/openapi'
import rangeParser from 'range-parser'
import { mediaFiles } from '../generated/media-files.ts'
import type { LoggedExchange } from '../log/request-details.ts'

/** Returns the bytes of a custom media file by its path below the media host; null if there is no such file. */
export type CustomFiles = (path: string) => Promise<Uint8Array | null>

export interface MediaResponse {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | null
}

export interface MediaRequest {
  method: string
  header(name: string): string | undefined
  /** Returns all headers, for the log. */
  headers: LoggedExchange['requestHeaders']
  /** Aborts when the client no longer waits for the response. Read at most once. */
  readonly signal?: AbortSignal | undefined
}

const { AllowOrigin } = contractHeaders
const shared = { [AllowOrigin.name]: AllowOrigin.value, 'Accept-Ranges': 'bytes' }

/** Responds to a path below {cdn_url}. */
export async function respondStored(
  path: string,
  request: MediaRequest,
  customFiles: CustomFiles,
): Promise<MediaResponse> {
  const parsed = parseMediaPath(path)
  if (!parsed) return mediaFailure(404)
  const name =
    parsed.kind === 'original'
      ? originals.get(`${parsed.id}.${parsed.extension}`)
      : resizedName(parsed.id, parsed.width, parsed.format)
  const bytes = (name && (await readBuiltInFile(name))) ?? (await customFiles(path))
  const extension = parsed.kind === 'original' ? parsed.extension : parsed.format
  return bytes ? deliver(bytes, contentTypes[extension], request) : mediaFailure(404)
}

/** Responds to a path below the platform's host, whose URLs expire. */
export async function respondPlatform(
  target: { path: string; query: string },
  request: MediaRequest,
  now: number,
  customFiles: CustomFiles,
): Promise<MediaResponse> {
  const parsed = parsePlatformUrl(target.path, target.query)
  if (!parsed) return respondCustomPlatform(target.path, request, customFiles)
  if (parsed.expiresAt <= now) return mediaFailure(403)
  const isClip = parsed.file === 'clip'
  const bytes = await readBuiltInFile(isClip ? 'clip.mp4' : `${parsed.file}/1200.jpg`)
  if (!bytes) return mediaFailure(404)
  return deliver(bytes, isClip ? contentTypes.mp4 : contentTypes.jpg, request)
}

/** Responds with media of a recording that its feed had not stored. */
async function respondCustomPlatform(
  path: string,
  request: MediaRequest,
  customFiles: CustomFiles,
): Promise<MediaResponse> {
  const name = path.slice(platformFolder.length)
  const parsed = path.startsWith(`${platformFolder}/`) ? parseMediaPath(name) : null
  const bytes = parsed?.kind === 'original' ? await customFiles(name) : null
  if (parsed?.kind !== 'original' || !bytes) return mediaFailure(404)
  return deliver(bytes, contentTypes[parsed.extension], request)
}

const platformFolder = '/v'

/** The originals by their file name below {cdn_url}. They are the widest renditions. */
const originals: ReadonlyMap<string, string> = new Map([
  ...pictures.map(
    ({ number, file }) => [`${file.id}.${file.extension}`, `${number}/1200.jpg`] as const,
  ),
  [`${clip.id}.${clip.extension}`, 'clip.mp4'],
])
const numbers: ReadonlyMap<string, string> = new Map(
  pictures.map(({ number, file }) => [file.id, number]),
)

function resizedName(id: string, width: number, format: ImageFormat): string | undefined {
  const number = numbers.get(id)
  return number && `${number}/${width}.${format}`
}

/** Each file is a separate module, so that a page loads only the requested ones. */
async function readBuiltInFile(name: string): Promise<Uint8Array | null> {
  const load = mediaFiles[name]
  if (!load) return null
  const text = atob((await load()).default)
  // `Uint8Array.from` takes more than ten times as long.
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

/** Sends a file or a range of it, which some video players require (RFC 9110, 14). */
function deliver(bytes: Uint8Array, type: string, request: MediaRequest): MediaResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') return mediaFailure(405)
  const headers = { ...shared, 'Content-Type': type, 'Cache-Control': 'no-cache' }
  const sent = request.header('range')
  const ranges = sent === undefined ? -2 : rangeParser(bytes.length, sent)
  if (ranges === -1) {
    return {
      status: 416,
      headers: { ...shared, 'Content-Range': `bytes */${bytes.length}` },
      body: null,
    }
  }
  const range = Array.isArray(ranges) && ranges.length === 1 ? ranges[0] : undefined
  const part = range ? bytes.slice(range.start, range.end + 1) : bytes
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(part.length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes.length}` }),
    },
    body: request.method === 'HEAD' ? null : new Uint8Array(part),
  }
}

/** Returns the error of a media host. */
export function mediaFailure(status: number): MediaResponse {
  return { status, headers: { ...shared, 'Cache-Control': 'no-store' }, body: null }
}
