import { GraphQLClient } from 'graphql-request'
import { NewestDocument } from './generated/gql/graphql'
import { baseUrl, feed } from './settings'

const client = new GraphQLClient(`${baseUrl}/graphql`, { fetch: feed.fetch })

export async function withGraphqlRequest() {
  // Rejects with errors of the query, and with a status like 401.
  const { me } = await client.request(NewestDocument, { first: 3 })
  return me?.posts ?? []
}
