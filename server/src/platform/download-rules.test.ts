import { rejectionOf } from '@photofeed/core/node'
import { expect, test } from 'vitest'
import {
  downloadRules,
  imageSources,
  parseHosts,
  parseOrigins,
  platformRules,
} from './download-rules.ts'

test.each([
  ['https://scontent-fra3-1.cdninstagram.com/v/t51/a.jpg?oe=68F0A1B2', null],
  ['https://SCONTENT.xx.fbcdn.net/a.jpg', null],
  ['http://scontent.cdninstagram.com/a.jpg', 'not https'],
  ['https://evilcdninstagram.com/a.jpg', 'a host that is not allowed'],
])('the platform’s media: %s', (url, reason) => {
  expect(rejectionOf(new URL(url), platformRules)).toBe(reason)
})

test.each<[string, string[] | null]>([
  ['*.fbcdn.net', ['*.fbcdn.net']],
  [' *.FBcdn.net ,photos.example,', ['*.fbcdn.net', 'photos.example']],
  ['', null],
])('hosts %j', (text, hosts) => {
  expect(parseHosts(text)).toEqual(hosts)
})

test.each<[string, string[] | null]>([
  ['http://127.0.0.1:4401', ['http://127.0.0.1:4401']],
  [
    'http://127.0.0.1:4401/, https://MEDIA.intranet:443',
    ['http://127.0.0.1:4401', 'https://media.intranet'],
  ],
  ['http://[::1]:80', ['http://[::1]']],
  ['', null],
])('origins %j', (text, origins) => {
  expect(parseOrigins(text)).toEqual(origins)
})

test('pages show pictures of all that may be downloaded', () => {
  const origins = ['http://127.0.0.1:4401', 'https://media.intranet']
  const sourcesOf = (settings: Parameters<typeof downloadRules>[0]) =>
    imageSources(downloadRules(settings)).split(' ')
  expect(sourcesOf({})).toEqual(['https://*.cdninstagram.com', 'https://*.fbcdn.net'])
  expect(sourcesOf({ mediaHosts: ['photos.example'], mediaOrigins: origins })).toEqual([
    'https://photos.example',
    ...origins,
  ])
})
