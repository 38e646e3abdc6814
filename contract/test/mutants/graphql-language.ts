import { queryMutants } from './graphql.ts'
import { type Json, type Mutant, mutantsOf, pathOf, requery, set } from './mutant.ts'
import { requested } from './quiet-account.ts'

/** Reads the body of a query in another way. */
function reading(change: (body: Json, text: string) => void): Mutant['handle'] {
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

/** Does not understand queries of a form. */
const failOn = (form: RegExp) => (body: Json) => {
  if (form.test(body.query)) body.query = '{'
}
const failAbove = (bytes: number) => (body: Json, text: string) => {
  if (text.length > bytes) body.query = '{'
}
/** Reads a part of the query as another text. */
const replace = (part: string | RegExp, by: string) => (body: Json) => {
  body.query = body.query.replace(part, by)
}

// biome-ignore format: a row for each mutant
const ofBodies = mutantsOf<Parameters<typeof reading>[0]>({
  'graphql-fragments: a fragment is a syntax error': failOn(/\bfragment\b/),
  'graphql-fragments: inline fragments are a syntax error': failOn(/\.\.\. on Account/),
  'graphql-directives: directives have no effect': replace(/@(skip|include)\(if: (\$no|true|false)\)/g, ''),
  'graphql-default-values: default values have no effect': replace(/Int = \d+/, 'Int'),
  'graphql-default-values: a default value wins over a variable': ({ query, variables }) => {
    if (/Int = 2/.test(query)) delete variables?.first
  },
  'graphql-nulls: null is 0': ({ variables }) => {
    if (variables?.first === null) variables.first = 0
  },
  'graphql-nulls: variables that are null end in an error': (body) => {
    if (body.variables === null) body.query = '{'
  },
  'graphql-nulls: null is a text': replace('type: null', 'type: "null"'),
  'graphql-operations: the first operation runs, whatever its name': (body) => {
    if (body.operationName === 'Two') body.operationName = 'One'
  },
  'graphql-operations: variables of another operation are an error': (body) => {
    if (body.operationName === 'One' && body.variables) body.query = '{'
  },
  'graphql-ignored-characters: comments are a syntax error': failOn(/^\s*#/m),
  'graphql-ignored-characters: escapes are not read': replace('\\u0049', 'u0049'),
  'graphql-long-queries: 16 kB of a body are read': failAbove(16_384),
  'graphql-long-queries: 512 bytes of a body are read': failAbove(512),
  'graphql-invalid-documents: a text is accepted as a number': (body) => {
    if (!/\$first: String/.test(body.query)) return
    body.query = body.query.replace('$first: String', '$first: Int')
    body.variables.first = Number(body.variables.first)
  },
  'graphql-invalid-documents: an unknown directive is ignored': replace('@uppercase', ''),
}, reading)

// biome-ignore format: a row for each mutant
const ofResults = queryMutants({
  'graphql-fragments: fragments are left out': [/\.\.\.Basics \} \} \} fragment/, ({ data }) => {
    if (data) data.me.posts = data.me.posts.map(() => ({}))
  }],
  'graphql-aliases: a field that is selected twice has what the last one selects': [/posts \{ id \} posts \{ type id \}/, ({ data }) => {
    for (const post of data.me.posts) delete post.caption
  }],
  'graphql-directives: a field that is left out is null': [/mediaUrl @include\(if: false\)/, ({ data }) => {
    for (const post of data.me.posts) post.mediaUrl = null
  }],
  'graphql-directives: a result without fields is a list': [/\{ me @skip/, set('data', [])],
  'graphql-typename: __typename is null': ['__typename', ({ data }) => {
    if (data) data.me.__typename = null
  }],
  'graphql-free-has-no-sizes: Free has the sizes of Premium': [/posts \{ sizes \{ url/, ({ data }) => {
    data.me.posts[0].sizes = [{ url: `https://media.example/${requested.free}.jpg` }]
  }],
})

export const graphqlLanguageMutants: Mutant[] = [
  ...ofBodies,
  ...ofResults,
  ...mutantsOf({
    'graphql-by-get: variables are not read': requery(
      (request) => pathOf(request) === '/graphql' && request.method === 'GET',
      (query) => query.delete('variables'),
    ),
  }),
]
