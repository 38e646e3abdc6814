import type { FileExtension } from '@photofeed/core'
import { fileTypeFromBuffer } from 'file-type'
import { fileLimits } from './file-limits.ts'
import { isWholeMp4 } from './mp4-boxes.ts'
import { pictureExtensions } from './picture-extensions.ts'
import { RefusedMedia } from './refused-media.ts'
import { openHeader, openPicture } from './sharp-picture.ts'

/** Tells by its content alone what a file is; rejects with RefusedMedia unless it is whole and harmless. */
export async function inspectFile(bytes: Uint8Array): Promise<FileExtension> {
  if (bytes.byteLength > fileLimits.videoBytes) throw tooManyBytes(fileLimits.videoBytes)
  const found = (await fileTypeFromBuffer(bytes))?.ext
  if (found === 'mp4') {
    if (!isWholeMp4(bytes))
      throw new RefusedMedia('malformed', 'The video is not a whole mp4 file.')
    return found
  }
  const extension = pictureExtensions.find((known) => known === found)
  if (!extension) {
    throw new RefusedMedia('unknown type', 'The file is not a JPEG, PNG, WebP or mp4 file.')
  }
  if (bytes.byteLength > fileLimits.pictureBytes) throw tooManyBytes(fileLimits.pictureBytes)
  await inspectPicture(bytes)
  return extension
}

async function inspectPicture(bytes: Uint8Array): Promise<void> {
  const { width, height } = await decoded(openHeader(bytes).metadata())
  if (width * height > fileLimits.pixels || Math.max(width, height) > fileLimits.side) {
    throw new RefusedMedia('too large', `The picture has too many pixels: ${width} x ${height}.`)
  }
  // Shrinking to one pixel decodes everything without holding everything.
  await decoded(openPicture(bytes).resize(1, 1, { fit: 'fill' }).raw().toBuffer())
}

async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RefusedMedia('malformed', `The picture cannot be decoded: ${reason}.`)
  }
}

function tooManyBytes(limit: number): RefusedMedia {
  return new RefusedMedia('too large', `The file is larger than ${limit / 1024 / 1024} MiB.`)
}
