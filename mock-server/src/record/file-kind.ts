import type { FileExtension } from '@photofeed/core'

type Signature = { extension: FileExtension; at: number; bytes: string }

const signatures: readonly Signature[] = [
  { extension: 'jpg', at: 0, bytes: '\xff\xd8\xff' },
  { extension: 'png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { extension: 'webp', at: 8, bytes: 'WEBP' },
  { extension: 'mp4', at: 4, bytes: 'ftyp' },
]

/** What a file is by its first bytes; null when it is nothing that a feed serves. */
export function fileKind(file: Uint8Array): FileExtension | null {
  const head = Buffer.from(file.subarray(0, 16)).toString('latin1')
  return signatures.find(({ at, bytes }) => head.startsWith(bytes, at))?.extension ?? null
}
