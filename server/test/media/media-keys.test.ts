import type { MediaPath } from '@photofeed/core'
import { parameters, widths } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { hasContent, mediaKey, newFileId } from '../../src/media/media-keys.ts'

const mediaId = '0123456789abcdef'
const name = '65a1b2c37890abcdef0123456789abcd'
const id = `${mediaId}/${name}`
const folder = `accounts/01/${mediaId}/7`

// What is stored under these keys outlives every version of the server.
test.each<[MediaPath, string]>([
  [{ kind: 'original', id, extension: 'jpg' }, `${folder}/${name}.jpg`],
  [{ kind: 'original', id, extension: 'mp4' }, `${folder}/${name}.mp4`],
  [{ kind: 'resized', id, width: 320, format: 'webp' }, `${folder}/${name}.320.webp`],
])('%j', (path, key) => {
  expect(mediaKey(path)).toBe(key)
})

test('an id without an account has no key', () => {
  expect(mediaKey({ kind: 'original', id: name, extension: 'jpg' })).toBeNull()
})

test('no two sizes share a key', () => {
  const keys = widths.flatMap((width) =>
    parameters.format.values.map((format) => mediaKey({ kind: 'resized', id, width, format })),
  )
  expect(new Set(keys).size).toBe(8)
})

test('the id of a file has its account and its content, and is never used again', () => {
  const sha256 = '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882'
  const [one, other] = [newFileId(mediaId, sha256), newFileId(mediaId, sha256)]
  expect(one).toMatch(/^0123456789abcdef\/[0-9a-f]{8}84d89877f0d4041efb6bf91a$/)
  expect(other).not.toBe(one)
  const file = { id: one, extension: 'jpg', bytes: 10 } as const
  expect(hasContent(file, { sha256, bytes: 10 })).toBe(true)
  expect(hasContent(file, { sha256, bytes: 11 })).toBe(false)
  expect(hasContent(file, { sha256: sha256.replace('8', '9'), bytes: 10 })).toBe(false)
})
