import { join, resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'

type MediaLocation =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }

const scheme = /^[a-z][a-z\d+.-]+:\/\//i
const inBucket = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w!-][\w.!-]*)*)\/?$/

/** Reads `s3://bucket/prefix` or the path of a folder; null if it is neither. */
export function parseMediaLocation(text: string): MediaLocation | null {
  if (text === '') return null
  if (!scheme.test(text)) return { kind: 'folder', folder: resolve(text) }
  const [, bucket, prefix = ''] = inBucket.exec(text) ?? []
  return bucket ? { kind: 's3', bucket, prefix: prefix.slice(1) } : null
}

/** The settings about media, by their names in settings.ts. */
export interface MediaSettings {
  media?: MediaLocation | undefined
  s3Endpoint?: string | undefined
  s3Region?: string | undefined
  s3PathStyle?: boolean | undefined
}

/** Opens the files of the settings' media store, or else a folder; sends no request yet. */
export async function openMediaFiles(
  { media, s3Endpoint, s3Region, s3PathStyle }: MediaSettings,
  defaultFolder: string,
): Promise<FileStore> {
  if (media?.kind !== 's3') {
    if (s3Endpoint === undefined) {
      return createFolderFiles(media?.folder ?? defaultFolder)
    }
    throw new UserError('--s3-endpoint says nothing without a bucket. Name it: --media s3://bucket')
  }
  // Loaded only here: a server with a folder does not need the SDK.
  const { createS3Files } = await import('./s3-files.ts')
  const { bucket, prefix } = media
  return createS3Files({
    bucket,
    prefix,
    drafts: join(defaultFolder, 'drafts'),
    endpoint: s3Endpoint,
    region: s3Region,
    pathStyle: s3PathStyle,
  })
}
