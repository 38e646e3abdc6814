import type { Schemas } from '@photofeed/openapi'
import type { Client } from './client.ts'
import { createConnection } from './connection.ts'
import { isObject } from './json.ts'
import type { HttpResponse } from './options.ts'
import { createMeRequest, type MeOptions } from './parameters.ts'
import { parseResponse } from './parse-response.ts'
import type { FeedPage } from './posts.ts'
import { createRestRequest } from './rest-request.ts'

/** Reads the profile with one page of posts. Throws for invalid options. */
export function readPage(client: Client, options: MeOptions): Promise<FeedPage> {
  const selection = createMeRequest(options)
  const read = (response: HttpResponse): FeedPage => {
    const body = parseResponse(response, isAccountWithPosts, client)
    const { posts, pagination, ...account } = body
    return {
      account,
      posts,
      pagination,
      connection: createConnection(account, response),
      request: selection,
      ...response.info(),
    }
  }
  return client.send(createRestRequest(client, '/api/v1/me', selection), read, options)
}

function isAccountWithPosts(body: unknown): body is Schemas['AccountWithPosts'] {
  return (
    isObject(body) &&
    Array.isArray(body.posts) &&
    body.posts.every((post) => isObject(post) && typeof post.id === 'string') &&
    isObject(body.pagination) &&
    body.pagination.nextCursor !== undefined
  )
}
