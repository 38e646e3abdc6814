import { createHash } from 'node:crypto'
import type { FileExtension, StoredFile } from '@photofeed/core'

const heads: Record<string, string> = {
  jpg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF\0\0\0\0WEBP',
  mp4: '\0\0\0\x18ftypisom',
}

/** The response of a test host for a media path: a file of the path's kind that differs from every other's. */
export function fileAt(path: string): Uint8Array {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  return Buffer.from(`${heads[extension]}${path}`, 'latin1')
}

/** A stored file by any name. */
export function createFile(name: string, extension: FileExtension = 'jpg'): StoredFile {
  const id = createHash('md5').update(name).digest('hex')
  return { id, extension, bytes: fileAt(`/${id}.${extension}`).byteLength }
}
