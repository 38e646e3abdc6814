import { createHash } from 'node:crypto'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { animation, jpegOf, pixelBomb, plainPicture } from '../../fixtures/pictures.ts'
import { tempFolder } from '../../fixtures/temp-folder.ts'
import { fileLimits } from './file-limits.ts'
import { createMediaStore } from './folder-store.ts'
import { RefusedMedia } from './refused-media.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

async function refusal(bytes: Uint8Array): Promise<RefusedMedia> {
  const folder = await tempFolder()
  const error = await createMediaStore(folder)
    .put(bytes)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RefusedMedia)
  expect(await readdir(folder)).toEqual([])
  return error as RefusedMedia
}

describe('storing', () => {
  test('the id is the start of the content’s SHA-256', async () => {
    const store = createMediaStore(await tempFolder())
    const bytes = await jpegOf('#123456')
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    expect(await store.put(bytes)).toEqual({ id, extension: 'jpg', bytes: bytes.length })
    expect(store.path(id, 'jpg')).toBe(
      join('originals', id.slice(0, 2), id.slice(2, 4), `${id}.jpg`),
    )
    expect(await readFile(join(store.folder, store.path(id, 'jpg')))).toEqual(bytes)
  })

  test('the content decides the extension', async () => {
    const store = createMediaStore(await tempFolder())
    const picture = plainPicture(20, 10)
    const files = [
      clip,
      await picture.png().toBuffer(),
      await picture.webp().toBuffer(),
      await animation(20, 10).webp().toBuffer(),
      await picture.toColourspace('cmyk').jpeg().toBuffer(),
    ]
    const stored = await Promise.all(files.map((bytes) => store.put(bytes)))
    expect(stored.map((file) => file.extension)).toEqual(['mp4', 'png', 'webp', 'webp', 'jpg'])
  })

  test('the same bytes are one file, also at the same time', async () => {
    const store = createMediaStore(await tempFolder())
    const bytes = await jpegOf('#445566')
    const stored = await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
    stored.push(await store.put(bytes))
    expect(new Set(stored.map((file) => file.id)).size).toBe(1)
    const entries = await readdir(store.folder, { recursive: true, withFileTypes: true })
    expect(entries.filter((entry) => entry.isFile()).length).toBe(1)
  })

  test('a damaged copy is not there, and is written again', async () => {
    const store = createMediaStore(await tempFolder())
    const bytes = await jpegOf('#778899')
    const file = await store.put(bytes)
    expect(await store.has(file)).toBe(true)
    await truncate(join(store.folder, store.path(file.id, 'jpg')), 10)
    expect(await store.has(file)).toBe(false)
    expect(await store.put(bytes)).toEqual(file)
    expect(await store.has(file)).toBe(true)
  })

  test('only pictures are found as pictures', async () => {
    const store = createMediaStore(await tempFolder())
    const picture = await store.put(await jpegOf('#abcdef'))
    const video = await store.put(clip)
    expect(await store.findPicture(picture.id)).toBe(store.path(picture.id, 'jpg'))
    expect(await store.findPicture(video.id)).toBeNull()
    expect(await store.findPicture('0'.repeat(32))).toBeNull()
  })
})

describe('refusing', () => {
  test('whatever is not a picture or video, however it is called', async () => {
    const files = [
      Buffer.alloc(0),
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      await animation(20, 10).gif().toBuffer(),
    ]
    for (const bytes of files) {
      expect(await refusal(bytes)).toMatchObject({
        reason: 'unknown type',
        message: 'The file is not a JPEG, PNG, WebP or mp4 file.',
      })
    }
  })

  test('a picture that breaks off', async () => {
    const noise = plainPicture(400, 400).composite([{ input: await jpegOf('#fff'), tile: true }])
    for (const whole of [
      await noise.clone().jpeg().toBuffer(),
      await noise.clone().png().toBuffer(),
      await noise.clone().webp().toBuffer(),
    ]) {
      const { reason } = await refusal(whole.subarray(0, Math.floor(whole.length * 0.7)))
      expect(reason).toBe('malformed')
    }
  })

  test('a picture of which only the first bytes are right', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)])
    expect(await refusal(bytes)).toMatchObject({ reason: 'malformed' })
  })

  test('a video that breaks off', async () => {
    expect(await refusal(clip.subarray(0, clip.length - 1))).toMatchObject({
      reason: 'malformed',
      message: 'The video is not a whole mp4 file.',
    })
  })

  test('a pixel bomb, before it is decoded', async () => {
    expect(await refusal(await pixelBomb(16_000, 16_000))).toMatchObject({
      reason: 'too large',
      message: 'The picture has too many pixels: 16000 x 16000.',
    })
  })

  test('a picture that is too long to be served as WebP', async () => {
    const bytes = await plainPicture(fileLimits.side + 1, 2)
      .png()
      .toBuffer()
    expect(await refusal(bytes)).toMatchObject({ reason: 'too large' })
  })

  test('a picture of too many bytes', async () => {
    const bytes = Buffer.concat([await jpegOf('#000'), Buffer.alloc(fileLimits.pictureBytes)])
    expect(await refusal(bytes)).toMatchObject({
      reason: 'too large',
      message: 'The file is larger than 30 MiB.',
    })
  })

  test('any file of too many bytes', async () => {
    expect(await refusal(Buffer.alloc(fileLimits.videoBytes + 1))).toMatchObject({
      reason: 'too large',
      message: 'The file is larger than 100 MiB.',
    })
  })
})
