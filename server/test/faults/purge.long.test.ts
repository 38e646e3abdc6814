import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { expect, test, vi } from 'vitest'
import { createEdgePurge } from '../../src/work/edge-purge.ts'
import { hour } from '../platform/platform-world.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { queuedMessages } from '../support/queues.ts'
import { faultWorld } from './fault-world.ts'

const token = 'only for the cache'

const callFor = (apiKey: string) => ({
  authorization: `Bearer ${token}`,
  body: { keySha256: createHash('sha256').update(apiKey).digest('hex') },
})

test('the media of a deleted account are purged by the key that their responses have', async () => {
  const { url, received } = await purgeEndpoint()
  const { connect, settle, read, database } = await faultWorld({
    purge: createEdgePurge(url, token),
  })
  const { accountId, apiKey } = await connect()
  await settle()
  const { sizes, mediaUrl } = (await read(apiKey)).body.posts[0] ?? {}
  const [, mediaId = ''] =
    /\/media\/(?:\d+\/)?([0-9a-f]{16})\//.exec(sizes?.[320] ?? mediaUrl ?? '') ?? []
  expect(mediaId).not.toBe('')
  await database.connections.apply(accountId, 'disconnected')
  await settle()
  expect(received.map(({ body }) => body).at(-1)).toEqual({ surrogateKey: mediaId })
})

test('the purge names the old key after a new one, and the key after a disconnect', async () => {
  const { url, received } = await purgeEndpoint()
  const { connect, settle, database } = await faultWorld({
    purge: createEdgePurge(url, token),
  })
  const { accountId, apiKey } = await connect()
  await settle()
  received.length = 0

  const newKey = await database.keys.issue(accountId)
  await settle()
  expect(received.splice(0)).toEqual([callFor(apiKey)])

  await database.connections.apply(accountId, 'disconnected')
  await settle()
  expect(received.filter(({ body }) => 'keySha256' in Object(body))).toEqual([callFor(newKey)])
})

test.each([
  ['fails with 500', 500, 'The purge request failed with HTTP 500.'],
  ['times out', 'none', 'The operation was aborted due to timeout'],
] as const)('a purge that %s is repeated, and delays nothing else', async (_, first, lastError) => {
  const { url, received, responses } = await purgeEndpoint()
  const { connect, settle, read, database, emulator, time } = await faultWorld({
    purge: createEdgePurge(url, token),
  })
  const { accountId, apiKey, userId } = await connect()
  await settle()
  received.length = 0
  responses.push(first)
  const newKey = await database.keys.issue(accountId)
  await expect.poll(() => received).toHaveLength(1)

  // Neither posts nor other messages wait for it.
  const [post] = emulator.users.get(userId).posts
  emulator.users.deletePost(userId, post?.id ?? '')
  await database.work.schedule('posts', accountId)
  const left = await vi.waitUntil(
    async () => {
      const isFetched = (await read(newKey)).body.posts[0]?.id !== post?.id
      const messages = (await queuedMessages(database)).filter(({ payload }) => !payload.isRepeated)
      return isFetched && messages.length === 1 && messages[0]?.lastError && messages
    },
    { timeout: 60_000 },
  )
  expect(left).toMatchObject([{ kind: 'clear_edge', attempts: 1, lastError }])

  time.now += hour
  await settle()
  // The second call is of the refresh, which removed a post.
  expect(received.slice(0, 2)).toEqual([callFor(apiKey), callFor(newKey)])
  // Both are sent again a minute later, besides the one that failed.
  const repeated = received.slice(2).map(({ body }) => body)
  expect(repeated).toHaveLength(3)
  expect(repeated.filter((body) => isDeepStrictEqual(body, callFor(apiKey).body))).toHaveLength(2)
})

/** A cache's endpoint that records its requests; a test sets the responses to the next ones, 204 by default. */
async function purgeEndpoint() {
  const responses: (number | 'none')[] = []
  const received: { authorization: string | undefined; body: unknown }[] = []
  const { url } = await serveHttp(async (request, response) => {
    const { authorization } = request.headers
    received.push({ authorization, body: JSON.parse(await text(request)) })
    const status = responses.shift() ?? 204
    if (status !== 'none') response.writeHead(status).end()
  })
  return { url: `${url}/purge`, received, responses }
}
