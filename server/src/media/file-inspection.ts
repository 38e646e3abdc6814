import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { FileExtension } from '@photofeed/core'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { decodingBytes } from './decoding.ts'
import {
  type Draft,
  fileLimits,
  pictureExtensions,
  RejectedMedia,
  tooManyBytes,
} from './file-store.ts'

/** Returns the type of a file by its content. Decodes pictures, so it runs in the decoding queue. Rejects with RejectedMedia unless it is a video, or a complete and harmless picture. */
export async function inspectFile({ path, bytes }: Omit<Draft, 'sha256'>): Promise<FileExtension> {
  const found = (await fileTypeFromFile(path))?.ext
  // A download that breaks off is an error already: videos are not decoded.
  if (found === 'mp4') return found
  const extension = pictureExtensions.find((known) => known === found)
  if (!extension) {
    throw new RejectedMedia('unknown type', 'The file is not a JPEG, PNG, WebP or mp4 file.')
  }
  if (bytes > fileLimits.pictureBytes) throw tooManyBytes(fileLimits.pictureBytes)
  await inspectPicture(path, extension)
  return extension
}

async function inspectPicture(path: string, extension: FileExtension): Promise<void> {
  if (extension === 'png') expectShortTexts(await readFile(path))
  // The header can be read however large the picture claims to be.
  const header = await decoded(sharp(path, { limitInputPixels: false }).metadata())
  const { width, height } = header
  if (width * height > fileLimits.pixels || Math.max(width, height) > fileLimits.side) {
    throw new RejectedMedia('too large', `The picture has too many pixels: ${width} x ${height}.`)
  }
  const scans = extension === 'jpg' ? await countScans(await readFile(path)) : 1
  // Nothing can end a decoder in the middle of its scans, each of which may visit every pixel.
  if (scans > mostScans || scans * width * height > mostVisits) {
    throw new RejectedMedia(
      'too large',
      `Decoding the picture takes too long: it has ${scans} scans.`,
    )
  }
  const bytes = memoryOf({ ...header, isProgressive: header.isProgressive || scans > 1 })
  if (bytes > decodingBytes) {
    const [needed, limit] = [Math.ceil(bytes / 2 ** 20), decodingBytes / 2 ** 20]
    throw new RejectedMedia(
      'too large',
      `Decoding the picture takes ${needed} MiB of memory, and ${limit} MiB is the limit.`,
    )
  }
  // Shrinking to one pixel decodes the whole picture.
  await decoded(
    decodePicture(path, (picture) => picture.resize(1, 1, { fit: 'fill' }).raw().toBuffer()),
  )
}

async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RejectedMedia('malformed', `The picture cannot be decoded: ${reason}.`)
  }
}

/**
 * Returns the memory in bytes that decoding and resizing a picture takes at most, measured with pictures of 50 megapixels.
 * A picture that is stored row by row is decoded so; one in several passes, or that has to be turned, is in memory as a whole.
 */
export function memoryOf(header: Metadata): number {
  const { width, height, channels, depth, format, isProgressive, orientation = 1 } = header
  const whole = width * height * channels * (depth === 'ushort' ? 2 : 1)
  // The coefficients of a progressive JPEG have two bytes each, and fewer of them if colors have half the resolution.
  if (format === 'jpeg' && isProgressive) {
    return whole * (header.chromaSubsampling === '4:2:0' ? 1.1 : 2.1)
  }
  return whole * (isProgressive || format === 'webp' || orientation > 4 ? 1.2 : 0.3)
}

/** Compressed, they are at most a thousandth; the decoder has several copies of each in memory. */
const mostTextBytes = 16 * 1024

/** Throws RejectedMedia for a PNG with long compressed texts: reading its header decompresses them without a limit. */
function expectShortTexts(png: Buffer): void {
  let bytes = 0
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    // Of the texts of iTXt, those with a flag behind their keyword are compressed.
    const isCompressed =
      type === 'zTXt' || (type === 'iTXt' && png[png.indexOf(0, at + 8) + 1] === 1)
    if (isCompressed) bytes += png.readUInt32BE(at)
  }
  if (bytes > mostTextBytes)
    throw new RejectedMedia('too large', 'The texts in the picture are too long.')
}

/** Usual encoders write about ten. */
const mostScans = 100
/** Each scan may visit every pixel. These are 20 scans of 50 megapixels. */
const mostVisits = 1_000_000_000

/** So many markers take a few milliseconds. */
const markersInARow = 50_000

/** Counts the scans of a JPEG up to its end: those of a thumbnail in its metadata, and what follows, are not decoded. */
async function countScans(jpeg: Buffer): Promise<number> {
  let scans = 0
  let markers = 0
  for (let at = jpeg.indexOf(0xff); at >= 0 && at + 3 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    markers += 1
    if (markers % markersInARow === 0) await setImmediate()
    const marker = jpeg.readUInt8(at + 1)
    if (marker === 0xd9) break
    if (marker === 0xda) scans += 1
    // A fill byte; a byte of a scan, or a marker without a segment; a segment with its length.
    if (marker === 0xff) at += 1
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return scans
}

// One thread per picture: so many are decoded at a time, and memory stays bounded.
sharp.concurrency(1)
// Every picture is opened once, and a cached file handle would outlive the file.
sharp.cache(false)

/** Ends a picture that takes far longer than any of 50 megapixels. The decoder looks at it between rows, not between scans. */
const longestSeconds = 30

/** Decodes an untrusted picture, given its path or content, in the decoding queue: the first frame only, and no pixel bombs. */
export function decodePicture<T>(
  picture: Uint8Array | string,
  use: (picture: Sharp) => Promise<T>,
): Promise<T> {
  const options = { failOn: 'error', limitInputPixels: fileLimits.pixels } as const
  return use(sharp(picture, options).timeout({ seconds: longestSeconds }))
}
