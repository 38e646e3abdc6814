import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWholeMp4 } from './mp4-boxes.ts'

const clip = await readFile(new URL('../../../core/media/clip.mp4', import.meta.url))

function box(type: string, size: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32BE(size, 0)
  bytes.write(type, 4, 'latin1')
  return bytes
}

test('a whole file passes, also when it starts inside a larger buffer', () => {
  expect(isWholeMp4(clip)).toBe(true)
  expect(isWholeMp4(Buffer.concat([Buffer.alloc(5), clip]).subarray(5))).toBe(true)
})

test('no part of a file passes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: clip.length - 1 }), (length) => {
      expect(isWholeMp4(clip.subarray(0, length))).toBe(false)
    }),
  )
})

test('a last box of size 0 reaches to the end, a box of size 1 has a long size', () => {
  const long = box('mdat', 1, 24)
  long.writeBigUInt64BE(24n, 8)
  expect(isWholeMp4(Buffer.concat([box('moov', 8, 8), box('mdat', 0, 40)]))).toBe(true)
  expect(isWholeMp4(Buffer.concat([long, box('moov', 8, 8)]))).toBe(true)
})

test('sizes that lead nowhere are no file', () => {
  const backwards = box('mdat', 1, 24)
  backwards.writeBigUInt64BE(0n, 8)
  expect(isWholeMp4(box('moov', 4, 8))).toBe(false)
  expect(isWholeMp4(box('moov', 1, 8))).toBe(false)
  expect(isWholeMp4(backwards)).toBe(false)
  expect(isWholeMp4(box('moov', 8, 8))).toBe(false)
})
