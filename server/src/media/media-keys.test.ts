import type { MediaPath } from '@photofeed/core'
import { expect, test } from 'vitest'
import { mediaKey, parseOriginalKey, resizedPaths } from './media-keys.ts'

const id = '0123456789abcdef0123456789abcdef'

// What is stored under these keys outlives every version of the server.
test.each<[MediaPath, string]>([
  [{ kind: 'original', id, extension: 'jpg' }, `originals/01/23/${id}.jpg`],
  [{ kind: 'original', id, extension: 'mp4' }, `originals/01/23/${id}.mp4`],
  [{ kind: 'resized', id, width: 320, format: 'webp' }, `resized/320/01/23/${id}.webp`],
])('%j', (path, key) => {
  expect(mediaKey(path)).toBe(key)
  expect(parseOriginalKey(key)).toEqual(path.kind === 'original' ? path : null)
})

test.each([
  `originals/00/00/${id}.jpg`,
  `originals/${id}.jpg`,
  `originals/01/23/${id}.gif`,
  'originals/01/23/readme.txt',
  '',
])('%j is the key of no original', (key) => {
  expect(parseOriginalKey(key)).toBeNull()
})

test('no two sizes share a key', () => {
  const keys = resizedPaths(id).map(mediaKey)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.length).toBeGreaterThan(0)
})
