import type { Schemas } from '@photofeed/openapi'
import { readRest } from '../client/rest.ts'
import type { Client } from '../client/transport.ts'
import { createConnection } from '../errors/connection.ts'
import { isObject, parseJson } from '../errors/json.ts'
import type { FeedPage } from './posts.ts'
import { createMeRequest, createQuery, type MeOptions } from './selection.ts'

/** Reads the profile with one page of posts. Throws for invalid options. */
export async function readPage(client: Client, options: MeOptions): Promise<FeedPage> {
  const request = createMeRequest(options)
  const query = createQuery(request)
  const { data, response } = await readRest(client, '/api/v1/me', query, options, parsePage)
  const { posts, pagination, status, lastFetchAt, ...account } = data
  return {
    account,
    posts,
    pagination,
    connection: createConnection({ status, lastFetchAt }, response.headers),
    request,
  }
}

function parsePage(text: string): Schemas['AccountWithPosts'] | null {
  const body = parseJson(text)
  const isPage =
    isObject(body) &&
    Array.isArray(body.posts) &&
    body.posts.every((post) => isObject(post) && typeof post.id === 'string') &&
    isObject(body.pagination) &&
    body.pagination.nextCursor !== undefined
  return isPage ? (body as unknown as Schemas['AccountWithPosts']) : null
}
