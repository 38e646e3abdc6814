import type { Schemas } from '@photofeed/openapi'
import type { RequestOptions } from '../client/options.ts'
import { readRest } from '../client/rest.ts'
import type { Client } from '../client/transport.ts'
import { createConnection } from '../errors/connection.ts'
import { isObject, parseJson } from '../errors/json.ts'
import type { FeedAccount, FeedPage } from './posts.ts'
import { createMeRequest, createQuery, type MeOptions } from './selection.ts'

export async function readPage(client: Client, options: MeOptions): Promise<FeedPage> {
  const request = createMeRequest(options)
  const query = createQuery(request)
  const { data, response } = await readRest(client, '/api/v1/me', query, options, parsePage)
  const { posts, pagination, status, lastFetchAt, ...account } = data
  const connection = createConnection({ status, lastFetchAt }, response.headers)
  return { account, posts, pagination, connection, request }
}

/** An odd post costs that post; a page without any other is unreadable. */
function parsePage(text: string): Schemas['AccountWithPosts'] | null {
  const body = parseJson(text)
  if (!isObject(body) || !Array.isArray(body.posts)) return null
  const posts = body.posts.filter((post) => isObject(post) && typeof post.id === 'string')
  const isPage =
    isObject(body.pagination) &&
    body.pagination.nextCursor !== undefined &&
    (posts.length > 0 || body.posts.length === 0)
  return isPage ? ({ ...body, posts } as unknown as Schemas['AccountWithPosts']) : null
}

export async function readAccount(client: Client, options: RequestOptions): Promise<FeedAccount> {
  const { data, response } = await readRest(client, '/api/v1/accounts', {}, options, parseAccount)
  const { status, lastFetchAt, ...account } = data.attributes
  const connection = createConnection({ status, lastFetchAt }, response.headers)
  return { id: data.id, account, connection }
}

function parseAccount(text: string): Schemas['AccountDocument']['data'] | null {
  const body = parseJson(text)
  const isAccount = isObject(body) && isObject(body.data) && isObject(body.data.attributes)
  return isAccount ? (body.data as unknown as Schemas['AccountDocument']['data']) : null
}
