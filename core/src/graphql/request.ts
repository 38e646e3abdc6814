import { limits } from '@photofeed/openapi'
import type { Call } from '../request.ts'

export interface GraphqlRequest {
  query: string
  variables: Record<string, unknown> | null
  operationName: string | null
}

/** What is wrong with a request, thrown before any query runs. */
export class GraphqlRequestError extends Error {}

/** Reads the query from the query string of a GET or from the JSON body of a POST. */
export async function readGraphqlRequest({ query, request }: Call): Promise<GraphqlRequest> {
  if (request.method === 'GET') {
    const variables = textOf(query.last('variables'))
    return checked({
      query: textOf(query.last('query')),
      variables: variables && parseJson(variables, 'The variables'),
      operationName: textOf(query.last('operationName')),
    })
  }
  const body = await request.readBody(limits.graphqlBodyBytes)
  if (body === null) {
    throw new GraphqlRequestError(
      `The request body must not be larger than ${limits.graphqlBodyBytes} bytes.`,
    )
  }
  return checked(parseJson(body, 'The request body'))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function parseJson(text: string, what: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new GraphqlRequestError(`${what} must be valid JSON.`)
  }
  if (isDeeperThan(limits.graphqlBodyDepth, value)) {
    throw new GraphqlRequestError(
      `${what} must not be nested more than ${limits.graphqlBodyDepth} levels deep.`,
    )
  }
  return value
}

/** Level by level: recursion over a deep value would overflow the stack, here and in everything that reads it later. */
function isDeeperThan(depth: number, value: unknown): boolean {
  const objectsIn = (values: unknown[]) =>
    values.filter((value) => typeof value === 'object' && value !== null)
  let level = objectsIn([value])
  for (let above = 0; above < depth && level.length > 0; above += 1) {
    level = objectsIn(level.flatMap((object) => Object.values(object as object)))
  }
  return level.length > 0
}

function checked(parameters: unknown): GraphqlRequest {
  if (!isRecord(parameters)) {
    throw new GraphqlRequestError(
      'The request body must be a JSON object; batches are not supported.',
    )
  }
  const { query, variables = null, operationName = null } = parameters
  if (typeof query !== 'string' || query === '') {
    throw new GraphqlRequestError(
      'The request must hold the GraphQL document as the string "query".',
    )
  }
  if (variables !== null && !isRecord(variables)) {
    throw new GraphqlRequestError('The variables must be a JSON object.')
  }
  if (operationName !== null && typeof operationName !== 'string') {
    throw new GraphqlRequestError('The operationName must be a string.')
  }
  return { query, variables, operationName }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
