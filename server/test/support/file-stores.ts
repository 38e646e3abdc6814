import { tempFolder } from '../../../testing/temp-folder.ts'
import type { FileStore } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createS3Files } from '../../src/media/s3-files.ts'
import { s3Server } from './s3-server.ts'

type MakeFiles = () => Promise<FileStore>

/** Every kind of file store, empty and the running test's own. */
export const fileStores: [name: string, make: MakeFiles][] = [
  ['a folder', async () => createFolderFiles(await tempFolder())],
  ['an S3 bucket', async () => createS3Files(await s3Server())],
  [
    'a part of an S3 bucket',
    async () => createS3Files({ ...(await s3Server()), prefix: 'harbour/media' }),
  ],
]
