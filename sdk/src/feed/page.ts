import type { Schemas } from '@photofeed/openapi'
import { createConnection } from './connection.ts'
import { isObject } from '../client/json.ts'
import { createMeRequest, createQuery, type MeOptions } from './selection.ts'
import type { FeedPage } from './posts.ts'
import { type Client, readRest } from '../client/rest.ts'
import { includedResponse } from '../client/transport.ts'

/** Reads the profile with one page of posts. Throws for invalid options. */
export async function readPage(client: Client, options: MeOptions): Promise<FeedPage> {
  const request = createMeRequest(options)
  const query = createQuery(request)
  const { data, response } = await readRest(client, '/api/v1/me', query, options, parsePage)
  const { posts, pagination, ...account } = data
  return {
    account,
    posts,
    pagination,
    connection: createConnection(account, response.headers),
    request,
    ...includedResponse(response, client.transport, options),
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
