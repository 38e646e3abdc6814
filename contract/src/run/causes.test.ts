import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import { graphql, me, type Query } from '../http/request-spec.ts'
import type { Finding } from '../judging/finding.ts'
import { causesOf } from './causes.ts'
import { decided, passesAlone } from './result.ts'

function difference(at: string, query: Query = {}, got = '""'): Finding {
  const search = new URLSearchParams(query as Record<string, string>)
  const request = {
    method: 'GET',
    url: `https://feed.example/api/v1/me?${search}`,
    headers: {},
    body: null,
  }
  return { exchange: { spec: me(query), request }, at, expected: 'null', got } as unknown as Finding
}

function causes(violated: Readonly<Record<string, Finding[]>>) {
  // In the order of the catalog, as in a run.
  const results = catalog.flatMap((rule) => {
    const findings = violated[rule.id]
    return findings ? [decided(rule, findings, {})] : []
  })
  const { causes, symptoms } = causesOf(results)
  return {
    causes: causes.map(({ id }) => id),
    symptoms: Object.fromEntries([...symptoms].map(([rule, cause]) => [rule.id, cause.id])),
  }
}

test('a leak between accounts comes first, and is the cause of all others', () => {
  const found = causes({
    'free-reads-six': [difference('posts.length', {}, '9')],
    'accounts-are-apart': [difference('posts[].id', {}, '["1"]')],
  })
  expect(found).toEqual({
    causes: ['accounts-are-apart'],
    symptoms: { 'free-reads-six': 'accounts-are-apart' },
  })
})

test('responses that change are the cause of what comparisons find', () => {
  const found = causes({
    'sort-values': [difference('posts[].id[0]', { sort: 'id' }, '"2"')],
    'responses-are-stable': [difference('posts[7].id', {}, '"3"')],
    'me-cors': [difference('header Access-Control-Allow-Origin', {}, 'null')],
  })
  expect(found).toEqual({
    causes: ['responses-are-stable', 'me-cors'],
    symptoms: { 'sort-values': 'responses-are-stable' },
  })
})

test('the simplest request shows the cause; what differs at the same place of others is a symptom', () => {
  const found = causes({
    'cursor-unknown': [difference('pagination.prevCursor', { cursor: 'x' })],
    'first-page-has-no-previous': [difference('pagination.prevCursor')],
    'filter-type': [difference('posts[].id[2]', { 'filter[type]': 'VIDEO' }, '"9"')],
  })
  expect(found).toEqual({
    causes: ['first-page-has-no-previous', 'filter-type'],
    symptoms: { 'cursor-unknown': 'first-page-has-no-previous' },
  })
})

test('in GraphQL, how valid queries are read leads before what invalid ones get', () => {
  const ofGraphql = (query: string) => {
    const one = difference(`data.${query}`)
    return { ...one, exchange: { ...one.exchange, spec: graphql(query) } }
  }
  const found = causes({
    'graphql-unknown-field': [ofGraphql('{ me(first: "many") { username } }')],
    'graphql-variables': [ofGraphql('query ($first: Int) { me(first: $first) { username } }')],
  })
  expect(found.causes).toEqual(['graphql-variables', 'graphql-unknown-field'])
})

test('the cursor leads before its other name', () => {
  const after = { 'page[cursor]': 'x' }
  const found = causes({
    'cursor-alias': [difference('posts[].id', { cursor: 'x' }, '["1"]')],
    'cursors-lead-through-all': [difference('posts[].id', after, '["1","2"]')],
  })
  expect(found.causes).toEqual(['cursors-lead-through-all', 'cursor-alias'])
})

test('what only shows beside other requests leads before what a request shows alone', () => {
  const found = causes({
    'filter-type': [difference('posts[].id[2]', { 'filter[type]': 'VIDEO' }, '"9"')],
    'graphql-variables': [{ ...difference('data.me'), hint: passesAlone }],
  })
  expect(found.causes).toEqual(['graphql-variables', 'filter-type'])
})
