import { expect, test } from 'vitest'
import { options } from '../options.ts'
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

test('a number has the range of its option', () => {
  const integers = options.filter(({ kind }) => kind === 'integer')
  expect(integers.length).toBeGreaterThan(0)
  for (const { name, values: [least = 0, most = 0] = [] } of integers) {
    const parse = (value: number) => parseLook(JSON.stringify({ [name]: `${value}` }))
    for (const value of [Number(least), Number(most)]) {
      expect(parse(value)).toEqual({ [name]: `${value}` })
    }
    for (const value of [Number(least) - 1, Number(most) + 1, Number(least) + 0.5]) {
      expect(parse(value)).toBe(`The value of ${name} is not valid.`)
    }
  }
})

test.each(['', 'null', '[]', '"x"', '{'])('%j is no look', (text) => {
  expect(parseLook(text)).toBe('The look is not an object of JSON.')
})

test('a value that is no text is not valid', () => {
  expect(parseLook('{"page-size":6}')).toBe('The value of page-size is not valid.')
})
