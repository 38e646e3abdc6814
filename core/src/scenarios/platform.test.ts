import { expect, test } from 'vitest'
import { parsePlatformUrl, signedUrl } from './platform.ts'

const expiresAt = Date.UTC(2037, 0, 1)

test.each([
  ['a picture', '07', '/v/07.jpg'],
  ['the clip', 'clip', '/v/clip.mp4'],
])('%s has a signed URL that can be read back', (_, file, path) => {
  const url = signedUrl('https://cdn.photos.example/base', { file, expiresAt })
  expect(url).toBe(`https://cdn.photos.example/base${path}?oe=7E06E400&oh=00_AfDemo`)
  expect(parsePlatformUrl(path, 'oe=7E06E400&oh=00_AfDemo')).toEqual({ file, expiresAt })
})

test.each([
  ['another folder', '/07.jpg', 'oe=1&oh=00_AfDemo'],
  ['a picture that is not there', '/v/21.jpg', 'oe=1&oh=00_AfDemo'],
  ['another format', '/v/07.mp4', 'oe=1&oh=00_AfDemo'],
  ['a property of every object', '/v/constructor', 'oe=1&oh=00_AfDemo'],
  ['no query', '/v/07.jpg', ''],
  ['no expiry', '/v/07.jpg', 'oe=&oh=00_AfDemo'],
  ['no hexadecimal expiry', '/v/07.jpg', 'oe=G&oh=00_AfDemo'],
  ['another signature', '/v/07.jpg', 'oe=1&oh=00_Af'],
  ['more behind it', '/v/07.jpg', 'oe=1&oh=00_AfDemo&x'],
])('%s is no URL of the platform', (_, path, query) => {
  expect(parsePlatformUrl(path, query)).toBeNull()
})
