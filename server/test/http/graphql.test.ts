import { readFileSync } from 'node:fs'
import { FeedDocument, PostDocument } from '@photofeed/graphql/operations'
import { getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, post, posts, stored, video } from '../support/feeds.ts'
import { poster } from '../support/graphql-client.ts'
import { saveFeed, saveInOrder } from '../support/seed.ts'

const feed = [
  post('1', 1),
  video('2', 2, {
    comments: [{ id: 'c', timestamp: '2026-01-01T09:13:00+0000', like_count: 4 }],
  }),
  album('3', 3, [
    child('31'),
    child('32', { mediaType: 'VIDEO', media: stored('04', 'mp4'), thumbnail: null }),
  ]),
]

test('the typed operations read the same posts as REST', async () => {
  const server = await feedServer([account({ posts: feed })])
  const rest = (await server.send(`/api/v1/me?api_key=${keys.premium}&page[size]=2`)).json
  const { data } = await poster(server)(String(FeedDocument), { first: 2 })

  const listed = (sizes: Record<string, string>) =>
    Object.entries(sizes).map(([width, url]) => ({ width: Number(width), url }))
  expect(data.me).toEqual({
    username: rest.username,
    status: rest.status,
    lastFetchAt: rest.lastFetchAt,
    posts: rest.posts.map(({ mediaType, timestamp, sizes, ...same }: Record<string, never>) => ({
      ...same,
      type: mediaType,
      publishedAt: timestamp,
      sizes: listed(sizes ?? {}),
    })),
    pagination: rest.pagination,
  })
  const next = await poster(server)(String(FeedDocument), {
    first: 2,
    cursor: data.me.pagination.nextCursor,
  })
  expect(next.data.me.posts.map(({ id }: { id: string }) => id)).toEqual(['1'])
})

test('post: children and comments, and null without an error for one that the key cannot see', async () => {
  const server = await feedServer([
    account({ posts: feed }),
    account({ apiKey: keys.free, platformId: '2', plan: 'free', posts: posts(9) }),
  ])
  const read = poster(server)
  const { data } = await read(String(PostDocument), { id: '3' })
  expect(data.post.children).toEqual([
    {
      id: '31',
      type: 'IMAGE',
      mediaUrl: `${server.url}/media/${'02'.repeat(16)}.jpg`,
      thumbnailUrl: null,
      permalink: 'https://platform.example/p/31/',
      publishedAt: '2026-01-01T00:00:00+00:00',
      sizes: expect.arrayContaining([
        { width: 320, url: `${server.url}/media/320/${'02'.repeat(16)}.jpg` },
      ]),
    },
    expect.objectContaining({ id: '32', type: 'VIDEO', sizes: null }),
  ])
  expect((await read(String(PostDocument), { id: '2' })).data.post.comments).toEqual([
    { id: 'c', text: null, timestamp: '2026-01-01T09:13:00+0000', likeCount: 4 },
  ])
  const query = 'query($id: ID!) { post(id: $id) { id } }'
  expect(await read(query, { id: 'nothing' })).toEqual({ data: { post: null } })
  const free = poster(server, keys.free)
  expect(await free(query, { id: '4' })).toEqual({ data: { post: { id: '4' } } })
  expect(await free(query, { id: '3' })).toEqual({ data: { post: null } })
})

test('GET reads the query, variables and operation name from the query string', async () => {
  const { send } = await feedServer([account({ posts: feed })])
  const query = encodeURIComponent(
    'query A($n: Int) { me(first: $n) { posts { id } } } query B { me { username } }',
  )
  const target = `/graphql?api_key=${keys.premium}&query=${query}`
  const variables = encodeURIComponent('{"n":1}')
  expect((await send(`${target}&operationName=A&variables=${variables}`)).json).toEqual({
    data: { me: { posts: [{ id: '3' }] } },
  })
  expect((await send(`${target}&operationName=B`)).json).toEqual({
    data: { me: { username: 'harbour.lights' } },
  })
  const unnamed = (await send(target)).json
  expect(unnamed).toEqual({
    errors: [{ message: 'Must provide operation name if query contains multiple operations.' }],
  })
})

test.each([
  ['first: 2', '32'],
  ['first: 1000', '321'],
  ['page: 7', '321'],
  ['cursor: "nonsense"', '321'],
  ['type: "image"', '1'],
  ['type: "REELS"', '2'],
  ['orderBy: [{ column: ID, order: ASC }]', '123'],
  ['orderBy: { column: PUBLISHED_AT, order: ASC }', '123'],
  ['orderBy: [{ column: ID, order: DESC }, { column: PUBLISHED_AT, order: ASC }]', '321'],
  ['orderBy: []', '321'],
  ['publishedAfter: "2026-01-01T00:02:00Z"', '32'],
  ['publishedBefore: "2026-01-01T00:02:00+00:00"', '21'],
  ['publishedAfter: "2026-01-02"', ''],
  ['first: null, type: null, format: null, publishedAfter: null, orderBy: null', '321'],
])('me(%s) gives %s', async (argument, ids) => {
  const read = poster(await feedServer([account({ posts: feed })]))
  const { data } = await read(`{ me(${argument}) { posts { id } } }`)
  expect(data.me.posts.map(({ id }: { id: string }) => id).join('')).toBe(ids)
})

test('Free: capped at six, cursors ignored and never given, no sizes', async () => {
  const server = await feedServer([account({ apiKey: keys.free, plan: 'free', posts: posts(9) })])
  const { data } = await poster(
    server,
    keys.free,
  )(
    '{ me(first: 50, cursor: "x", format: "webp") { posts { id sizes { url } } pagination { nextCursor prevCursor hasMore perPage } } }',
  )
  expect(data.me).toEqual({
    posts: ['9', '8', '7', '6', '5', '4'].map((id) => ({ id, sizes: null })),
    pagination: { nextCursor: null, prevCursor: null, hasMore: false, perPage: 6 },
  })
})

test('format sets the format of sizes', async () => {
  const server = await feedServer([account({ posts: [post('1', 1)] })])
  const { data } = await poster(server)('{ me(format: "webp") { posts { sizes { width url } } } }')
  expect(data.me.posts[0].sizes[0]).toEqual({
    width: 320,
    url: `${server.url}/media/320/${'01'.repeat(16)}.webp`,
  })
})

test('arguments that break a rule: one error with validation, me is null, siblings have their data', async () => {
  const read = poster(await feedServer([account({ posts: feed })]))
  expect(await read('{ me(type: "PHOTO") { username } }')).toEqual({
    errors: [
      {
        message: 'Validation failed for the field [me].',
        locations: [{ line: 1, column: 3 }],
        path: ['me'],
        extensions: { validation: { type: ['The selected type is invalid.'] } },
      },
    ],
    data: { me: null },
  })
  expect(
    await read('{ a: me(first: 0, type: "", format: "JPG") { username } b: me { username } }'),
  ).toEqual({
    errors: [
      {
        message: 'Validation failed for the field [a].',
        locations: [{ line: 1, column: 3 }],
        path: ['a'],
        extensions: {
          validation: {
            first: ['The first field must be at least 1.'],
            type: ['The selected type is invalid.'],
            format: ['The selected format is invalid.'],
          },
        },
      },
    ],
    data: { a: null, b: { username: 'harbour.lights' } },
  })
})

test('a date that is none: an error without extensions, me is null', async () => {
  const read = poster(await feedServer([account({ posts: feed })]))
  expect(await read('{ me(publishedAfter: "yesterday") { username } }')).toEqual({
    errors: [
      {
        message: 'The publishedAfter field must be a valid date.',
        locations: [{ line: 1, column: 3 }],
        path: ['me'],
      },
    ],
    data: { me: null },
  })
})

test.each([
  ['{', /^Syntax Error: /],
  ['{ me { nope } }', /^Cannot query field "nope" on type "Account"\./],
  ['{ me(nope: 1) { username } }', /^Unknown argument "nope" on field "Query\.me"\./],
  ['{ me(first: "5") { username } }', /^Int cannot represent non-integer value: "5"$/],
  ['{ me(orderBy: [{ column: LIKES, order: ASC }]) { username } }', /"LIKES" does not exist/],
  ['mutation { me }', /only queries are supported|Schema/],
  ['subscription { me }', /only queries are supported|Schema/],
  ['query A { me { username } } query B { me { username } }', /^Must provide operation name/],
  ['query($n: Int!) { me(first: $n) { username } }', /^Variable "\$n" of required type "Int!"/],
  ['fragment F on Query { me { username } }', /./],
])('errors before the query runs have no data: %s', async (query, message) => {
  const read = poster(await feedServer([account()]))
  const result = await read(query)
  expect(Object.keys(result)).toEqual(['errors'])
  expect(result.errors[0].message).toMatch(message)
  for (const error of result.errors) expect(error).not.toHaveProperty('extensions')
})

test.each([
  [''],
  ['nonsense'],
  ['null'],
  ['[]'],
  ['[{"query":"{me{username}}"}]'],
  ['{}'],
  ['{"query":""}'],
  ['{"query":7}'],
  ['{"query":"{me{username}}","variables":[]}'],
  ['{"query":"{me{username}}","operationName":7}'],
  ['query={me{username}}'],
])('a body that is no request: %s', async (body) => {
  const { send } = await feedServer([account()])
  const response = await send(`/graphql?api_key=${keys.premium}&query={me{username}}`, {
    method: 'POST',
    body,
  })
  expect(response.status).toBe(200)
  expect(response.json).toEqual({ errors: [{ message: expect.stringMatching(/\.$/) }] })
})

test('the key comes first, and a rejected one has the response of REST', async () => {
  const { send } = await feedServer([account()])
  const init = { method: 'POST', body: '{' }
  expect(await send('/graphql', init)).toMatchObject({
    status: 401,
    json: { errors: [{ code: 'MISSING_API_KEY' }] },
  })
  expect(await send(`/graphql?api_key=${keys.unknown}`, init)).toMatchObject({
    status: 401,
    json: { errors: [{ code: 'INVALID_API_KEY' }] },
  })
})

test('fragments that spread themselves are rejected', async () => {
  const read = poster(await feedServer([account()]))
  const result = await read(
    '{ me { ...A } } fragment A on Account { ...B } fragment B on Account { ...A }',
  )
  expect(result.errors[0].message).toMatch(/^Cannot spread fragment "A" within itself/)
})

test('explorers can read the schema, with the deprecation', async () => {
  const read = poster(await feedServer([account()]))
  const { data } = await read(getIntrospectionQuery({ inputValueDeprecation: true }))
  const query = data.__schema.types.find(({ name }: { name: string }) => name === 'Query')
  const page = query.fields[0].args.find(({ name }: { name: string }) => name === 'page')
  expect(page).toMatchObject({ isDeprecated: true, deprecationReason: 'Ignored. Use `cursor`.' })
  const sdl = readFileSync(new URL('../../../graphql/schema.graphql', import.meta.url), 'utf8')
  for (const { name } of data.__schema.types) {
    if (!/^(__|String$|Int$|ID$|Boolean$|Float$)/.test(name)) expect(sdl).toContain(` ${name} `)
  }
})

test('the same query is served from the cache, until the account, the variables or the key change', async () => {
  const fixture = account({ posts: posts(3) })
  let reads = 0
  const server = await feedServer([fixture], {
    storeOf: (store) => ({
      ...store,
      findPosts(...query) {
        reads += 1
        return store.findPosts(...query)
      },
    }),
  })
  const query = 'query($first: Int) { me(first: $first) { posts { id sizes { width } } } }'
  const read = async (first: number, key?: string): Promise<string[]> => {
    const { data } = await poster(server, key)(query, { first })
    return data.me.posts.map(({ id }: { id: string }) => id)
  }
  for (let time = 0; time < 4; time += 1) expect(await read(2)).toEqual(['3', '2'])
  // A page is cached when it is rendered for the second time.
  expect(reads).toBe(2)
  expect(await read(1)).toEqual(['3'])

  await saveFeed(server.database, { ...fixture, posts: [post('new', 60)] })
  expect(await read(2)).toEqual(['new', '3'])

  const [known] = await server.database.keys.list()
  const fresh = await server.database.keys.issue(known?.accountId ?? 0)
  const revoked = await server.send(`/graphql?api_key=${keys.premium}`, {
    method: 'POST',
    body: JSON.stringify({ query, variables: { first: 2 } }),
  })
  expect(revoked.status).toBe(401)
  expect(await read(2, fresh)).toEqual(['new', '3'])
})

onBothDatabases((databases) => {
  test('posts and the profile are built once for each form, and again when another process changes them', async () => {
    const at = await databases.place()
    const [own, other] = [await databases.open({ at }), await databases.open({ at })]
    const { apiKey, ...stored } = account({ posts: [post('1', 1, { caption: 'Before' })] })
    await other.keys.issue(await saveInOrder(other, stored), apiKey)
    const server = await feedServer([], { store: own.store })

    let seconds = 0
    // Another bound each time, so that no response is in the page cache.
    const read = async (format: string) => {
      seconds += 1
      const { data } = await poster(server)(
        `{ me(format: "${format}", publishedBefore: "2200-01-01T00:00:${seconds}0Z") { name posts { caption sizes { url } } } }`,
      )
      const [{ caption, sizes }] = data.me.posts
      return [data.me.name, caption, sizes[0].url.split('.').pop()]
    }
    // A post is cached when it is read for the second time.
    for (const format of ['jpg', 'webp', 'jpg', 'webp']) {
      expect(await read(format)).toEqual(['Harbour Lights', 'Before', format])
    }
    await saveFeed(other, {
      ...stored,
      profile: { ...stored.profile, name: 'Renamed' },
      posts: [post('1', 1, { caption: 'After' })],
    })
    expect(await read('jpg')).toEqual(['Renamed', 'After', 'jpg'])
  })
})

test('an internal error is never cached', async () => {
  let isFailing = true
  const server = await feedServer([account({ posts: posts(1) })], {
    storeOf: (store) => ({
      ...store,
      findPosts(...query) {
        if (isFailing) throw new Error('disk')
        return store.findPosts(...query)
      },
    }),
  })
  const read = () => poster(server)('{ me { posts { id } } }')
  for (let time = 0; time < 3; time += 1) {
    expect((await read()).errors).toMatchObject([{ message: 'Internal server error' }])
  }
  isFailing = false
  expect(await read()).toEqual({ data: { me: { posts: [{ id: '1' }] } } })
  expect(server.errors.splice(0)).toHaveLength(3)
})
