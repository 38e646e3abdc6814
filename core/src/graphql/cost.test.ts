import { sdl } from '@photofeed/graphql'
import { buildSchema, getOperationAST, isObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import type { StoredAccount } from '../store.ts'
import { createSelections, isLarge, priceOf } from './cost.ts'

/** The price of a query of a Premium account. */
function price(query: string) {
  const document = parse(query)
  const root = getOperationAST(document)?.selectionSet
  if (!root) throw new Error('The query has no operation.')
  const operation = { root, selectionOf: createSelections(document, {}), variables: {} }
  return priceOf({ plan: 'premium' } as StoredAccount, operation)
}

test('the price is what the JSON has if values have their usual length', () => {
  const caption = 'x'.repeat(2200)
  const json = JSON.stringify({
    me: {
      posts: [
        { a: caption, b: caption },
        { a: caption, b: caption },
      ],
    },
  })
  expect(price('{ me(first: 2) { posts { a: caption b: caption } } }')).toEqual({
    posts: 2,
    fields: 6,
    bytes: json.length,
  })
})

test('lists have their usual length', () => {
  expect(price('{ post(id: "1") { children { sizes { width } } comments { id } } }')).toMatchObject(
    {
      posts: 1,
      fields: 1 + 2 + 10 * (1 + 4) + 50,
    },
  )
})

test.each([
  ['{ me(first: 12) { posts { id caption mediaUrl permalink publishedAt } } }', false],
  ['{ me(first: 100) { username } }', true],
  ['{ me(first: 50) { posts { a: id b: id c: id d: id e: id } } }', false],
  ['{ me(first: 50) { posts { a: id b: id c: id d: id e: id f: id } } }', true],
  ['{ me(first: 50) { posts { caption } } }', false],
  ['{ me(first: 50) { posts { a: caption b: caption } } }', true],
])('%s is large: %s', (query, expected) => {
  const found = price(query)
  if (found instanceof Error) throw found
  expect(isLarge(found)).toBe(expected)
})

test('each text of the schema has a usual length', () => {
  const texts = Object.values(buildSchema(sdl).getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__') && type.name !== 'Query')
    .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
    .filter(({ type }) => /^(String|ID)!?$/.test(String(type)))
  expect(texts.length).toBeGreaterThan(20)
  const bytes = texts.map(({ name }) => {
    const found = price(`{ post(id: "1") { ${name} } }`)
    return [name, found instanceof Error ? 0 : found.bytes - '{"post":{"":}}'.length - name.length]
  })
  expect(bytes.filter(([, length]) => Number(length) < 16)).toEqual([])
})
