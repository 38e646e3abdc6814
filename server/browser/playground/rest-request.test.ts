import { routes } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { isRestPath, parametersOf, requestUrl } from './rest-request.ts'

const key = 'a'.repeat(64)

test('the URL contains the key and every parameter, encoded', () => {
  const query = [
    ['filter[publishedAfter]', '2026-01-01T00:00:00+02:00'],
    ['include[]', 'children'],
    ['include[]', 'comments'],
  ] as const
  expect(requestUrl('https://feed.example', { path: '/api/v1/me', query }, key)).toBe(
    `https://feed.example/api/v1/me?api_key=${key}&filter%5BpublishedAfter%5D=2026-01-01T00%3A00%3A00%2B02%3A00&include%5B%5D=children&include%5B%5D=comments`,
  )
})

test('the endpoints are those of the REST interface, with the parameters of the contract', () => {
  expect(Object.keys(routes).filter(isRestPath)).toEqual([
    '/api/v1/me',
    '/api/v1/accounts',
    '/api/v1/rss',
  ])
  expect(['/api/v1/posts', 'toString', '/graphql', null].filter(isRestPath)).toEqual([])
  expect(parametersOf('/api/v1/me')).toBe(routes['/api/v1/me'].parameters)
})
