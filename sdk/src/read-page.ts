import type { Schemas } from '@photofeed/openapi'
import { createConnection } from './connection.ts'
import { isObject } from './json.ts'
import { createMeRequest, createQuery, type MeOptions } from './parameters.ts'
import type { FeedPage } from './posts.ts'
import type { CompleteResponse } from './response.ts'
import { includedResponse, type Transport } from './transport.ts'

/** Sends a request for `/api/v1/me`. Returns what `parse` makes of the body, and the response. */
export type ReadMe = <Data>(
  query: Readonly<Record<string, readonly string[]>>,
  parse: (body: unknown) => Data | null,
) => Promise<{ data: Data; response: CompleteResponse }>

/** Reads the profile with one page of posts. Throws for invalid options. */
export async function readPage(
  transport: Transport,
  options: MeOptions,
  read: ReadMe,
): Promise<FeedPage> {
  const request = createMeRequest(options)
  const { data, response } = await read(createQuery(request), parsePage)
  const { posts, pagination, ...account } = data
  return {
    account,
    posts,
    pagination,
    connection: createConnection(account, response.headers),
    request,
    ...includedResponse(response, transport, options),
  }
}

function parsePage(body: unknown): Schemas['AccountWithPosts'] | null {
  const isPage =
    isObject(body) &&
    Array.isArray(body.posts) &&
    body.posts.every((post) => isObject(post) && typeof post.id === 'string') &&
    isObject(body.pagination) &&
    body.pagination.nextCursor !== undefined
  return isPage ? (body as unknown as Schemas['AccountWithPosts']) : null
}
