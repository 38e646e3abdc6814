import type { paths } from '@photofeed/openapi'
import { GraphQLClient } from 'graphql-request'
import { readConnection } from '../errors/connection.ts'
import { type FailedBody, GraphQLError, hasErrors, parseProblem } from '../errors/graphql-error.ts'
import { isObject, parseJson } from '../errors/json.ts'
import { createFailure, createUnreadable } from './failure.ts'
import type { FetchResponse, HeadersLike, RequestOptions } from './options.ts'
import { acceptText, explainBody, type Recording, readableHeaders } from './response.ts'
import type { Client } from './transport.ts'

const path = '/graphql' satisfies keyof paths

/**
 * Sends a document with graphql-request, which sends each attempt. Returns its data with the response.
 *
 * @throws GraphQLError for problems of the query, ApiError for an error of the service
 */
export function sendDocument<Data>(
  client: Client,
  document: string,
  variables: object | undefined,
  options: RequestOptions,
): Promise<{ data: Data; response: FetchResponse }> {
  return client.run(options, async (send) => {
    let received: Recording | undefined
    const graphql = new GraphQLClient(client.baseUrl + path, {
      errorPolicy: 'all',
      // With operation names, graphql-request would parse the document.
      excludeOperationName: true,
      async fetch(url, { method, headers, body } = {}) {
        const sent = { method, headers: headers as HeadersLike, body }
        received = acceptText(await send(String(url), sent), client)
        return received.response as Response
      },
    })
    const result = await graphql.rawRequest<Data>(document, variables).catch((thrown) => {
      if (received?.text === undefined) throw received ? explainBody(client, thrown) : thrown
      return null
    })
    const { response, text = '' } = received as Recording
    if (response.status >= 300) throw createFailure(client, response, text)
    // A service may give its JSON another type, which graphql-request does not parse.
    const body = result ?? parseJson(text)
    // A body is read by status, then errors, then data (7.4).
    if (hasErrors(body)) throw createGraphQLError(client, response, client.redact(text))
    if (!isObject(body) || !isObject(body.data)) throw createUnreadable(client, response, text)
    return { data: body.data as Data, response }
  })
}

/** Returns the error of a body with errors; `text` is without the key, because they quote the query. */
function createGraphQLError(
  { redact }: Pick<Client, 'redact'>,
  response: FetchResponse,
  text: string,
): GraphQLError {
  const { errors, data = null } = parseJson(text) as FailedBody
  return new GraphQLError({
    status: response.status,
    headers: readableHeaders(response, redact),
    errors: errors.map(parseProblem) as GraphQLError['errors'],
    data,
    connection: readConnection(response.headers),
  })
}
