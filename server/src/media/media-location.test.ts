import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseMediaLocation } from './media-location.ts'

test.each([
  ['s3://photofeed-media', 'photofeed-media', ''],
  ['s3://photofeed-media/', 'photofeed-media', ''],
  ['s3://media.example/a', 'media.example', 'a'],
  ['s3://photofeed-media/a/b_c/2026-11', 'photofeed-media', 'a/b_c/2026-11'],
  ['s3://photofeed-media/a/b/', 'photofeed-media', 'a/b'],
])('%s is a bucket', (text, bucket, prefix) => {
  expect(parseMediaLocation(text)).toEqual({ kind: 's3', bucket, prefix })
})

test.each(['media', './media', '/srv/media', 's3', 'C:\\media', 's3:/media'])(
  '%s is a folder',
  (text) => {
    expect(parseMediaLocation(text)).toEqual({ kind: 'folder', folder: resolve(text) })
  },
)

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
])('%j is neither', (text) => {
  expect(parseMediaLocation(text)).toBeNull()
})
