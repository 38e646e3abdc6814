import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { NewestDocument } from './generated/gql/graphql'
import { baseUrl, feed } from './settings'

const client = new ApolloClient({
  link: new HttpLink({ uri: `${baseUrl}/graphql`, fetch: feed.fetch }),
  cache: new InMemoryCache(),
})

export async function withApollo() {
  // Rejects with errors of the query, and with a status like 401.
  const { data } = await client.query({ query: NewestDocument, variables: { first: 3 } })
  return data?.me?.posts ?? []
}
