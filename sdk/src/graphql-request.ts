import type { paths } from '@photofeed/openapi'
import { GraphQLClient } from 'graphql-request'
import type { Client } from './client.ts'
import type { HttpRequest } from './options.ts'

const path = '/graphql' satisfies keyof paths

/**
 * Creates the request of a GraphQL document. Only this file uses graphql-request, which prints documents and writes
 * headers and body; the client sends the request.
 */
export async function createGraphQLRequest(
  { baseUrl, credentials }: Pick<Client, 'baseUrl' | 'credentials'>,
  document: string | object,
  variables: object | undefined,
): Promise<HttpRequest> {
  const url = `${baseUrl}${path}?${new URLSearchParams(credentials)}`
  let request: HttpRequest = { url }
  const client = new GraphQLClient(url, {
    // With operation names, graphql-request would parse the document.
    excludeOperationName: true,
    async fetch(_url, init) {
      const { method = 'POST', body } = init ?? {}
      const headers = Object.fromEntries(new Headers(init?.headers as HeadersInit))
      request = { url, method, headers, body: body as string }
      return emptyResponse as Response
    },
  })
  await client.rawRequest(document as string, variables)
  return request
}

const emptyResponse = {
  ok: true,
  status: 200,
  headers: { get: () => 'application/json' },
  text: async () => '{"data":null}',
} as unknown
