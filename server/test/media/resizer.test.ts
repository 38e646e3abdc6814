import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import type { FileStore } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { mediaKey, type ResizedPath } from '../../src/media/media-keys.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { openResized } from '../../src/media/resizer.ts'
import { memoryMediaFiles } from '../support/media/media-files.ts'
import { animation, colorAt, halves, plainPicture } from '../support/media/pictures.ts'
import { fileStores, putMedia } from '../support/media/s3.ts'

type Wanted = Pick<ResizedPath, 'width' | 'format'>

async function resized(original: Buffer, wanted: Wanted): Promise<Buffer> {
  const store = createMediaStore(createFolderFiles(await tempFolder()), memoryMediaFiles())
  const { id } = await putMedia(store, original)
  const picture = await openResized(store, { kind: 'resized', id, ...wanted })
  if (!picture?.body) throw new Error('There is no picture.')
  return buffer(picture.body)
}

async function shape(picture: Buffer): Promise<unknown[]> {
  const { format, width, height, space, pages } = await sharp(picture).metadata()
  return [format, width, height, space, pages ?? 1]
}

test('makes every width in both formats', async () => {
  const original = await plainPicture(1600, 2000).jpeg().toBuffer()
  for (const [width, height] of [
    [320, 400],
    [768, 960],
    [960, 1200],
    [1200, 1500],
  ] as const) {
    const jpg = await resized(original, { width, format: 'jpg' })
    const webp = await resized(original, { width, format: 'webp' })
    expect(await shape(jpg)).toEqual(['jpeg', width, height, 'srgb', 1])
    expect(await shape(webp)).toEqual(['webp', width, height, 'srgb', 1])
  }
})

test('a narrow original is not enlarged', async () => {
  const original = await plainPicture(500, 300).png().toBuffer()
  const picture = await resized(original, { width: 768, format: 'webp' })
  expect(await shape(picture)).toEqual(['webp', 500, 300, 'srgb', 1])
})

test('the camera’s orientation is applied before the width', async () => {
  const original = await halves(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const picture = await resized(original, { width: 320, format: 'jpg' })
  expect(await shape(picture)).toEqual(['jpeg', 320, 640, 'srgb', 1])
  expect(await colorAt(picture, 160, 20)).toBe('f00')
  expect(await colorAt(picture, 160, 620)).toBe('00f')
})

test('CMYK becomes sRGB', async () => {
  const original = await halves(800, 400).toColorspace('cmyk').jpeg().toBuffer()
  expect((await sharp(original).metadata()).space).toBe('cmyk')
  const picture = await resized(original, { width: 320, format: 'webp' })
  expect(await shape(picture)).toEqual(['webp', 320, 160, 'srgb', 1])
})

test('of an animation the first frame is served', async () => {
  const original = await animation(640, 480).webp().toBuffer()
  expect((await sharp(original).metadata()).pages).toBe(2)
  const picture = await resized(original, { width: 320, format: 'webp' })
  expect(await shape(picture)).toEqual(['webp', 320, 240, 'srgb', 1])
  expect(await colorAt(picture, 100, 100)).toBe('f00')
})

test('a transparent picture is white as JPEG and transparent as WebP', async () => {
  const original = await sharp({
    create: { width: 640, height: 640, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer()
  const jpg = await resized(original, { width: 320, format: 'jpg' })
  const webp = await resized(original, { width: 320, format: 'webp' })
  expect(await colorAt(jpg, 10, 10)).toBe('fff')
  expect((await sharp(webp).metadata()).hasAlpha).toBe(true)
})

describe.each(fileStores)('in %s', (_, makeFiles) => {
  test('renders once for concurrent requests, and stores the result', async () => {
    const files = await makeFiles()
    const puts: string[] = []
    const watched: FileStore = {
      ...files,
      put(key, draft) {
        puts.push(key)
        return files.put(key, draft)
      },
    }
    const store = createMediaStore(watched, memoryMediaFiles())
    const { id } = await putMedia(store, await plainPicture(1000, 1000).jpeg().toBuffer())
    puts.length = 0
    const wanted = { kind: 'resized', id, width: 320, format: 'jpg' } as const
    const found = await Promise.all(Array.from({ length: 50 }, () => openResized(store, wanted)))
    found.push(await openResized(store, wanted))
    const sizes = found.map((picture) => picture?.bytes)
    expect(new Set(sizes).size).toBe(1)
    expect(sizes[0]).toBeGreaterThan(0)
    expect(puts).toEqual([mediaKey(wanted)])
  })
})
