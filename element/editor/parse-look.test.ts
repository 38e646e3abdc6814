import { expect, test } from 'vitest'
import { firstLook } from './look.ts'
import { parseLook } from './parse-look.ts'

const accepted = {
  ...firstLook,
  ...{ layout: 'masonry', gap: '4px', counts: '', type: 'VIDEO', lang: 'de', target: '_blank' },
  ...{ 'with-words': '#cakes', 'hidden-posts': '1784_1 1785', 'pinned-posts': '1786' },
  ...{ color: '#00ff00', '--photo-feed-ratio': '4/5' },
}

test('a look has what the options of the element allow, and hidden and pinned posts', () => {
  expect(parseLook(JSON.stringify(accepted))).toEqual(accepted)
  expect(parseLook('{}')).toEqual({})
})

test.each([
  ['api-key', 'x'],
  ['src', 'https://evil.example'],
  ['feed', 'x'],
  ['style', 'x'],
  ['onclick', 'x'],
  ['__proto__', 'x'],
  ['layout', 'cube'],
  ['page-size', '0'],
  ['page-size', '101'],
  ['page-size', '6.5'],
  ['columns', '10'],
  ['gap', '1px;color:red'],
  ['counts', 'yes'],
  ['hidden-posts', '<b>'],
  ['with-words', 'x'.repeat(501)],
  ['color', 'red'],
  ['--photo-feed-ratio', 'url(x)'],
  ['--photo-feed-other', '1'],
  ['lang', 'xx'],
])('it has no %s of %j', (name, value) => {
  expect(parseLook(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)).toBe(
    `The value of ${name} is not valid.`,
  )
})

test.each(['', 'null', '[]', '"x"', '{'])('%j is no look', (text) => {
  expect(parseLook(text)).toBe('The look is not an object of JSON.')
})

test('a value that is no text is not valid', () => {
  expect(parseLook('{"page-size":6}')).toBe('The value of page-size is not valid.')
})
