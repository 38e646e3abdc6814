import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { animation, jpegOf, pixelBomb, plainPicture } from '../../test/support/pictures.ts'
import { inspectFile } from './file-inspection.ts'
import { fileLimits } from './file-limits.ts'
import { RefusedMedia } from './refused-media.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

async function refusal(bytes: Uint8Array): Promise<RefusedMedia> {
  const error = await inspectFile(bytes).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RefusedMedia)
  return error as RefusedMedia
}

test('the content decides the extension', async () => {
  const picture = plainPicture(20, 10)
  const files = [
    clip,
    await picture.png().toBuffer(),
    await picture.webp().toBuffer(),
    await animation(20, 10).webp().toBuffer(),
    await picture.toColourspace('cmyk').jpeg().toBuffer(),
  ]
  expect(await Promise.all(files.map(inspectFile))).toEqual(['mp4', 'png', 'webp', 'webp', 'jpg'])
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
