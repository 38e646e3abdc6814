import { unknownKey } from '../../src/http/request-spec.ts'
import { altered, keyOf, type Mutant, mutantsOf, pathOf, queryOf } from './mutant.ts'
import { requested } from './quiet-account.ts'

// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
type Json = any

/** Changes the JSON of responses to queries that contain a text. */
export function onQuery(
  text: string | RegExp,
  change: (json: Json, request: Request) => void,
): Mutant['handle'] {
  return async (request, respond) => {
    if (pathOf(request) !== '/graphql') return respond(request)
    const query = await queryTextOf(request)
    const response = await respond(request)
    if (!query.match(text) || response.status !== 200) return response
    const json = await response.json()
    change(json, request)
    return altered(response, { body: JSON.stringify(json) })
  }
}

async function queryTextOf(request: Request): Promise<string> {
  if (request.method !== 'POST') return queryOf(request).get('query') ?? ''
  return request.clone().text()
}

const page = ({ data }: Json) => data.me
const everything = /"\{ me \{ username posts \{ id type caption mediaUrl/

export const graphqlMutants: Mutant[] = [
  ...mutantsOf({
    'graphql-fields: posts have no type': onQuery(everything, (json) => {
      if (page(json).username === requested.premium) delete page(json).posts[0].type
    }),
    'graphql-by-get: by GET another page size counts': onQuery('first: 2', (json, { method }) => {
      if (method === 'GET') page(json).posts.pop()
    }),
    'graphql-with-charset: JSON with a charset is not read': (request, respond) => {
      const isRead = !request.headers.get('content-type')?.includes('charset')
      return respond(isRead ? request : new Request(request, { body: '{}' }))
    },
    'graphql-variables: variables are not read': onQuery('\\$first', (json) => {
      page(json).posts.push(page(json).posts[0])
    }),
    'graphql-aliases: every me of a query has the result of the first': onQuery(
      'one: me',
      ({ data }) => {
        for (const alias of Object.keys(data)) data[alias] = data.one
      },
    ),
  }),
  ...(['premium', 'free'] as const).flatMap((plan): Mutant[] => [
    {
      breaks: 'graphql-equals-rest',
      defect: `on ${plan} GraphQL cuts captions`,
      handle: onQuery(everything, (json) => {
        if (page(json).username === requested[plan]) page(json).posts[1].caption = 'Cut…'
      }),
    },
    {
      breaks: 'graphql-first',
      defect: `on ${plan} a large first is rejected`,
      handle: onQuery('first: 1000', (json) => {
        if (page(json).pagination.perPage === { premium: 100, free: 6 }[plan]) {
          Object.assign(json, { data: { me: null }, errors: [{ message: 'first is too large.' }] })
        }
      }),
    },
  ]),
  ...mutantsOf({
    'graphql-first: first gives one post too few': onQuery('first: 2', (json, { method }) => {
      if (method === 'POST' || method === 'GET') page(json).posts.pop()
    }),
    'graphql-cursor: cursor leads to the first page': onQuery('\\(first: 3\\)', (json) => {
      page(json).pagination.nextCursor = 'no-such-cursor'
    }),
    'graphql-cursor: beside page it has no effect': onQuery('page: 1, cursor', (json) => {
      page(json).posts.reverse()
    }),
    'graphql-cursor: the second page of a type has posts of others': onQuery(
      /type: \\"\w+\\", cursor/,
      (json) => {
        page(json).posts.reverse()
      },
    ),
    'graphql-page-is-ignored: page still leads to the second page': onQuery('page: 2', (json) => {
      page(json).posts.reverse()
    }),
    'graphql-no-posts: a page without posts is null': onQuery('2200-01-01', (json) => {
      page(json).posts = null
    }),
    'graphql-type: type leaves one post of the type out': onQuery(/type: \\"VIDEO/, (json) => {
      page(json).posts.pop()
    }),
  }),
  ...(['type', 'format'] as const).map(
    (name): Mutant => ({
      breaks: `graphql-${name}-invalid`,
      defect: `an invalid ${name} leaves me away instead of null`,
      handle: onQuery(`${name}: \\\\"picture`, (json) => {
        json.data = {}
      }),
    }),
  ),
  ...mutantsOf({
    'graphql-syntax-error: after a syntax error data is null': onQuery(
      /^\{"query":"\{ me \{ "/,
      (json) => {
        json.data = null
      },
    ),
    'graphql-error-locations: a syntax error has extensions': onQuery(
      /^\{"query":"\{ me \{ "/,
      (json) => {
        json.errors[0].extensions = {}
      },
    ),
    'graphql-unknown-field: an unknown field leaves data null': onQuery('noSuchField', (json) => {
      json.data = null
    }),
    'graphql-unknown-field: a variable of another type leaves data null': onQuery(
      '"first":"many"',
      (json) => {
        json.data = null
      },
    ),
    'graphql-unsupported-column: a column that is not supported is ignored': onQuery(
      'NO_SUCH_COLUMN',
      (json) => {
        delete json.errors
        json.data = { me: { posts: [] } }
      },
    ),
    'graphql-post: post finds nothing': onQuery(/post\(id: \\"\d/, (json) => {
      json.data.post = null
    }),
    'graphql-post-not-seen: a post that is not seen is an error': onQuery(
      'no-such-post',
      (json) => {
        json.errors = [{ message: 'Not found.', path: ['post'] }]
      },
    ),
    'graphql-key-before-query: a broken query is reported before the key is checked': async (
      request,
      respond,
    ) => {
      const isBroken =
        pathOf(request) === '/graphql' && (await queryTextOf(request)).includes('{ me { "')
      if (!isBroken || keyOf(request) !== unknownKey) return respond(request)
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
      return Response.json({ errors: [{ message: 'Syntax Error' }] }, { headers })
    },
    'graphql-key-before-query: a failed key has a detail of its own on GraphQL': async (
      request,
      respond,
    ) => {
      const response = await respond(request)
      if (pathOf(request) !== '/graphql' || response.status !== 401) return response
      return altered(response, {
        body: (await response.text()).replace('"detail":"', '"detail":"GraphQL: '),
      })
    },
    'graphql-error-entries: the message of an error is an object': onQuery(
      'noSuchField',
      (json) => {
        json.errors[0].message = { text: json.errors[0].message }
      },
    ),
    'graphql-status: an unknown field is HTTP 400, as an error of REST': async (
      request,
      respond,
    ) => {
      if (pathOf(request) !== '/graphql') return respond(request)
      const isWrong = (await queryTextOf(request)).includes('noSuchField')
      return isWrong
        ? respond(new Request(request.url.replace('/graphql', '/api/no-such-endpoint')))
        : respond(request)
    },
  }),
]
