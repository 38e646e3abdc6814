import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { RejectedMedia } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { mediaKey, originalPath } from '../../src/media/media-keys.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { LostJob } from '../../src/stores/service/work-kinds.ts'
import { memoryMediaFiles } from '../support/media/media-files.ts'
import { jpegOf } from '../support/media/pictures.ts'
import { fileStores, keysIn, putBytes, putMedia, testMediaId } from '../support/media/s3.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

describe.each(fileStores)('media in %s', (_, makeFiles) => {
  async function setUp() {
    const files = await makeFiles()
    const rows = memoryMediaFiles()
    return { files, rows, keys: () => keysIn(files), store: createMediaStore(files, rows) }
  }

  test('the id has the account and the start of the content’s SHA-256', async () => {
    const { store, keys } = await setUp()
    const bytes = await jpegOf('#123456')
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
    const file = await putMedia(store, bytes)
    expect(file).toMatchObject({ extension: 'jpg', bytes: bytes.length })
    const [mediaId, name = ''] = file.id.split('/')
    expect([mediaId, name.length, name.slice(8)]).toEqual([testMediaId, 32, hash])
    expect(await keys()).toEqual([`accounts/01/${testMediaId}/${hash[0]}/${name}.jpg`])
    const found = await store.open({ kind: 'original', id: file.id, extension: 'jpg' })
    expect(found?.body && (await buffer(found.body))).toEqual(bytes)
  })

  test('the content of a known file is not stored again, unless the store lost it', async () => {
    const { store, keys } = await setUp()
    const known = await putMedia(store, clip)
    const owner = { accountId: 1, mediaId: testMediaId }
    expect(await store.put(owner, [clip], { known })).toBe(known)
    expect(await keys()).toHaveLength(1)
    expect([...(await store.list(testMediaId))]).toEqual(await keys())
    await store.delete([known.id])
    expect((await store.put(owner, [clip], { known })).id).not.toBe(known.id)
    expect((await store.put(owner, [await jpegOf('#445566')], { known })).id).not.toBe(known.id)
  })

  test('an account that is deleted during an upload leaves no file', async () => {
    const { files, rows, keys } = await setUp()
    for (const gone of [{ add: async () => false }, { find: async () => null }]) {
      const store = createMediaStore(files, { ...rows, ...gone })
      await expect(putMedia(store, clip)).rejects.toBeInstanceOf(LostJob)
      const id = `${testMediaId}/${'0'.repeat(32)}`
      await store.putResized({ kind: 'resized', id, width: 320, format: 'jpg' }, Buffer.from('x'))
      expect(await keys()).toEqual([])
    }
  })

  test('only pictures are found as pictures', async () => {
    const { store } = await setUp()
    const picture = await putMedia(store, await jpegOf('#abcdef'))
    const video = await putMedia(store, clip)
    expect(await store.findPicture(picture.id)).toMatchObject({ id: picture.id, extension: 'jpg' })
    expect(await store.findPicture(video.id)).toBeNull()
    expect(await store.findPicture(`${testMediaId}/${'0'.repeat(32)}`)).toBeNull()
  })

  test('rejected content is not stored', async () => {
    const { store, keys } = await setUp()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await expect(putMedia(store, svg)).rejects.toBeInstanceOf(RejectedMedia)
    expect(await keys()).toEqual([])
  })

  test('deletes files with their resized pictures, and nothing else', async () => {
    const { store, files, keys } = await setUp()
    const file = await putMedia(store, await jpegOf('#111'))
    const { id } = file
    await store.putResized({ kind: 'resized', id, width: 320, format: 'jpg' }, Buffer.from('small'))
    await putBytes(files, 'accounts/readme.txt', Buffer.from('x'))
    const other = await putMedia(store, clip)
    await store.delete([id])
    await store.delete([id])
    expect(await keys()).toEqual([mediaKey(originalPath(other)), 'accounts/readme.txt'])
    expect(await store.deleteAccount(testMediaId)).toBe(1)
    expect(await store.deleteAccount(testMediaId)).toBe(0)
    expect(await keys()).toEqual(['accounts/readme.txt'])
  })
})

test('downloads of one account that do not end hold up no other account', async () => {
  const folder = await tempFolder()
  const store = createMediaStore(createFolderFiles(folder), memoryMediaFiles())
  const end = new AbortController()
  async function* stalled() {
    yield clip.subarray(0, 1)
    await once(end.signal, 'abort')
    throw new Error('The download ended.')
  }
  const slow = { accountId: 1, mediaId: testMediaId }
  const stalling = Promise.allSettled(Array.from({ length: 50 }, () => store.put(slow, stalled())))
  await expect.poll(() => readdir(join(folder, 'drafts'))).toHaveLength(50)
  await store.put({ accountId: 2, mediaId: 'a'.repeat(16) }, [clip])
  end.abort()
  expect(new Set((await stalling).map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(await readdir(join(folder, 'drafts'))).toEqual([])
})
