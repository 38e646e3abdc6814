import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parameters, widths } from '@photofeed/openapi'
import { describe, expect, test } from 'vitest'
import { jpegOf } from '../../test/support/pictures.ts'
import { collect, fileStores } from '../../test/support/s3.ts'
import { mediaKey, originalPath, resizedPaths } from './media-keys.ts'
import { createMediaStore } from './media-store.ts'
import { RefusedMedia } from './refused-media.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

describe.each(fileStores)('media in %s', (_, makeFiles) => {
  async function setUp() {
    const files = await makeFiles()
    const keys = async () => {
      const all = [files.list('originals'), files.list('resized')].map(collect)
      return (await Promise.all(all)).flat().map(({ key }) => key)
    }
    return { files, keys, store: createMediaStore(files) }
  }

  test('the id is the start of the content’s SHA-256', async () => {
    const { store, keys } = await setUp()
    const bytes = await jpegOf('#123456')
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    expect(await store.put(bytes)).toEqual({ id, extension: 'jpg', bytes: bytes.length })
    expect(await keys()).toEqual([`originals/${id.slice(0, 2)}/${id.slice(2, 4)}/${id}.jpg`])
    const found = await store.find({ kind: 'original', id, extension: 'jpg' })
    expect(found && (await buffer(await found.read()))).toEqual(bytes)
  })

  test('the same bytes are one file, also at the same time', async () => {
    const { store, keys } = await setUp()
    const bytes = await jpegOf('#445566')
    const stored = await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
    stored.push(await store.put(bytes))
    expect(new Set(stored.map((file) => file.id)).size).toBe(1)
    expect(await keys()).toHaveLength(1)
  })

  test('what is stored already is not written again', async () => {
    const { store, files } = await setUp()
    const puts: string[] = []
    const watched = createMediaStore({
      ...files,
      put: (key, bytes) => {
        puts.push(key)
        return files.put(key, bytes)
      },
    })
    const file = await store.put(clip)
    expect(await watched.put(clip)).toEqual(file)
    expect(puts).toEqual([])
  })

  test('a file is announced before it is stored, and when it is there already', async () => {
    const { store, keys } = await setUp()
    const seen: number[] = []
    const announce = async () => {
      seen.push((await keys()).length)
    }
    await store.put(clip, announce)
    await store.put(clip, announce)
    expect(seen).toEqual([0, 1])
    const refuse = () => Promise.reject(new Error('not for us'))
    await expect(store.put(await jpegOf('#123456'), refuse)).rejects.toThrow('not for us')
    expect(await keys()).toHaveLength(1)
  })

  test('a damaged copy is not there, and is written again', async () => {
    const { store, files } = await setUp()
    const bytes = await jpegOf('#778899')
    const file = await store.put(bytes)
    expect(await store.has(file)).toBe(true)
    await files.put(mediaKey(originalPath(file)), bytes.subarray(0, 10))
    expect(await store.has(file)).toBe(false)
    expect(await store.put(bytes)).toEqual(file)
    expect(await store.has(file)).toBe(true)
  })

  test('only pictures are found as pictures', async () => {
    const { store } = await setUp()
    const picture = await store.put(await jpegOf('#abcdef'))
    const video = await store.put(clip)
    expect(await store.findPicture(picture.id)).toMatchObject({ bytes: picture.bytes })
    expect(await store.findPicture(video.id)).toBeNull()
    expect(await store.findPicture('0'.repeat(32))).toBeNull()
  })

  test('what is refused is not stored', async () => {
    const { store, keys } = await setUp()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await expect(store.put(svg)).rejects.toBeInstanceOf(RefusedMedia)
    expect(await keys()).toEqual([])
  })

  test('lists originals and nothing else', async () => {
    const { store, files } = await setUp()
    const picture = await store.put(await jpegOf('#abcdef'))
    const video = await store.put(clip)
    await store.keepResized(resizedPaths(picture.id)[0] ?? never(), Buffer.from('small'))
    await files.put('originals/readme.txt', Buffer.from('from somebody else'))
    const listed = await collect(store.list())
    const storedAt = expect.any(Date)
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(
      expect.arrayContaining([
        { ...picture, storedAt },
        { ...video, storedAt },
      ]),
    )
  })

  test('deletes an original with all its copies, and no other’s', async () => {
    const { store, keys } = await setUp()
    const [one, other] = [
      await store.put(await jpegOf('#111')),
      await store.put(await jpegOf('#222')),
    ]
    for (const { id } of [one, other]) {
      for (const path of resizedPaths(id)) await store.keepResized(path, Buffer.from('small'))
    }
    await store.delete(one)
    await store.delete(one)
    expect(await store.has(one)).toBe(false)
    expect((await keys()).filter((key) => key.includes(one.id))).toEqual([])
    const copies = widths.length * parameters.format.values.length
    expect((await keys()).filter((key) => key.includes(other.id))).toHaveLength(1 + copies)
  })
})

function never(): never {
  throw new Error('There are sizes')
}
