import { onQuery } from './graphql.ts'
import {
  altered,
  changed,
  keyOf,
  type Mutant,
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
  {
    breaks: 'me-is-an-account',
    defect: 'a page of HTML has the status 200',
    async handle(request, respond) {
      const response = await respond(request)
      const isOne = is(me)(request, response) && queryOf(request).get('page[size]') === '2'
      return isOne ? altered(response, { body: '<h1>Fatal error</h1>' }) : response
    },
  },
  {
    breaks: 'ids-are-unique',
    defect: 'a page repeats a post',
    handle: onJson(me, ({ posts }) => {
      if (posts.length > 2) posts[1] = posts[0]
    }),
  },
  {
    breaks: 'sizes-on-one-host',
    defect: 'one width is on another host',
    handle: onJson(me, ({ posts }) => {
      for (const { sizes } of posts) if (sizes) sizes['1200'] = 'https://elsewhere.example/1200.jpg'
    }),
  },
  {
    breaks: 'child-sizes-are-of-a-thumbnail',
    defect: 'an item that is a video has no thumbnail, but sizes',
    handle: onJson(me, ({ posts }) => {
      for (const { children = [] } of posts)
        for (const child of children) if (child.mediaType === 'VIDEO') child.thumbnailUrl = null
    }),
  },
  {
    breaks: 'profile-is-the-same',
    defect: 'the biography is missing with a filter',
    handle: onJson(me, (json, request) => {
      if (queryOf(request).has('filter[type]')) json.biography = null
    }),
  },
  {
    breaks: 'rss-on-free-has-six-posts',
    defect: 'on Free the feed has a seventh item',
    async handle(request, respond) {
      const response = await respond(request)
      if (!is('/api/v1/rss')(request, response)) return response
      const xml = await response.text()
      const items = xml.match(/<item>[\s\S]*?<\/item>/g) ?? []
      const body = items.length === 6 ? xml.replace('</channel>', `${items[5]}</channel>`) : xml
      return altered(response, { body })
    },
  },
  {
    breaks: 'graphql-error-locations',
    defect: 'an error of GraphQL has its place in its message alone',
    handle: onQuery('usernam }', (json) => {
      for (const error of json.errors) delete error.locations
    }),
  },
  {
    breaks: 'thumbnail-is-jpg',
    defect: 'the thumbnail of an item is a video',
    handle: onJson(me, ({ posts }) => {
      for (const { children = [] } of posts)
        for (const child of children) if (child.thumbnailUrl) child.thumbnailUrl = child.mediaUrl
    }),
  },
  {
    breaks: 'format-changes-sizes-alone',
    defect: 'with webp captions are missing',
    handle: onJson(me, ({ posts }, request) => {
      if (queryOf(request).get('format') === 'webp') for (const post of posts) post.caption = null
    }),
  },
  {
    breaks: 'include-on-every-page',
    defect: 'the second page has no children',
    handle: onJson(me, ({ posts }, request) => {
      if (queryOf(request).has('page[cursor]'))
        for (const post of posts) if (post.children) post.children = []
    }),
  },
  {
    breaks: 'cursors-between-equal-times',
    defect: 'a page that begins with the time of the one before leaves out its first post',
    handle: onJson(me, (page, request) => {
      const size = Number(queryOf(request).get('page[size]'))
      if (queryOf(request).has('page[cursor]') && size === 2 && page.posts.length === 2)
        page.posts.shift()
    }),
  },
  {
    breaks: 'dates-in-utc',
    defect: 'Z is an hour east',
    handle(request, respond) {
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
  },
  rawPlus('after'),
  rawPlus('before'),
  {
    breaks: 'cors-for-every-origin',
    defect: 'the origin is repeated',
    handle: onHeaders(
      (request) => request.headers.has('origin') && request.method === 'GET',
      (headers, request) =>
        headers.set('access-control-allow-origin', String(request.headers.get('origin'))),
    ),
  },
  {
    breaks: 'success-is-200',
    defect: 'accounts has the status 203',
    async handle(request, respond) {
      const response = await respond(request)
      return is('/api/v1/accounts')(request, response)
        ? altered(response, { status: 203 })
        : response
    },
  },
  {
    breaks: 'body-is-plain-utf-8',
    defect: 'pages begin with a byte-order mark',
    async handle(request, respond) {
      const response = await respond(request)
      if (!is(me)(request, response)) return response
      return altered(response, { body: `\ufeff${await response.text()}` })
    },
  },
  {
    breaks: 'graphql-selects-fields',
    defect: 'GraphQL sends the id with every post',
    handle: onQuery('posts \\{ type \\}', ({ data }) => {
      for (const post of data.me.posts) post.id = '1'
    }),
  },
  {
    breaks: 'graphql-username',
    defect: 'GraphQL has the name in the place of the username',
    handle: onQuery('username\\\\n', ({ data }) => {
      if (data?.me) data.me.username = 'A name'
    }),
  },
  ...(['accounts', 'rss'] as const).map(
    (name): Mutant => ({
      breaks: `${name}-works-with-a-broken-connection`,
      defect: `${name} rejects the key while the connection is broken`,
      handle: failsWhenBroken(`/api/v1/${name}`),
    }),
  ),
  {
    breaks: 'me-works-with-a-broken-connection',
    defect: 'the service responds with 503 while the connection is broken',
    handle: failsWhenBroken('/api/v1/me', 503),
  },
  {
    breaks: 'graphql-works-with-a-broken-connection',
    defect: 'GraphQL rejects the key while the connection is broken',
    handle: failsWhenBroken('/graphql'),
  },
  {
    breaks: 'key-in-other-places',
    defect: 'the key may be called token',
    handle: keyFrom(async (request) => queryOf(request).get('token')),
  },
  {
    breaks: 'key-in-body',
    defect: 'the key may be in the body',
    handle: keyFrom(async (request) => {
      if (request.method !== 'POST') return null
      return /"api_key":"(\w+)"/.exec(await request.clone().text())?.[1]
    }),
  },
  {
    breaks: 'error-code-agrees',
    defect: 'an invalid parameter has the code of an unknown path',
    handle: onJson(
      me,
      ({ errors }) => {
        for (const error of errors) error.code = 'NOT_FOUND'
      },
      422,
    ),
  },
  {
    breaks: 'no-failures',
    defect: 'a long page size makes the service fail',
    async handle(request, respond) {
      const response = await respond(request)
      const isLong = Number(queryOf(request).get('page[size]')?.length) > 30
      return isLong ? altered(response, { status: 500 }) : response
    },
  },
  {
    breaks: 'encodings-mean-the-same',
    defect: 'encoded letters of a name are not decoded',
    handle(request, respond) {
      const isEncoded = request.url.includes('%70age')
      return respond(
        isEncoded ? changed(request, { query: (query) => query.delete('page[size]') }) : request,
      )
    },
  },
  {
    breaks: 'interfaces-have-one-status',
    defect: 'RSS says ready whatever the status is',
    handle: onHeaders(is('/api/v1/rss'), (headers) =>
      headers.set('x-service-account-status', 'ready'),
    ),
  },
  {
    breaks: 'interfaces-have-one-status',
    defect: 'the account resource has another fetch time, in its header alone',
    handle: onHeaders(is('/api/v1/accounts'), (headers) =>
      headers.set('x-last-fetched-at', '2026-01-01T00:00:00+00:00'),
    ),
  },
]
