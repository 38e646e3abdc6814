import { onQuery } from './graphql.ts'
import {
  altered,
  changed,
  keyOf,
  type Mutant,
  mutantsOf,
  onHeaders,
  onJson,
  pathOf,
  queryOf,
} from './mutant.ts'

const me = '/api/v1/me'
const is = (path: string) => (request: Request, response: Response) =>
  pathOf(request) === path && response.status === 200

/** The interface fails while the connection is broken. */
function failsWhenBroken(path: string, status = 401): Mutant['handle'] {
  return async (request, respond) => {
    const response = await respond(request)
    const isBroken = response.headers.get('x-service-account-status') === 'invalid_token'
    return isBroken && pathOf(request) === path ? altered(response, { status }) : response
  }
}

/** Another name of the parameter, or the body, gives the key. */
function keyFrom(find: (request: Request) => Promise<string | null | undefined>): Mutant['handle'] {
  return async (request, respond) => {
    const key = keyOf(request) === null ? await find(request) : null
    if (!key) return respond(request)
    return respond(changed(request, { query: (query) => query.set('api_key', key) }))
  }
}

const rawPlus = (name: string): Mutant => ({
  breaks: `published-${name}-raw-plus`,
  defect: `a blank in published ${name} is a plus sign`,
  async handle(request, respond) {
    const parameter = `filter[published${name === 'after' ? 'After' : 'Before'}]`
    const value = queryOf(request).get(parameter)
    if (!value?.includes(' 0')) return respond(request)
    return respond(
      changed(request, { query: (query) => query.set(parameter, value.replace(' ', '+')) }),
    )
  },
})

export const agreementMutants: Mutant[] = [
  ...mutantsOf({
    'me-is-an-account: a page of HTML has the status 200': async (request, respond) => {
      const response = await respond(request)
      const isOne = is(me)(request, response) && queryOf(request).get('page[size]') === '2'
      return isOne ? altered(response, { body: '<h1>Fatal error</h1>' }) : response
    },
    'ids-are-unique: a page repeats a post': onJson(me, ({ posts }) => {
      if (posts.length > 2) posts[1] = posts[0]
    }),
    'sizes-on-one-host: one width is on another host': onJson(me, ({ posts }) => {
      for (const { sizes } of posts) if (sizes) sizes['1200'] = 'https://elsewhere.example/1200.jpg'
    }),
    'child-sizes-are-of-a-thumbnail: a video has no thumbnail': onJson(me, ({ posts }) => {
      for (const { children = [] } of posts)
        for (const child of children) if (child.mediaType === 'VIDEO') child.thumbnailUrl = null
    }),
    'profile-is-the-same: the biography is missing with a filter': onJson(me, (json, request) => {
      if (queryOf(request).has('filter[type]')) json.biography = null
    }),
    'graphql-error-locations: an error of GraphQL has its place in its message alone': onQuery(
      'usernam }',
      (json) => {
        for (const error of json.errors) delete error.locations
      },
    ),
    'thumbnail-is-jpg: the thumbnail of an item is a video': onJson(me, ({ posts }) => {
      for (const { children = [] } of posts)
        for (const child of children) if (child.thumbnailUrl) child.thumbnailUrl = child.mediaUrl
    }),
    'format-changes-sizes-alone: with webp captions are missing': onJson(
      me,
      ({ posts }, request) => {
        if (queryOf(request).get('format') === 'webp') for (const post of posts) post.caption = null
      },
    ),
    'include-on-every-page: the second page has no children': onJson(me, ({ posts }, request) => {
      if (queryOf(request).has('page[cursor]'))
        for (const post of posts) if (post.children) post.children = []
    }),
    'cursors-between-equal-times: a page that begins with the time of the one before leaves out its first post':
      onJson(me, (page, request) => {
        const size = Number(queryOf(request).get('page[size]'))
        if (queryOf(request).has('page[cursor]') && size === 2 && page.posts.length === 2)
          page.posts.shift()
      }),
    'dates-in-utc: Z is an hour east': (request, respond) => {
      return respond(
        changed(request, {
          query(query) {
            for (const [name, value] of [...query])
              if (/published/.test(name) && value.endsWith('Z'))
                query.set(name, value.replace('Z', '+01:00'))
          },
        }),
      )
    },
  }),
  rawPlus('after'),
  rawPlus('before'),
  ...mutantsOf({
    'cors-for-every-origin: the origin is repeated': onHeaders(
      (request) => request.headers.has('origin') && request.method === 'GET',
      (headers, request) =>
        headers.set('access-control-allow-origin', String(request.headers.get('origin'))),
    ),
    'success-is-200: accounts has the status 203': async (request, respond) => {
      const response = await respond(request)
      return is('/api/v1/accounts')(request, response)
        ? altered(response, { status: 203 })
        : response
    },
    'body-is-plain-utf-8: pages begin with a byte-order mark': async (request, respond) => {
      const response = await respond(request)
      if (!is(me)(request, response)) return response
      return altered(response, { body: `\ufeff${await response.text()}` })
    },
    'graphql-selects-fields: GraphQL sends the id with every post': onQuery(
      'posts \\{ type \\}',
      ({ data }) => {
        for (const post of data.me.posts) post.id = '1'
      },
    ),
    'graphql-username: GraphQL has the name in the place of the username': onQuery(
      'username posts',
      ({ data }) => {
        if (data?.me) data.me.username = 'A name'
      },
    ),
  }),
  ...(['accounts', 'rss'] as const).map(
    (name): Mutant => ({
      breaks: `${name}-works-with-a-broken-connection`,
      defect: `${name} rejects the key while the connection is broken`,
      handle: failsWhenBroken(`/api/v1/${name}`),
    }),
  ),
  ...mutantsOf({
    'me-works-with-a-broken-connection: the service responds with 503 while the connection is broken':
      failsWhenBroken('/api/v1/me', 503),
    'graphql-works-with-a-broken-connection: GraphQL rejects the key while the connection is broken':
      failsWhenBroken('/graphql'),
    'key-in-other-places: the key may be called token': keyFrom(async (request) =>
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
    'no-failures: a long page size makes the service fail': async (request, respond) => {
      const response = await respond(request)
      const isLong = Number(queryOf(request).get('page[size]')?.length) > 30
      return isLong ? altered(response, { status: 500 }) : response
    },
    'encodings-mean-the-same: encoded letters of a name are not decoded': (request, respond) => {
      const isEncoded = request.url.includes('%70age')
      return respond(
        isEncoded ? changed(request, { query: (query) => query.delete('page[size]') }) : request,
      )
    },
    'interfaces-have-one-status: RSS says ready whatever the status is': onHeaders(
      is('/api/v1/rss'),
      (headers) => headers.set('x-service-account-status', 'ready'),
    ),
    'interfaces-have-one-status: the account resource has another fetch time, in its header alone':
      onHeaders(is('/api/v1/accounts'), (headers) =>
        headers.set('x-last-fetched-at', '2026-01-01T00:00:00+00:00'),
      ),
  }),
]
