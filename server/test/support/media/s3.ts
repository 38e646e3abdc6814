import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as aws from '@aws-sdk/client-s3'
import S3rver, { type ObjectStore } from 's3rver'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../../../test-support/temp-folder.ts'
import type { Content, FileStore } from '../../../src/media/file-store.ts'
import { createFolderFiles } from '../../../src/media/folder-files.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import { createS3Files, type S3Settings } from '../../../src/media/s3-files.ts'

export const testBucket = 'photofeed-media'

/** The only key that the server below knows. */
export const testCredentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An S3-compatible server with one empty bucket, which ends with the test; and how to use it. */
export async function s3Server() {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: await tempFolder(),
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: testBucket }],
  })
  storeWhole(server.store)
  const { port } = await server.run()
  async function stop() {
    server.httpServer.closeAllConnections()
    if (server.httpServer.listening) await server.close()
  }
  onTestFinished(stop)
  return {
    bucket: testBucket,
    prefix: '',
    drafts: await tempFolder(),
    endpoint: `http://127.0.0.1:${port}`,
    credentials: testCredentials,
    stop,
  }
}

/** S3rver lists an object, and responds that it is stored, before all of it is written; no supported store does that. */
export function storeWhole(store: ObjectStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const path = store.getResourcePath(bucket, key, 'object')
    const draft = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes)
    await store.putMetadata(bucket, key, metadata, md5)
    await rename(draft, path)
    return { size: bytes.length, md5 }
  }
}

/** The lists of keys of the stores that a test made. */
const listings = new WeakMap<FileStore, () => Promise<string[]>>()

/** Returns the id of the file under a key, or the key if no file is stored there. */
export function fileIdOf(key: string): string {
  return key.replace(/^accounts\/..\/([^/]+)\/.\/([^/.]+)(\.\d+)?\.\w+$/, '$1/$2')
}

export function folderFiles(folder: string): FileStore {
  const files = createFolderFiles(folder)
  listings.set(files, async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(folder, 'drafts')))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  })
  return files
}

export function s3Files(settings: S3Settings): FileStore {
  const files = createS3Files(settings)
  const { bucket: Bucket, prefix, endpoint, credentials } = settings
  const config = { endpoint, credentials, region: 'us-east-1', forcePathStyle: true }
  const root = prefix === '' ? '' : `${prefix}/`
  listings.set(files, async () => {
    const client = new aws.S3Client(config as aws.S3ClientConfig)
    const { Contents = [] } = await client.send(
      new aws.ListObjectsV2Command({ Bucket, Prefix: root }),
    )
    return Contents.map(({ Key = '' }) => Key.slice(root.length))
  })
  return files
}

/** All keys of a store, sorted. */
export async function keysIn(files: FileStore): Promise<string[]> {
  const list = listings.get(files)
  if (!list) throw new Error('Make the store with folderFiles or s3Files.')
  return (await list()).sort()
}

type MakeFiles = () => Promise<FileStore>

/** Every kind of file store, empty and the running test's own. */
export const fileStores: [name: string, make: MakeFiles][] = [
  ['a folder', async () => folderFiles(await tempFolder())],
  ['an S3 bucket', async () => s3Files(await s3Server())],
  [
    'a part of an S3 bucket',
    async () => s3Files({ ...(await s3Server()), prefix: 'harbour/media' }),
  ],
]

/** Stores bytes under a key. */
export async function putBytes(files: FileStore, key: string, bytes: Uint8Array): Promise<void> {
  await files.put(key, await files.drafts.write([bytes]))
}

/** The account of media in tests that are about no account. */
export const testMediaId = '0123456789abcdef'

/** Stores bytes for that account. */
export function putMedia(store: Pick<MediaStore, 'put'>, content: Uint8Array | Content) {
  return store.put(
    { accountId: 1, mediaId: testMediaId },
    content instanceof Uint8Array ? [content] : content,
  )
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
