import { paths } from '../../src/http/request-spec.ts'
import { keyFrom } from './authentication.ts'
import { queryMutants } from './graphql.ts'
import {
  altered,
  type Change,
  type Json,
  type Mutant,
  mutantsOf,
  onHeaders,
  onJson,
  onResponse,
  onText,
  pathOf,
  queryOf,
  requery,
  successOf,
} from './mutant.ts'
import { otherQuery } from './other-query.ts'

const me = '/api/v1/me'

/** The interface fails while the connection is broken. */
const failsWhenBroken = (path: string, status = 401) =>
  onResponse(
    (request, { headers }) =>
      pathOf(request) === path && headers.get('x-service-account-status') === 'invalid_token',
    (response) => altered(response, { status }),
  )

/** Reads a blank in a date as a plus sign. */
const rawPlus = (name: string) =>
  otherQuery(
    (query) => Boolean(query.get(name)?.includes(' 0')),
    (query) => query.set(name, String(query.get(name)).replace(' ', '+')),
  )

const childrenOf = ({ posts }: Json): Json[] => posts.flatMap(({ children = [] }: Json) => children)

// biome-ignore format: a row for each mutant
const onPages = mutantsOf<Change>({
  'ids-are-unique: a page repeats a post': ({ posts }) => {
    if (posts.length > 2) posts[1] = posts[0]
  },
  'sizes-on-one-host: one width is on another host': ({ posts }) => {
    for (const { sizes } of posts) if (sizes) sizes['1200'] = 'https://elsewhere.example/1200.jpg'
  },
  'child-sizes-are-of-a-thumbnail: a video has no thumbnail': (page) => {
    for (const child of childrenOf(page)) if (child.mediaType === 'VIDEO') child.thumbnailUrl = null
  },
  'profile-is-the-same: the biography is missing with a filter': (page, request) => {
    if (queryOf(request).has('filter[type]')) page.biography = null
  },
  'thumbnail-is-jpg: the thumbnail of an item is a video': (page) => {
    for (const child of childrenOf(page)) if (child.thumbnailUrl) child.thumbnailUrl = child.mediaUrl
  },
  'format-changes-sizes-alone: with webp captions are missing': ({ posts }, request) => {
    if (queryOf(request).get('format') === 'webp') for (const post of posts) post.caption = null
  },
  'include-on-every-page: the second page has no children': ({ posts }, request) => {
    if (queryOf(request).has('page[cursor]')) for (const post of posts) if (post.children) post.children = []
  },
  'cursors-between-equal-times: a page that begins with the time of the one before leaves out its first post': ({ posts }, request) => {
    const query = queryOf(request)
    if (query.has('page[cursor]') && query.get('page[size]') === '2' && posts.length === 2) posts.shift()
  },
}, (change) => onJson(me, change))

// biome-ignore format: a row for each mutant
const inGraphql = queryMutants({
  'graphql-error-locations: an error of GraphQL has its place in its message alone': ['noSuchField', ({ errors }) => {
    for (const error of errors) delete error.locations
  }],
  'graphql-selects-fields: GraphQL sends the id with every post': ['posts \\{ type \\}', ({ data }) => {
    for (const post of data.me.posts) post.id = '1'
  }],
  'graphql-username: GraphQL has the name in the place of the username': ['username posts', ({ data }) => {
    if (data?.me) data.me.username = 'A name'
  }],
})

export const agreementMutants: Mutant[] = [
  ...onPages,
  ...inGraphql,
  ...Object.entries(paths).flatMap(([name, path]) =>
    mutantsOf({
      [`${name}-works-with-a-broken-connection: ${path} rejects its key`]: failsWhenBroken(path),
    }),
  ),
  ...mutantsOf({
    'me-works-with-a-broken-connection: the service responds with 503 while the connection is broken':
      failsWhenBroken(me, 503),
    'me-is-an-account: a page of HTML has the status 200': onResponse(
      (request, response) =>
        successOf(me)(request, response) && queryOf(request).get('page[size]') === '2',
      (response) => altered(response, { body: '<h1>Fatal error</h1>' }),
    ),
    'dates-in-utc: Z is an hour east': otherQuery(
      (query) => /Z(&|$)/.test(String(query)),
      (query) => {
        for (const [name, value] of [...query]) query.set(name, value.replace(/Z$/, '+01:00'))
      },
    ),
    'published-after-raw-plus: a blank in published after is a plus sign':
      rawPlus('filter[publishedAfter]'),
    'published-before-raw-plus: a blank in published before is a plus sign':
      rawPlus('filter[publishedBefore]'),
    'cors-for-every-origin: the origin is repeated': onResponse(
      (request) => request.headers.has('origin') && request.method === 'GET',
      (response, request) => {
        const origin = String(request.headers.get('origin'))
        const headers = (all: Headers) => all.set('access-control-allow-origin', origin)
        return altered(response, { headers })
      },
    ),
    'success-is-200: accounts has the status 203': onResponse(
      successOf('/api/v1/accounts'),
      (response) => altered(response, { status: 203 }),
    ),
    'body-is-plain-utf-8: pages begin with a byte-order mark': onText(
      successOf(me),
      (text) => `\ufeff${text}`,
    ),
    'key-in-other-places: the key may be called token': keyFrom((request) =>
      queryOf(request).get('token'),
    ),
    'key-in-body: the key may be in the body': keyFrom(async (request) => {
      if (request.method !== 'POST') return null
      return /"api_key":"(\w+)"/.exec(await request.clone().text())?.[1]
    }),
    'error-code-agrees: an invalid parameter has the code of an unknown path': onJson(
      me,
      ({ errors }) => {
        for (const error of errors) error.code = 'NOT_FOUND'
      },
      422,
    ),
    'no-failures: a long page size makes the service fail': onResponse(
      (request) => Number(queryOf(request).get('page[size]')?.length) > 30,
      (response) => altered(response, { status: 500 }),
    ),
    'encodings-mean-the-same: encoded letters of a name are not decoded': requery(
      ({ url }) => url.includes('%70age'),
      (query) => query.delete('page[size]'),
    ),
    'interfaces-have-one-status: RSS says ready whatever the status is': onHeaders(
      successOf('/api/v1/rss'),
      { 'x-service-account-status': 'ready' },
    ),
    'interfaces-have-one-status: the account resource has another fetch time, in its header alone':
      onHeaders(successOf('/api/v1/accounts'), {
        'x-last-fetched-at': '2026-01-01T00:00:00+00:00',
      }),
  }),
]
