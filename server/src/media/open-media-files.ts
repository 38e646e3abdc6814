import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { FileStore } from './file-store.ts'
import { blockerOf } from './folder-check.ts'
import { createFolderFiles } from './folder-files.ts'
import { mediaFolder } from './media-keys.ts'

type MediaLocation =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }

/** A drive of Windows has one letter. */
const scheme = /^[a-z][a-z\d+.-]+:|^s3\/\//i
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
}

/** Opens the files of the settings' media store, or else a folder; sends no request yet. */
export async function openMediaFiles(
  { media, s3Endpoint, s3Region }: MediaSettings,
  defaultFolder: string,
): Promise<FileStore> {
  if (media?.kind !== 's3') {
    if (s3Endpoint === undefined) {
      if (media === undefined) return createFolderFiles(defaultFolder)
      const { folder } = media
      // One that is there may be a disk that is down for now.
      const blocker = (await isFolder(folder)) ? null : await blockerOf(folder)
      if (blocker === null) return createFolderFiles(folder)
      throw new UserError(
        `No file can be created in the media folder ${folder}: ${blocker} is no folder, or this user cannot write to it. Check --media.`,
      )
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
  })
}

/** Rejects a folder without media if posts show some: the place of the media was forgotten. */
export async function assertMediaThere(
  { media }: MediaSettings,
  defaultFolder: string,
  hasShown: () => Promise<boolean>,
): Promise<void> {
  if (media?.kind === 's3') return
  const files = join(media?.folder ?? defaultFolder, mediaFolder)
  if ((await isFolder(files)) || !(await hasShown())) return
  throw new UserError(
    `There is no folder ${files}, but posts show pictures and videos. Set PHOTOFEED_MEDIA to the folder or bucket that has them. If they are lost, make this folder: refreshes download them again.`,
  )
}

/** Whether there is a folder, or a disk that does not say so for now. */
function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
}
