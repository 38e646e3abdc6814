import type { MediaPath } from '@photofeed/core'
import { parameters, widths } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import {
  accountFolder,
  graceMs,
  hasContent,
  isPastGrace,
  mayBeShown,
  mediaKey,
  newFileId,
  newMediaId,
  parseMediaKey,
} from './media-keys.ts'

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
  expect(parseMediaKey(key)).toEqual(path)
  expect(key.startsWith(`${accountFolder(mediaId)}/`)).toBe(true)
})

test.each([
  `accounts/02/${mediaId}/7/${name}.jpg`,
  `accounts/01/${mediaId}/8/${name}.jpg`,
  `accounts/01/${mediaId}/${name}.jpg`,
  `${folder}/${name}.gif`,
  `${folder}/${name}.321.jpg`,
  `${folder}/${name}.0320.jpg`,
  `${folder}/${name}.320.png`,
  `${folder}/readme.txt`,
  'accounts/readme.txt',
  '',
])('%j is the key of no file', (key) => {
  expect(parseMediaKey(key)).toBeNull()
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

test('the id of a file has its account, its time and its content', () => {
  const sha256 = '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882'
  const made = newFileId(mediaId, sha256, 0x65a1b2c3 * 1000 + 999)
  expect(made).toBe(`${mediaId}/65a1b2c384d89877f0d4041efb6bf91a`)
  const file = { id: made, extension: 'jpg', bytes: 10 } as const
  expect(hasContent(file, { sha256, bytes: 10 })).toBe(true)
  expect(hasContent(file, { sha256, bytes: 11 })).toBe(false)
  expect(hasContent(file, { sha256: sha256.replace('8', '9'), bytes: 10 })).toBe(false)
})

test('an account has 64 random bits', () => {
  const ids = Array.from({ length: 100 }, newMediaId)
  for (const each of ids) expect(each).toMatch(/^[0-9a-f]{16}$/)
  expect(new Set(ids).size).toBe(100)
})

test('a file may be shown while it is new, and deleted when it is old; in between neither', () => {
  const at = (age: number) => 0x65a1b2c3 * 1000 + age
  const facts = (now: number) => [mayBeShown({ id }, now), isPastGrace(id, now)]
  expect(facts(at(0))).toEqual([true, false])
  expect(facts(at(graceMs / 2))).toEqual([true, false])
  expect(facts(at(graceMs / 2 + 1))).toEqual([false, false])
  expect(facts(at(graceMs - 1))).toEqual([false, false])
  expect(facts(at(graceMs))).toEqual([false, true])
  // Stored by a clock that was far ahead.
  expect(facts(at(-graceMs))).toEqual([false, true])
  expect(mayBeShown({ id: name }, at(10 * graceMs))).toBe(true)
})
