import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFragment, writeFragment } from '../../browser/playground/fragment.ts'
import { parametersOf } from '../../browser/playground/rest-request.ts'

test('a written fragment is read again, whatever the values', () => {
  const names = fc.constantFrom(...parametersOf('/api/v1/me'))
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'grapheme' }))), (query) => {
      const request = { path: '/api/v1/me', query } as const
      const address = new URL(writeFragment(request), 'https://feed.example/playground')
      expect(readFragment(address.hash)).toEqual(request)
    }),
  )
})

test('the address is readable', () => {
  expect(writeFragment({ path: '/api/v1/rss', query: [] })).toBe('#/api/v1/rss')
  expect(writeFragment({ path: '/api/v1/me', query: [['sort', 'id']] })).toBe('#/api/v1/me?sort=id')
})

test('keys and unknown parameters in an address are ignored', () => {
  expect(readFragment('#/api/v1/me?api_key=abc&path=x&sort=id')).toEqual({
    path: '/api/v1/me',
    query: [['sort', 'id']],
  })
  expect(readFragment('#/api/v1/rss?sort=id')).toEqual({ path: '/api/v1/rss', query: [] })
})

test('an alias is read as its parameter', () => {
  expect(readFragment('#/api/v1/me?cursor=abc')?.query).toEqual([['page[cursor]', 'abc']])
})

test('other fragments name no request', () => {
  expect(['', '#', '#main', '#/api/v1/posts', '#/graphql'].map(readFragment)).toEqual(
    Array(5).fill(null),
  )
})
