import { expect, test } from 'vitest'
import { readBody } from './answer-body.ts'

const nothing = { posts: [], problems: [], pagination: null }

test('posts, cursors and errors are found', () => {
  const post = { permalink: 'https://p.example/1', mediaUrl: 'https://p.example/1.jpg' }
  const pagination = { nextCursor: 'n', prevCursor: null, hasMore: true, perPage: 1 }
  expect(readBody(JSON.stringify({ posts: [post], pagination }))).toEqual({
    ...nothing,
    posts: [post],
    pagination,
  })
  const problem = { status: '401', code: 'X', title: 'T', detail: 'D' }
  expect(readBody(JSON.stringify({ errors: [problem] }))).toEqual({
    ...nothing,
    problems: [problem],
  })
})

test('a post whose link is no web address is not shown as one', () => {
  const post = { permalink: 'javascript:alert(1)', mediaUrl: 'https://p.example/1.jpg' }
  expect(readBody(JSON.stringify({ posts: [post] }))).toEqual(nothing)
})

test.each(['', '<html>', 'null', '[1]', '{"posts":7,"errors":[null,"x",{}]}'])(
  'a body of another form has none of them: %s',
  (text) => expect(readBody(text)).toEqual(nothing),
)
