import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
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

test('an endpoint without a bucket is a mistake, not a folder', async () => {
  const opening = openMediaFiles({ s3Endpoint: 'https://s3.example' }, 'usual')
  await expect(opening).rejects.toBeInstanceOf(UserError)
  await expect(opening).rejects.toThrow(
    '--s3-endpoint says nothing without a bucket. Name it: --media s3://bucket',
  )
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

test.each([
  '',
  's3://',
  's3:///a',
  's3://a',
  's3://Photofeed-media',
  's3://photofeed_media',
  's3://photofeed-media//a',
  's3://photofeed-media/../a',
  's3://photofeed-media/./a',
  's3://photofeed-media/a?region=x',
  's3://key:secret@photofeed-media/a',
  'S3://photofeed-media',
  'https://photofeed-media.s3.amazonaws.com',
  'gs://photofeed-media',
  's3:/media',
  's3//photofeed-media',
])('%j is neither', (text) => {
  expect(parseMediaLocation(text)).toBeNull()
})
