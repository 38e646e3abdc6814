import {
  FeedDocument,
  type FeedQuery,
  PostDocument,
  type PostQuery,
} from '@photofeed/graphql/operations'
import { createClient } from '../client.ts'
import type { FeedOptions } from '../feed-options.ts'
import { type Walk, walkPosts } from '../feed-posts.ts'
import { isObject } from '../object.ts'
import { type Pace, realPace } from '../pace.ts'
import type { RequestOptions } from '../request-options.ts'
import type { Answer } from '../transport.ts'
import { dataOf } from './graphql-answer.ts'
import { feedVariables, type GraphqlMeOptions } from './graphql-me-options.ts'
import { type GraphqlPage, LoadedGraphqlPage } from './graphql-page.ts'
import type { GraphqlPost } from './graphql-resources.ts'
import { type GraphqlPostResult, type GraphqlResult, surroundings } from './graphql-result.ts'
import { createGraphqlTransport } from './graphql-transport.ts'
import type { CallArguments, TypedDocument } from './typed-document.ts'

/** All posts that the options select, over as many pages as there are; see `FeedPosts`. */
export interface GraphqlPosts extends Walk<GraphqlPost, GraphqlPage> {}

/** The feed of one account, read over GraphQL. */
export interface GraphqlFeed {
  /**
   * Sends a document of your own: a string, or a typed document, which gives the result and the
   * variables their types.
   *
   * @throws {@link GraphqlError} when the service finds problems in the query; partial data is in it
   * @throws {@link ApiError} when the service refuses or fails: {@link InvalidApiKeyError} ...
   * @throws {@link NetworkError} when no answer arrives, {@link TimeoutError} when it takes too long
   * @throws {@link UnreadableBodyError} when something else answered in the service's place
   * @throws the reason of `signal` when that aborts
   * @example
   * ```ts
   * const { data } = await feed.graphql(NewestDocument, { first: 3 })
   * const { data: own } = await feed.graphql<{ me: { username: string } }>('{ me { username } }')
   * ```
   */
  graphql<Data = unknown, Variables = Record<string, unknown>>(
    document: string | TypedDocument<Data, Variables>,
    ...call: CallArguments<NoInfer<Variables>, RequestOptions>
  ): Promise<GraphqlResult<Data>>
  /**
   * Reads one page of posts. Throws what `graphql` throws.
   *
   * @example
   * ```ts
   * const page = await feed.me({ pageSize: 12, type: 'IMAGE' })
   * console.log(page.account.username, page.posts.length)
   * ```
   */
  me(options?: GraphqlMeOptions): Promise<GraphqlPage>
  /**
   * All posts that the options select. Iterating throws what `graphql` throws.
   *
   * @example
   * ```ts
   * for await (const post of feed.posts({ type: 'VIDEO' })) console.log(post.permalink)
   * ```
   */
  posts(options?: GraphqlMeOptions): GraphqlPosts
  /**
   * Reads one post with its carousel items and comments. Throws what `graphql` throws.
   *
   * @example
   * ```ts
   * const { post } = await feed.post('17900000000000101')
   * console.log(post?.children.length)
   * ```
   */
  post(id: string, options?: RequestOptions): Promise<GraphqlPostResult>
}

/**
 * Connects to the GraphQL side of the feed that an API key opens. Nothing is requested yet.
 *
 * @throws TypeError when `baseUrl` is not the address of a service
 * @example
 * ```ts
 * const feed = createGraphqlFeed({ baseUrl: 'https://feed.example', apiKey })
 * const { posts } = await feed.me({ pageSize: 12 })
 * ```
 */
export function createGraphqlFeed(options: FeedOptions): GraphqlFeed {
  return createPacedGraphqlFeed(options, realPace)
}

/** `createGraphqlFeed` with the waiting in the caller's hands, for tests. */
export function createPacedGraphqlFeed(options: FeedOptions, pace: Pace): GraphqlFeed {
  const client = createClient(options, pace)
  const transport = createGraphqlTransport(client)

  function query<Data, Result>(
    document: string | object,
    variables: object | undefined,
    isData: (data: unknown) => data is Data,
    result: (data: Data, answer: Answer) => Result,
    requestOptions: RequestOptions,
  ): Promise<Result> {
    return client.run(
      {
        arrive: (send, signal) => transport(document, variables, send, signal),
        read: (answer) => result(dataOf(answer, isData, client.redact), answer),
      },
      requestOptions,
    )
  }

  const me = (meOptions: GraphqlMeOptions = {}): Promise<GraphqlPage> =>
    query(
      FeedDocument,
      feedVariables(meOptions),
      isFeed,
      (data, answer) =>
        new LoadedGraphqlPage(data.me, answer, meOptions.cursor ?? null, async (cursor) =>
          cursor === null ? null : me({ ...meOptions, cursor }),
        ),
      meOptions,
    )

  return {
    me,
    posts: (meOptions = {}) => walkPosts(me, meOptions),
    post: (id, requestOptions = {}) =>
      query(
        PostDocument,
        { id },
        isPost,
        ({ post }, answer) => ({ post, ...surroundings(answer) }),
        requestOptions,
      ),
    graphql: <Data, Variables>(
      document: string | TypedDocument<Data, Variables>,
      variables?: Variables,
      requestOptions: RequestOptions = {},
    ) =>
      query(
        document,
        variables as object | undefined,
        isObject as (data: unknown) => data is Data,
        (data, answer) => ({ data, ...surroundings(answer) }),
        requestOptions,
      ),
  }
}

function isFeed(data: unknown): data is { me: NonNullable<FeedQuery['me']> } {
  if (!isObject(data) || !isObject(data.me)) return false
  return Array.isArray(data.me.posts) && isObject(data.me.pagination)
}

function isPost(data: unknown): data is PostQuery {
  return isObject(data) && (data.post === null || isObject(data.post))
}
