import {
  type FeedData,
  type FeedVariables,
  FeedDocument as feedDocument,
  type PostData,
  type PostVariables,
  PostDocument as postDocument,
} from '@photofeed/graphql/operations'
import { sendDocument } from '../client/graphql-client.ts'
import type { RequestOptions } from '../client/options.ts'
import { type Connection, readConnection } from '../errors/connection.ts'
import { getClient } from '../feed/attached-client.ts'
import type { Feed } from '../feed/feed.ts'

/** A document with the types of its data and variables, as GraphQL Code Generator and gql.tada make it. */
export interface TypedDocument<Data, Variables> {
  /** Never set at run time: it carries the types. */
  readonly __apiType?: ((variables: Variables) => Data) | undefined
}

/** The result of a document, as plain data. */
export interface GraphQLResult<Data> {
  data: Data
  /** The account's connection; null when the headers do not contain it, as in a browser that hides them. */
  connection: Connection | null
}

/** The arguments after the document. Variables are optional if the document requires no variable. */
type GraphQLArguments<Variables> =
  Record<string, never> extends Variables
    ? [variables?: Variables | undefined, options?: RequestOptions | undefined]
    : [variables: Variables, options?: RequestOptions | undefined]

/** `NoInfer` of TypeScript 5.4, for older ones too. */
type NotInferred<Type> = [Type][Type extends unknown ? 0 : never]

/**
 * Sends a document: a string, or a typed document, which types the data and the variables.
 *
 * @throws {@link GraphQLError} when the service finds problems in the query; partial data is in it
 * @throws {@link ApiError} when the service rejects the request or fails: {@link InvalidApiKeyError} ...
 * @throws {@link NetworkError} when no response arrives, {@link FeedTimeoutError} when it takes too long
 * @throws {@link UnreadableBodyError} or {@link GatewayError} when the response is not of the service
 * @throws TypeError when the first argument is no feed; the reason of `signal` when that aborts
 * @example
 * const feed = createFeed({ baseUrl: 'https://feed.example', apiKey })
 * const { data } = await graphql(feed, FeedDocument, { first: 3 })
 * const own = await graphql<{ me: { username: string } }>(feed, '{ me { username } }')
 */
export async function graphql<Data = unknown, Variables = Record<string, unknown>>(
  feed: Feed,
  document: string | TypedDocument<Data, Variables>,
  ...[variables, options = {}]: GraphQLArguments<NotInferred<Variables>>
): Promise<GraphQLResult<Data>> {
  const { data, response } = await sendDocument<Data>(
    getClient(feed),
    document as string,
    variables as object | undefined,
    options,
  )
  return { data, connection: readConnection(response.headers) }
}

/** A page of posts with its account, in the names of the GraphQL schema. */
export const FeedDocument: TypedDocument<FeedData, FeedVariables> = feedDocument

/** One post with its carousel items and comments; null when the key cannot see a post with this id. */
export const PostDocument: TypedDocument<PostData, PostVariables> = postDocument

export { GraphQLError, type GraphQLProblem } from '../errors/graphql-error.ts'
export type { FeedData, PostData }
