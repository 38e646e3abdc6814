import { UserError } from '@photofeed/core/node'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import type { MediaLocation } from './media-location.ts'
import { createMediaStore, type MediaStore } from './media-store.ts'

/** The settings about media, by their names in config.ts. */
export interface MediaSettings {
  media?: MediaLocation | undefined
  s3Endpoint?: string | undefined
  s3Region?: string | undefined
  s3PathStyle?: boolean | undefined
}

/** Opens the media store that is set, or a folder; asks nothing of it yet. */
export async function openMediaStore(
  settings: MediaSettings,
  usualFolder: string,
): Promise<MediaStore> {
  return createMediaStore(await openFiles(settings, usualFolder))
}

async function openFiles(settings: MediaSettings, usualFolder: string): Promise<FileStore> {
  const { media, s3Endpoint, s3Region, s3PathStyle } = settings
  if (media?.kind !== 's3') {
    if (s3Endpoint === undefined) return createFolderFiles(media?.folder ?? usualFolder)
    throw new UserError('--s3-endpoint says nothing without a bucket. Name it: --media s3://bucket')
  }
  // Loaded only here: a server with a folder does not need the SDK.
  const { createS3Files } = await import('./s3-files.ts')
  const { bucket, prefix } = media
  return createS3Files({
    bucket,
    prefix,
    endpoint: s3Endpoint,
    region: s3Region,
    pathStyle: s3PathStyle,
  })
}
