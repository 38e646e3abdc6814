import type { paths } from '@photofeed/openapi'
import { GraphQLClient } from 'graphql-request'
import { readConnection } from '../errors/connection.ts'
import { GraphQLError, parseProblem } from '../errors/graphql-error.ts'
import { hasErrors, isObject, parseJson } from '../errors/json.ts'
import { exchange } from './exchange.ts'
import { readHead } from './headers.ts'
import type { FetchResponse, HeadersLike, RequestOptions } from './options.ts'
import type { Client } from './transport.ts'

const path = '/graphql' satisfies keyof paths

/** Sends a document with graphql-request. Returns its data with the response; throws a GraphQLError for its problems. */
export function sendDocument<Data>(
  client: Client,
  document: string,
  variables: object | undefined,
  options: RequestOptions,
): Promise<{ data: Data; response: FetchResponse }> {
  return exchange(
    client,
    options,
    (send) => {
      const graphql = new GraphQLClient(client.baseUrl + path, {
        errorPolicy: 'all',
        // With operation names, graphql-request would parse the document.
        excludeOperationName: true,
        fetch: (url, { method, headers, body } = {}) =>
          send(String(url), { method, headers: headers as HeadersLike, body }),
      })
      return graphql.rawRequest<Data>(document, variables)
    },
    (text, response, result) => {
      // A service may give its JSON another type, which graphql-request does not parse.
      const body = result ?? parseJson(text)
      // A body is read by status, then errors, then data (7.4).
      if (hasErrors(body, 'message')) {
        // Errors quote the query, and so may quote the key.
        const { errors, data = null } = parseJson(client.redact(text)) as typeof body
        throw new GraphQLError({
          ...readHead(response, client.redact),
          errors: errors.map(parseProblem) as GraphQLError['errors'],
          data,
          connection: readConnection(response.headers),
        })
      }
      return isObject(body) && isObject(body.data) ? (body.data as Data) : null
    },
  )
}
