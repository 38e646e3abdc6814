import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { memoryMediaFiles } from '../../test/support/media-files.ts'
import { jpegOf } from '../../test/support/pictures.ts'
import { createMediaStore } from '../media/media-store.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { postSchema } from '../platform/platform-schema.ts'
import { Intake } from './intake.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))
const url = 'https://cdn.photos.example/a.jpg'

/** Takes the response of the web as a media file. */
async function take(body: Uint8Array<ArrayBuffer>, type: string, picture = false) {
  const response = async () => new Response(body, { headers: { 'Content-Type': type } })
  const media = createMediaStore(await openMediaFiles({}, await tempFolder()), memoryMediaFiles())
  const owner = { accountId: 1, mediaId: '0123456789abcdef' }
  const intake = new Intake({ media, owner, fetch: response })
  const item = postSchema.parse({
    ...{ id: '1', media_type: picture ? 'IMAGE' : 'VIDEO', media_url: url },
    ...{ permalink: 'https://photos.example/p/1/', timestamp: '2026-01-01T00:00:00+0000' },
  })
  const [post] = await intake.takePosts([{ value: item, folder: null }], new Map())
  return { file: post?.media.file ?? null, notStored: intake.report().notStored }
}

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/jpeg'],
  ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
  ['<!doctype html><script>alert(1)</script>', 'image/jpeg'],
  ['GIF89a', 'image/jpeg'],
  ['%PDF-1.7', 'image/webp'],
  ['URL signature expired', 'image/jpeg'],
  ['', 'image/jpeg'],
])('%j is rejected although it is called %s', async (text, type) => {
  expect(await take(Buffer.from(text), type)).toEqual({
    file: null,
    notStored: [{ reason: 'unknown type', count: 1 }],
  })
})

test('a picture that something follows is still only a picture', async () => {
  const bytes = Buffer.concat([await jpegOf('#123'), Buffer.from('<script>alert(1)</script>')])
  expect((await take(bytes, 'text/html')).file).toMatchObject({ extension: 'jpg' })
})

test('the name of a media file does not matter', async () => {
  expect((await take(Buffer.from(await jpegOf('#123')), 'text/html')).file?.extension).toBe('jpg')
  expect((await take(Buffer.from(clip), 'application/octet-stream')).file?.extension).toBe('mp4')
})

test('a video is no picture', async () => {
  expect(await take(Buffer.from(clip), 'image/jpeg', true)).toEqual({
    file: null,
    notStored: [{ reason: 'not a picture', count: 1 }],
  })
})
