import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DownloadError } from './download.ts'
import { createMediaBudget, fileKind } from './media-recorder.ts'

const media = new URL('../../../core/media/', import.meta.url)

test.each([
  ['01/320.jpg', 'jpg'],
  ['01/320.webp', 'webp'],
  ['clip.mp4', 'mp4'],
])('%s', async (name, kind) => {
  expect(fileKind(await readFile(new URL(name, media)))).toBe(kind)
})

test.each([
  ['\x89PNG\r\n\x1a\n rest', 'png'],
  ['<!doctype html>', null],
  ['GIF89a', null],
  ['', null],
])('%j', (text, kind) => {
  expect(fileKind(Buffer.from(text, 'latin1'))).toBe(kind)
})

test('no more is taken than there is room for', () => {
  const gigabyte = 1024 ** 3
  const budget = createMediaBudget(2 * gigabyte)
  budget.count(gigabyte)
  budget.take(gigabyte)
  expect(() => budget.take(1)).toThrow(
    new DownloadError('exceeds the 2 GB that a recording may contain'),
  )
  budget.count(-10)
  budget.take(10)
  expect(() => budget.take(1)).toThrow(DownloadError)
})
