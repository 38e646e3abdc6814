import type { paths } from '@photofeed/openapi'
import { GraphQLClient } from 'graphql-request'
import type { Client, Send } from '../client.ts'
import { jsonOrText } from '../json.ts'
import type { Answer } from '../transport.ts'

export type GraphqlTransport = (
  document: string | object,
  variables: object | undefined,
  send: Send,
  signal: AbortSignal,
) => Promise<Answer>

const path = '/graphql' satisfies keyof paths

/** The one file that knows graphql-request, which prints documents and writes requests for us. */
export function createGraphqlTransport({ baseUrl, credentials }: Client): GraphqlTransport {
  const url = `${baseUrl}${path}?${new URLSearchParams(credentials)}`

  return (document, variables, send, signal) =>
    new Promise((resolve, reject) => {
      const client = new GraphQLClient(url, {
        signal,
        // To learn the operation's name it would parse the document, and one operation needs no name.
        excludeOperationName: true,
        async fetch(input, init) {
          const response = await send(new Request(input, init))
          resolve({ response, body: jsonOrText(await response.text()) })
          // It would forget the text of an answer that is no JSON, and its errors hold the request with the key.
          return new Response('{"data":null}', { headers: { 'content-type': 'application/json' } })
        },
      })
      client.rawRequest(document as string, variables).catch(reject)
    })
}
