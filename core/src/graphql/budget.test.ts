import { sdl } from '@photofeed/graphql'
import { limits } from '@photofeed/openapi'
import { buildSchema, execute, getOperationAST, parse } from 'graphql'
import { expect, test } from 'vitest'
import { createSelections } from './cost.ts'
import { createBudget } from './graphql.ts'

const schema = buildSchema(sdl)

/** Executes a query over an account with these posts, and returns what is built of it. */
async function build(query: string, posts: unknown[]) {
  const document = parse(query)
  const root = getOperationAST(document)?.selectionSet
  if (!root) throw new Error('The query has no operation.')
  const selectionOf = createSelections(document, {})
  const { fieldResolver, error } = createBudget({ root, selectionOf, variables: {} })
  const rootValue = { me: async () => ({ posts }) }
  const { data } = await execute({ schema, document, rootValue, fieldResolver })
  return { me: data?.me, message: error()?.message }
}

test('once a result has too many bytes, the rest of it is empty', async () => {
  const caption = 'x'.repeat(limits.graphqlResultBytes / 2)
  const post = { caption, children: [{ id: '1' }] }
  const built = await build('{ me { posts { caption children { id } } } }', [post, post, post])
  expect(built.message).toContain(`larger than ${limits.graphqlResultBytes} bytes`)
  expect(built.me).toEqual({
    posts: [
      { caption, children: [{ id: '1' }] },
      { caption: '', children: [] },
      { caption: '', children: [] },
    ],
  })
})

test('once a result has too many fields, the rest of it is empty', async () => {
  const children = Array.from({ length: limits.graphqlResultFields }, () => ({ id: '1' }))
  const post = { caption: 'x', children }
  const built = await build('{ me { posts { caption children { id } } } }', [post, post])
  expect(built.message).toContain(`more than ${limits.graphqlResultFields} fields`)
  expect(built.me).toEqual({
    posts: [
      { caption: 'x', children: [] },
      { caption: '', children: [] },
    ],
  })
})
