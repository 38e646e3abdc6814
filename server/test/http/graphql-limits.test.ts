import { limits, widths } from '@photofeed/openapi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../core/test/store/arbitraries.ts'
import { runs } from '../../../test-support/scope.ts'
import { signal } from '../../../test-support/signal.ts'
import { feedServer } from '../support/feed-server.ts'
import { account, keys, post, posts } from '../support/feeds.ts'
import { many, poster } from '../support/graphql-client.ts'
import { everyField, fullPosts, largestPosts } from '../support/largest-feed.ts'
import { saveFeed } from '../support/seed.ts'

const {
  graphqlPosts,
  graphqlChildren,
  graphqlComments,
  graphqlResultFields,
  graphqlResultBytes,
  graphqlErrors,
  graphqlBodyDepth,
} = limits

const rejection = (message: string) => ({
  errors: [{ message, locations: [{ line: 1, column: 1 }] }],
})
const tooManyFields = rejection(
  `The result must not have more than ${graphqlResultFields} fields, those of each item in a list counted. Request fewer posts (first) or fewer fields.`,
)
const tooManyPosts = rejection(
  `The query must not read more than ${graphqlPosts} posts, all root fields together. Request fewer posts (first) or fewer root fields.`,
)
const tooManyBytes = rejection(
  `The result must not be larger than ${graphqlResultBytes} bytes. Request fewer posts (first) or fewer fields.`,
)

/** Selects so many fields of an account with a page of `first` posts, itself included. */
function selecting(fields: number, first: number): string {
  const perPost = Math.floor((fields - 2) / first)
  const ofChildren = 1 + graphqlChildren * (1 + widths.length)
  const ofComments = 1 + graphqlComments
  const afterChildren = perPost % ofChildren
  return `{
    posts {
      ${many(Math.floor(perPost / ofChildren), (index) => `a${index}: children { sizes { width } }`)}
      ${many(Math.floor(afterChildren / ofComments), (index) => `b${index}: comments { id }`)}
      ${many(afterChildren % ofComments, (index) => `c${index}: id`)}
    }
    ${many((fields - 2) % first, (index) => `d${index}: username`)}
  }`
}

interface Sent {
  query: string
  variables?: Record<string, unknown>
}

test.each<[form: string, first: number, send: (me: string) => Sent]>([
  ['a literal', 100, (me) => ({ query: `{ me(first: 100) ${me} }` })],
  [
    'a variable that is null',
    100,
    (me) => ({ query: `query($n: Int = 9) { me(first: $n) ${me} }`, variables: { n: null } }),
  ],
  ['a default value', 70, (me) => ({ query: `query($n: Int = 70) { me(first: $n) ${me} }` })],
  [
    'a literal, below fragments within each other',
    100,
    (me) => ({
      query: `{ ...Q } fragment Q on Query { ... { me { ... on Account { ...F } } } } fragment F on Account ${me}`,
    }),
  ],
  [
    'a literal, beside fields that are left out',
    100,
    (me) => ({
      query: `query($no: Boolean!) { me { ...F @skip(if: true) a: posts @include(if: $no) { id } ...F } } fragment F on Account ${me}`,
      variables: { no: false },
    }),
  ],
])('first is %s: the fields of each post count', async (_, first, send) => {
  const read = poster(await feedServer([account({ posts: posts(2) })]))
  const result = async (fields: number) => {
    const { query, variables } = send(selecting(fields, first))
    return read(query, variables)
  }
  expect(await result(graphqlResultFields)).toEqual({ data: { me: expect.anything() } })
  expect(await result(graphqlResultFields + 1)).toEqual(tooManyFields)
})

test('the fields of all root fields count, and a fragment where it is spread', async () => {
  const read = poster(await feedServer([account({ posts: posts(2) })]))
  const query = (names: string, fields: number) =>
    `{ ${many(names.length, (index) => `${names[index]}: me(first: 50) { ...F }`)} } fragment F on Account ${selecting(fields, 50)}`
  const half = graphqlResultFields / 2
  expect(await read(query('ab', half))).toEqual({
    data: { a: expect.anything(), b: expect.anything() },
  })
  expect(await read(query('ab', half + 1))).toEqual(tooManyFields)
  expect(await read(query('abc', half))).toEqual(tooManyFields)
  const twice = (count: number) =>
    `{ me { x: posts { ...F } y: posts { ...F ...F } } } fragment F on Post { ${many(count, (index) => `a${index}: comments { id }`)} }`
  expect(await read(twice(6))).toEqual({ data: { me: expect.anything() } })
  expect(await read(twice(7))).toEqual(tooManyFields)
})

test('an account with longer lists than the platform has: its fields count while they are resolved', async () => {
  const comments = Array.from({ length: graphqlResultFields / 10 }, (_, index) => ({
    id: `${index}`,
    timestamp: '2026-01-01T09:13:00+0000',
    like_count: 0,
  }))
  const read = poster(await feedServer([account({ posts: [post('1', 1, { comments })] })]))
  const query = (count: number) =>
    `{ me(first: 1) { posts { comments { ${many(count, (index) => `a${index}: likeCount`)} } } } }`
  expect(await read(query(9))).toEqual({ data: { me: expect.anything() } })
  expect(await read(query(10))).toEqual(tooManyFields)
})

test('the posts of all root fields count', async () => {
  const server = await feedServer([
    account({ posts: posts(2) }),
    account({ apiKey: keys.free, platformId: '2', plan: 'free', posts: posts(9) }),
  ])
  const pages = 'a: me { username } b: me(first: 99) { username }'
  expect(await poster(server)(`{ ${pages} c: post(id: "1") { id } }`)).toEqual({
    data: { a: expect.anything(), b: expect.anything(), c: { id: '1' } },
  })
  const more = `{ ${pages} ...F } fragment F on Query { c: post(id: "1") { id } d: post(id: "2") { id } }`
  expect(await poster(server)(more)).toEqual(tooManyPosts)

  // On Free each root field reads the newest six posts.
  const free = poster(server, keys.free)
  const singles = (count: number) =>
    `{ ${many(count, (index) => `a${index}: me(first: 1) { username } `)} }`
  const most = Math.floor(graphqlPosts / 6)
  expect(Object.keys((await free(singles(most))).data)).toHaveLength(most)
  expect(await free(singles(most + 1))).toEqual(tooManyPosts)
})

test.each([
  ['one byte', 'x'],
  ['two bytes', 'é'],
  ['three bytes', '港'],
  ['four bytes', '🎣'],
  ['short escapes', '"\\\b\t\n\f\r'],
  ['long escapes', '\u0001\u000b\u001f'],
  ['halves of characters', '\ud83c\ud83c-\udfa3\udfa3'],
])('a result of exactly the most bytes, made of %s, and one of a byte more', async (_, text) => {
  const fixture = account({ posts: [] })
  const { database, send } = await feedServer([fixture])
  const query =
    '{ me(first: 50) { name followersCount posts { id caption altText likeCount sizes { width url } children { id } } pagination { hasMore nextCursor perPage } } }'
  const repeated = text.repeat(100_000 / (Buffer.byteLength(JSON.stringify(text)) - 2))
  async function read(caption: string) {
    const captions = Array.from({ length: 20 }, () => repeated)
    await saveFeed(database, {
      ...fixture,
      posts: [...captions, caption].map((caption, index) => post(`${index}`, index, { caption })),
    })
    return send(`/graphql?api_key=${keys.premium}`, {
      method: 'POST',
      body: JSON.stringify({ query }),
    })
  }
  const missing = graphqlResultBytes - Buffer.byteLength((await read('')).text)
  const { text: most, json } = await read('x'.repeat(missing))
  expect(Buffer.byteLength(most)).toBe(graphqlResultBytes)
  expect(Object.keys(json)).toEqual(['data'])
  expect((await read('x'.repeat(missing + 1))).json).toEqual(tooManyBytes)
})

test('the names in a result count', async () => {
  const read = poster(await feedServer([account({ posts: posts(100) })]))
  const alias = 'a'.repeat(graphqlResultBytes / 100)
  for (const field of ['id', 'likeCount', '__typename']) {
    expect(await read(`{ me { posts { ${alias}: ${field} } } }`)).toEqual(tooManyBytes)
  }
})

test('a page of 100 full posts with every field passes; with larger ones the error says what to do', async () => {
  // As long as with the folder of an account in the ids of files.
  const cdnUrl = 'https://media.photofeed.example/0123456789abcdef'
  const read = poster(await feedServer([account({ posts: fullPosts(101) })], { cdnUrl }))
  const page = await read(everyField())
  expect(page.errors).toBeUndefined()
  expect(page.data.me.posts).toHaveLength(100)
  expect(page.data.me.posts[99].children).toHaveLength(10)
  expect(page.data.me.posts[99].comments).toHaveLength(50)
  // As Apollo and urql send it.
  const named = await read(everyField().replaceAll(/\{(?!\s+me)/g, '{ __typename'))
  expect(named.data.me.posts[99].comments[49].__typename).toBe('Comment')
  expect(Buffer.byteLength(JSON.stringify(named)) / graphqlResultBytes).toBeGreaterThan(0.89)

  const largest = poster(
    await feedServer([account({ posts: largestPosts(101, 'Harbour lights ') })], { cdnUrl }),
  )
  expect(await largest(everyField())).toEqual(tooManyBytes)
  expect((await largest(everyField(50))).data.me.posts).toHaveLength(50)
})

test('a result that may be too large is an error before anything is read', async () => {
  let reads = 0
  const server = await feedServer([account({ posts: posts(2) })], {
    findPosts(read) {
      reads += 1
      return read()
    },
  })
  const captions = (count: number) =>
    poster(server)(`{ me { posts { ${many(count, (index) => `c${index}: caption`)} } } }`)
  expect(await captions(11)).toEqual(tooManyBytes)
  expect(reads).toBe(0)
  expect((await captions(10)).data.me.posts).toHaveLength(2)
})

test('counts above the largest Int are the largest Int', async () => {
  const large = post('1', 1, { likeCount: 2 ** 40, commentsCount: 2 ** 31 - 1 })
  const read = poster(await feedServer([account({ posts: [large] })]))
  expect(await read('{ me { posts { likeCount commentsCount } } }')).toEqual({
    data: { me: { posts: [{ likeCount: 2_147_483_647, commentsCount: 2_147_483_647 }] } },
  })
})

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const tooDeep = (what: string) => ({
  errors: [{ message: `${what} must not be nested more than ${graphqlBodyDepth} levels deep.` }],
})

test('deep bodies and deep variables are errors', async () => {
  const { send } = await feedServer([account()])
  const target = `/graphql?api_key=${keys.premium}`
  const posted = (body: string) => send(target, { method: 'POST', body })
  const withVariable = (value: string) =>
    posted(`{"query":"{me{username}}","variables":{"unused":${value}}}`)
  const data = { data: { me: { username: 'harbour.lights' } } }
  // The body and the variables are levels too.
  expect((await withVariable(deep(graphqlBodyDepth - 2))).json).toEqual(data)
  expect((await withVariable(deep(graphqlBodyDepth - 1))).json).toEqual(tooDeep('The request body'))
  for (const body of [
    deep(30_000),
    `{"query":${deep(5000)}}`,
    `{"operationName":${'{"a":'.repeat(5000)}0${'}'.repeat(5001)}`,
  ]) {
    expect(await posted(body)).toMatchObject({ status: 200, json: tooDeep('The request body') })
  }
  expect((await withVariable(deep(5000))).json).toEqual(tooDeep('The request body'))

  const got = (variables: string) =>
    send(
      `${target}&query=${encodeURIComponent('{me{username}}')}&variables=${encodeURIComponent(variables)}`,
    )
  expect((await got(`{"unused":${deep(graphqlBodyDepth - 1)}}`)).json).toEqual(data)
  expect((await got(`{"unused":${deep(graphqlBodyDepth)}}`)).json).toEqual(tooDeep('The variables'))
  expect((await got(`{"unused":${deep(1000)}}`)).json).toEqual(tooDeep('The variables'))
})

const nested = (open: string, depth: number, close: string, inner = '') =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`

test.each([
  ['selection sets', `{ me ${nested('{ a ', 300, '}', '{ a }')} }`],
  [
    'selection sets of the schema',
    `{ __schema { types ${nested('{ ofType ', 300, '}', '{ nope }')} } }`,
  ],
  ['inline fragments', `{ me ${nested('{ ... ', 300, '}', '{ nope }')} }`],
  ['lists', `{ me(orderBy: ${nested('[', 450, ']')}) { username } }`],
  ['objects', `{ me(orderBy: ${nested('{column:', 240, '}', '1')}) { username } }`],
  ['types', `query($a: ${nested('[', 450, ']', 'Int')}) { me(first: $a) { username } }`],
  ['anything', '{'.repeat(60_000)],
])('a document of deeply nested %s is an error', async (_, query) => {
  const result = await poster(await feedServer([account()]))(query)
  expect(Object.keys(result)).toEqual(['errors'])
})

const anyQuery = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        ...'{ } ( ) [ ] : ! $ @ = ... " """ # 1 -1 null me post posts children __schema __typename'.split(
          ' ',
        ),
        ...'query mutation fragment on Account F first id include if $a $b Int [Int] a: id username'.split(
          ' ',
        ),
      ),
      { maxLength: 60 },
    )
    .map((tokens) => tokens.join(' ')),
  fc.constantFrom(
    'query($a: Int, $b: [OrderByClause!]) { me(first: $a, orderBy: $b) { username } }',
    'query($a: String, $b: Boolean = true) { me(cursor: $a) { username @skip(if: $b) } }',
    'query($a: ID!) { post(id: $a) { id } }',
  ),
)
const anyVariables = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), fc.jsonValue()),
)
const anyBody = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record(
      { query: anyQuery, variables: anyVariables, operationName: fc.jsonValue() },
      { requiredKeys: ['query'] },
    )
    .map((body) => JSON.stringify(body)),
)

test('no body is a failure of the server', async () => {
  const { send } = await feedServer([account({ posts: posts(2) })])
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const { status, json } = await send(`/graphql?api_key=${keys.premium}`, {
        method: 'POST',
        body,
      })
      expect(status).toBe(200)
      expect(json).toSatisfy(() => 'data' in json || json.errors.length > 0)
    }),
    { ...propertyRuns, numRuns: runs(300, 10_000) },
  )
})

test('a response has few errors, however many fields fail', async () => {
  const server = await feedServer([account()], {
    async findPosts() {
      throw new Error('disk')
    },
  })
  const read = poster(server)
  const failing = await read(`{ ${many(60, (index) => `a${index}: me(first: 1) { username }`)} }`)
  expect(failing.errors).toHaveLength(graphqlErrors)
  expect(Object.keys(failing.data)).toHaveLength(60)
  expect(server.errors.splice(0)).toHaveLength(graphqlErrors)
})

test('large results are computed one at a time; small ones do not wait', async () => {
  const { promise: gate, resolve: open } = signal()
  let reads = -1
  const server = await feedServer([account({ posts: posts(100) })], {
    async findPosts(read) {
      reads += 1
      if (reads === 1) await gate
      return read()
    },
  })
  const read = poster(server)
  const small = '{ me(first: 1) { posts { id } } }'
  // A document that is new is parsed in turns too.
  await read(small)
  const large = [1, 2].map((number) =>
    read(`{ me { posts { ${many(30, (index) => `a${number}_${index}: id`)} } } }`),
  )
  await expect.poll(() => reads).toBe(1)
  expect((await read(small)).data.me.posts).toHaveLength(1)
  // The read of the small one; the second large one has not begun.
  expect(reads).toBe(2)

  open()
  const pages = await Promise.all(large)
  expect(pages.map(({ data }) => data.me.posts.length)).toEqual([100, 100])
  expect(reads).toBe(3)
})

test('a post that cannot be rendered is one error, however large the result', async () => {
  const broken = Array.from({ length: 100 }, (_, index) => ({
    ...post(`${index}`, 1, { publishedAt: Number.NaN }),
    position: index,
  }))
  const server = await feedServer([account()], {
    findPosts: async () => broken,
  })
  const alias = 'a'.repeat(graphqlResultBytes / 200)
  const fields = many(30, (index) => `b${index}: id`)
  const { data, errors } = await poster(server)(`{ me { posts { ${alias}: id ${fields} } } }`)
  expect([data, errors.length, errors[0].message]).toEqual([
    { me: null },
    1,
    'Internal server error',
  ])
  expect(server.errors.splice(0)).toHaveLength(1)
})
