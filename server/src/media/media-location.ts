import { resolve } from 'node:path'

/** Where pictures and videos are kept. */
export type MediaLocation =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }

const scheme = /^[a-z][a-z\d+.-]+:\/\//i
const inBucket = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w!-][\w.!-]*)*)\/?$/

/** Reads `s3://bucket/prefix` or the path of a folder; null when it is neither. */
export function parseMediaLocation(text: string): MediaLocation | null {
  if (text === '') return null
  if (!scheme.test(text)) return { kind: 'folder', folder: resolve(text) }
  const [, bucket, prefix = ''] = inBucket.exec(text) ?? []
  return bucket ? { kind: 's3', bucket, prefix: prefix.slice(1) } : null
}
