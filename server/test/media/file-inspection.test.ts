import { readFile, rm } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import sharp, { type Metadata } from 'sharp'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { decodingThreads } from '../../src/media/decoding.ts'
import { inspectFile, memoryOf } from '../../src/media/file-inspection.ts'
import { fileLimits, RejectedMedia } from '../../src/media/file-store.ts'
import { createDrafts, createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { memoryMediaFiles } from '../support/media/media-files.ts'
import {
  animation,
  jpegOf,
  pixelBomb,
  plainPicture,
  scanBomb,
  withChunk,
} from '../support/media/pictures.ts'
import { putMedia } from '../support/media/s3.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

async function inspect(bytes: Uint8Array) {
  const draft = await createDrafts(await tempFolder()).write([bytes])
  return inspectFile(draft).finally(() => rm(draft.path))
}

async function rejection(bytes: Uint8Array): Promise<RejectedMedia> {
  const error = await inspect(bytes).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RejectedMedia)
  return error as RejectedMedia
}

test('the content decides the extension', async () => {
  const picture = plainPicture(20, 10)
  const files = [
    clip,
    await picture.png().toBuffer(),
    await picture.webp().toBuffer(),
    await animation(20, 10).webp().toBuffer(),
    await picture.toColorspace('cmyk').jpeg().toBuffer(),
  ]
  expect(await Promise.all(files.map(inspect))).toEqual(['mp4', 'png', 'webp', 'webp', 'jpg'])
})

describe('rejecting', () => {
  test('whatever is not a picture or video, however it is called', async () => {
    const files = [
      Buffer.alloc(0),
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      await animation(20, 10).gif().toBuffer(),
    ]
    for (const bytes of files) {
      expect(await rejection(bytes)).toMatchObject({
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
      const { reason } = await rejection(whole.subarray(0, Math.floor(whole.length * 0.7)))
      expect(reason).toBe('malformed')
    }
  })

  test('a pixel bomb, before it is decoded', async () => {
    expect(await rejection(await pixelBomb(16_000, 16_000))).toMatchObject({
      reason: 'too large',
      message: 'The picture has too many pixels: 16000 x 16000.',
    })
  })

  test('a picture that takes too much memory, since it is stored in several passes', async () => {
    const interlaced = await pixelBomb(7071, 7071, { bits: 16, isInterlaced: true })
    expect(await rejection(interlaced)).toMatchObject({
      reason: 'too large',
      message: 'Decoding the picture takes 458 MiB of memory, and 88 MiB is the limit.',
    })
    // Row by row it passes this check, and fails because there are no pixels.
    expect(await rejection(await pixelBomb(7071, 7071))).toMatchObject({
      reason: 'malformed',
    })
  })

  test('a JPEG of so many scans that decoding takes long, before it is decoded', async () => {
    const [few, many] = [await scanBomb(300, 200, 100), await scanBomb(300, 200, 101)]
    expect(await rejection(many)).toMatchObject({
      reason: 'too large',
      message: 'Decoding the picture takes too long: it has 101 scans.',
    })
    expect(await rejection(await scanBomb(6000, 6900, 30))).toMatchObject({ reason: 'too large' })
    // What follows the end is not decoded.
    expect(await inspect(Buffer.concat([few, many]))).toBe('jpg')
  })

  test('a PNG whose compressed texts are long, before they are decompressed', async () => {
    const text = deflateSync(Buffer.alloc(20_000_000))
    for (const [type, head] of [
      ['zTXt', 'k\0\0'],
      ['iTXt', 'k\0\x01\0en\0k\0'],
    ] as const) {
      const png = await withChunk(type, Buffer.concat([Buffer.from(head), text]))
      expect(await rejection(png)).toMatchObject({ reason: 'too large' })
    }
    const plain = Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${'<x/>'.repeat(9999)}`)
    expect(await inspect(await withChunk('iTXt', plain))).toBe('png')
  })

  test('a picture that is too long to be served as WebP', async () => {
    const bytes = await plainPicture(fileLimits.side + 1, 2)
      .png()
      .toBuffer()
    expect(await rejection(bytes)).toMatchObject({ reason: 'too large' })
  })

  test('a picture of too many bytes', async () => {
    const bytes = Buffer.concat([await jpegOf('#000'), Buffer.alloc(fileLimits.pictureBytes)])
    expect(await rejection(bytes)).toMatchObject({
      reason: 'too large',
      message: 'The file is larger than 30 MiB.',
    })
  })
})

const base = { width: 100, height: 100, channels: 3, depth: 'uchar', format: 'png' } as const

test.each([
  [{}, 0.3],
  [{ channels: 4, depth: 'ushort' } as const, 0.8],
  [{ isProgressive: true }, 1.2],
  [{ channels: 4, depth: 'ushort', isProgressive: true } as const, 3.2],
  [{ orientation: 6 }, 1.2],
  [{ format: 'webp' } as const, 1.2],
  [{ format: 'jpeg' } as const, 0.3],
  [{ format: 'jpeg', isProgressive: true, chromaSubsampling: '4:2:0' } as const, 1.1],
  [{ format: 'jpeg', isProgressive: true, chromaSubsampling: '4:4:4' } as const, 2.1],
])('the memory of %j is %d times that of 8 bits and three channels', (header, factor) => {
  const bytes = memoryOf({ ...base, ...header } as Metadata)
  expect(bytes / 30_000).toBeCloseTo(factor, 5)
})

test('pictures that are imported at the same time are decoded a few at a time', async () => {
  const picture = plainPicture(2000, 2000)
  const files = [
    await picture.clone().png({ progressive: true }).toBuffer(),
    await picture.clone().jpeg({ progressive: true }).toBuffer(),
  ]
  const store = createMediaStore(createFolderFiles(await tempFolder()), memoryMediaFiles())
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, sharp.counters().process)
  }, 1)
  const found = await Promise.all(
    [...files, ...files, ...files].map((file) => putMedia(store, file)),
  )
  clearInterval(watching)
  expect(found.map(({ extension }) => extension).sort()).toEqual([
    ...['jpg', 'jpg', 'jpg'],
    ...['png', 'png', 'png'],
  ])
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(decodingThreads)
})
