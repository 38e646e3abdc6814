import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { MediaStoreProblem } from '../../src/media/file-store.ts'
import { openMediaFiles, parseMediaLocation } from '../../src/media/open-media-files.ts'

test('a bucket; opening sends it no request', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'x').stubEnv('AWS_SECRET_ACCESS_KEY', 'y')
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = await tempFolder()
  const media = await openMediaFiles(
    {
      media: { kind: 's3', bucket: 'photofeed-media', prefix: '' },
      s3Endpoint: 'http://127.0.0.1:1',
    },
    folder,
  )
  await expect(media.check()).rejects.toBeInstanceOf(MediaStoreProblem)
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['s3://photofeed-media', 'photofeed-media', ''],
  ['s3://photofeed-media/', 'photofeed-media', ''],
  ['s3://media.example/a', 'media.example', 'a'],
  ['s3://photofeed-media/a/b_c/2026-11', 'photofeed-media', 'a/b_c/2026-11'],
  ['s3://photofeed-media/a/b/', 'photofeed-media', 'a/b'],
])('%s is a bucket', (text, bucket, prefix) => {
  expect(parseMediaLocation(text)).toEqual({ kind: 's3', bucket, prefix })
})

test.each(['media', './media', '/srv/media', 's3', 'C:\\media'])('%s is a folder', (text) => {
  expect(parseMediaLocation(text)).toEqual({ kind: 'folder', folder: resolve(text) })
})

test('an empty text is neither', () => {
  expect(parseMediaLocation('')).toBeNull()
})
