import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fileKind } from './file-kind.ts'

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
