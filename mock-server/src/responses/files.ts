import { contentTypes, parseMediaPath } from '@photofeed/core'
import { clip, parsePlatformUrl, pictures } from '@photofeed/core/scenarios'
import { mediaFiles } from '../generated/media-files.ts'

/** Returns the bytes of a custom media file by its path below the media host; null if there is no such file. */
export type CustomFiles = (path: string) => Promise<Uint8Array | null>

/** The bytes of a picture or a video; or the status of an error. */
export type FoundFile = { bytes: Uint8Array; type: string } | 403 | 404

/** The originals by their file name. They are the widest renditions. */
const originals: ReadonlyMap<string, string> = new Map([
  ...pictures.map(
    ({ number, file }) => [`${file.id}.${file.extension}`, `${number}/1200.jpg`] as const,
  ),
  [`${clip.id}.${clip.extension}`, 'clip.mp4'],
])
const numbers: ReadonlyMap<string, string> = new Map(
  pictures.map(({ number, file }) => [file.id, number]),
)

/** Finds a file by its path below {cdn_url}. */
export async function findStoredFile(path: string, customFiles: CustomFiles): Promise<FoundFile> {
  const parsed = parseMediaPath(path)
  if (!parsed) return 404
  const extension = parsed.kind === 'original' ? parsed.extension : parsed.format
  const name =
    parsed.kind === 'original'
      ? originals.get(`${parsed.id}.${extension}`)
      : `${numbers.get(parsed.id)}/${parsed.width}.${extension}`
  const bytes = (name && (await readBuiltInFile(name))) ?? (await customFiles(path))
  return bytes ? { bytes, type: contentTypes[extension] } : 404
}

/** Where the platform has the files that a feed has not stored. */
const platformFolder = '/v'

/** Finds a file by its path below the platform's host, whose URLs expire. */
export async function findPlatformFile(
  { path, query }: { path: string; query: string },
  now: number,
  customFiles: CustomFiles,
): Promise<FoundFile> {
  const parsed = parsePlatformUrl(path, query)
  if (parsed) {
    if (parsed.expiresAt <= now) return 403
    const isClip = parsed.file === 'clip'
    const bytes = await readBuiltInFile(isClip ? 'clip.mp4' : `${parsed.file}/1200.jpg`)
    return bytes ? { bytes, type: isClip ? contentTypes.mp4 : contentTypes.jpg } : 404
  }
  const name = path.slice(platformFolder.length)
  const original = path.startsWith(`${platformFolder}/`) ? parseMediaPath(name) : null
  if (original?.kind !== 'original') return 404
  const bytes = await customFiles(name)
  return bytes ? { bytes, type: contentTypes[original.extension] } : 404
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
