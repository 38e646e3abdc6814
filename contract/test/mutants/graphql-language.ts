import { onQuery } from './graphql.ts'
import { changed, type Mutant, mutantsOf, pathOf } from './mutant.ts'
import { requested } from './quiet-account.ts'

// biome-ignore lint/suspicious/noExplicitAny: mutants reach freely into bodies
type Json = any

/** Reads the body of a query in another way. */
function onBody(change: (body: Json, text: string) => void): Mutant['handle'] {
  return async (request, respond) => {
    if (pathOf(request) !== '/graphql' || request.method !== 'POST') return respond(request)
    const text = await request.text()
    const body = parse(text)
    if (typeof body?.query === 'string') change(body, text)
    const { url, method, headers } = request
    return respond(new Request(url, { method, headers, body: body ? JSON.stringify(body) : text }))
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Does not understand the query. */
const fail = (body: Json) => {
  body.query = '{'
}

export const graphqlLanguageMutants: Mutant[] = mutantsOf({
  'graphql-fragments: a fragment is a syntax error': onBody((body) => {
    if (/\bfragment\b/.test(body.query)) fail(body)
  }),
  'graphql-fragments: fragments are left out': onQuery(
    /\.\.\.Basics \} \} \} fragment/,
    ({ data }) => {
      if (data) data.me.posts = data.me.posts.map(() => ({}))
    },
  ),
  'graphql-fragments: inline fragments are a syntax error': onBody((body) => {
    if (/\.\.\. on Account/.test(body.query)) fail(body)
  }),
  'graphql-directives: directives have no effect': onBody((body) => {
    body.query = body.query.replace(/@(skip|include)\(if: (\$no|true|false)\)/g, '')
  }),
  'graphql-default-values: default values have no effect': onBody((body) => {
    body.query = body.query.replace(/Int = \d+/, 'Int')
  }),
  'graphql-default-values: a default value wins over a variable': onBody((body) => {
    if (/Int = 2/.test(body.query)) delete body.variables?.first
  }),
  'graphql-nulls: null is 0': onBody((body) => {
    if (body.variables?.first === null) body.variables.first = 0
  }),
  'graphql-nulls: null is a text': onBody((body) => {
    body.query = body.query.replace('type: null', 'type: "null"')
  }),
  'graphql-operations: the first operation runs, whatever its name': onBody((body) => {
    if (body.operationName === 'Two') body.operationName = 'One'
  }),
  'graphql-ignored-characters: comments are a syntax error': onBody((body) => {
    if (/^\s*#/m.test(body.query)) fail(body)
  }),
  'graphql-ignored-characters: escapes are not read': onBody((body) => {
    body.query = body.query.replace('\\u0049', 'u0049')
  }),
  'graphql-long-queries: 16 kB of a body are read': onBody((body, text) => {
    if (text.length > 16_384) fail(body)
  }),
  'graphql-long-queries: 512 bytes of a body are read': onBody((body, text) => {
    if (text.length > 512) fail(body)
  }),
  'graphql-by-get: variables are not read': (request, respond) => {
    const isGet = pathOf(request) === '/graphql' && request.method === 'GET'
    const query = (search: URLSearchParams) => search.delete('variables')
    return respond(isGet ? changed(request, { query }) : request)
  },
  'graphql-aliases: a field that is selected twice has what the last one selects': onQuery(
    /posts \{ id \} posts \{ type id \}/,
    ({ data }) => {
      for (const post of data.me.posts) delete post.caption
    },
  ),
  'graphql-invalid-documents: a text is accepted as a number': onBody((body) => {
    if (!/\$first: String/.test(body.query)) return
    body.query = body.query.replace('$first: String', '$first: Int')
    body.variables.first = Number(body.variables.first)
  }),
  'graphql-invalid-documents: an unknown directive is ignored': onBody((body) => {
    body.query = body.query.replace('@uppercase', '')
  }),
  'graphql-typename: __typename is null': onQuery('__typename', ({ data }) => {
    if (data) data.me.__typename = null
  }),
  'graphql-free-has-no-sizes: Free has the sizes of Premium': onQuery(
    /posts \{ sizes \{ url/,
    ({ data }) => {
      data.me.posts[0].sizes = [{ url: `https://media.example/${requested.free}.jpg` }]
    },
  ),
})
