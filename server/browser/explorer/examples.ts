import { FeedDocument } from '@photofeed/graphql/operations'
import { plans } from '@photofeed/openapi'
import { parse, print } from 'graphql'

interface Example {
  readonly query: string
  readonly variables: string
}

const size = plans.free.maximumPageSize
const fields = 'posts { id caption permalink mediaUrl }'

const example = (query: string, variables: object = {}): Example => ({
  query: print(parse(query)),
  variables: JSON.stringify(variables, null, 2),
})

/** Queries to begin with, by what they show. The first one is there when the page opens. */
export const examples: Readonly<Record<string, Example>> = {
  'Newest posts': example(
    `{ me(first: ${size}) { username posts { caption permalink mediaUrl } } }`,
  ),
  'Videos only': example(`{ me(first: ${size}, type: "VIDEO") { ${fields} } }`),
  'Next page': example(
    `query ($cursor: String) { me(first: ${size}, cursor: $cursor) { ${fields} pagination { nextCursor } } }`,
    { cursor: null },
  ),
  'All parameters': example(FeedDocument.toString(), { first: size }),
}
