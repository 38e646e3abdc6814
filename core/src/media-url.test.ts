import { parameters, widths } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { originalUrl, parseMediaPath, resizedUrl } from './media-url.ts'

const id = '0123456789abcdef0123456789abcdef'

test.each([id, `0123456789abcdef/${id}`])('every URL of %s can be read back', (id) => {
  expect(parseMediaPath(originalUrl('', { id, extension: 'mp4' }))).toEqual({
    kind: 'original',
    id,
    extension: 'mp4',
  })
  for (const width of widths) {
    for (const format of parameters.format.values) {
      expect(parseMediaPath(resizedUrl('', { id }, width, format))).toEqual({
        kind: 'resized',
        id,
        width,
        format,
      })
    }
  }
})

test.each([
  '',
  '/',
  `/${id}`,
  `/${id}.svg`,
  `/${id}.jpg/`,
  `/${id.toUpperCase()}.jpg`,
  `/${id}0.jpg`,
  `/321/${id}.jpg`,
  `/0123456789abcde/${id}.jpg`,
  `/0123456789abcdef/0123456789abcdef/${id}.jpg`,
  `/0123456789abcdef/320/${id}.jpg`,
  `/320/${id}.png`,
  `/320/../${id}.jpg`,
  `/../${id}.jpg`,
  `/320/${id}.jpg\n`,
  `/%32320/${id}.jpg`,
])('%j is no media path', (path) => {
  expect(parseMediaPath(path)).toBe(null)
})
