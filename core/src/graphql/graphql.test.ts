import { limits } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { handle } from '../handle.ts'
import { createMemoryStore } from '../memory-store.ts'
import {
  ClientLeft,
  type FeedContext,
  type FeedResponse,
  QueueFull,
  type WorkQueue,
} from '../request.ts'
import { accountScenarios, scenarioAccount } from '../scenarios/index.ts'

const scenario = accountScenarios.find(({ name }) => name === 'premium')
if (!scenario) throw new Error('There is no such account.')
const { apiKey, plan, status } = scenario
const { posts, ...account } = scenarioAccount('premium', {
  now: 0,
  platformUrl: 'https://p.example',
})
const store = createMemoryStore([
  { account: { id: 7, version: 1, plan, status, ...account }, apiKey, posts },
])

/** Sends queries to core with a queue that records what it runs. */
function withQueue(run: WorkQueue['run'] = (_, __, work) => work()) {
  const runs: { account: string; key: string; signal: AbortSignal | undefined }[] = []
  let turns = 0
  const errors: unknown[] = []
  const context: FeedContext = {
    store,
    baseUrl: 'https://feed.example',
    cdnUrl: 'https://media.example',
    supportEmail: 'help@feed.example',
    production: false,
    onError: (error) => errors.push(error),
    queue: {
      run(account, key, work, signal) {
        runs.push({ account, key, signal })
        return run(account, key, work, signal)
      },
      async nextTurn() {
        turns += 1
      },
    },
  }
  const { signal } = new AbortController()
  return {
    runs,
    errors,
    signal,
    turns: () => turns,
    send: (query: string | object, method = 'POST', parameters = {}) =>
      handle(
        {
          method,
          path: '/graphql',
          query: `${new URLSearchParams({ api_key: apiKey, ...parameters })}`,
          header: () => undefined,
          readBody: async () => JSON.stringify(typeof query === 'string' ? { query } : query),
          closeSignal: () => signal,
        },
        context,
      ),
  }
}

const jsonOf = ({ body }: FeedResponse) =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined))

test('a document that is new and a large result are computed in turns of the account', async () => {
  const { send, runs, signal, turns } = withQueue()
  const small = '{ me(first: 1) { username } }'
  await send(small)
  expect(runs).toEqual([{ account: '7', key: expect.stringContaining(small), signal }])
  await send(small)
  expect([runs.length, turns()]).toEqual([1, 1])

  const large = '{ me { posts { a: id b: id c: id d: id } } }'
  await send(large)
  await send(large)
  expect(runs.slice(1).map(({ key }) => key)).toEqual([runs[1]?.key, runs[1]?.key])
  // One for each post, and four between the steps.
  expect(turns()).toBe(1 + 2 * 104)
})

test('a full queue is a 503 of no service, and who left is no error', async () => {
  for (const reason of [new QueueFull(), new ClientLeft()]) {
    const { send, errors } = withQueue(() => Promise.reject(reason))
    expect(await send('{ me { posts { a: id b: id c: id e: id } } }')).toEqual({
      status: 503,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': expect.any(String),
        'Cache-Control': 'no-store, private',
        'Content-Type': 'text/plain; charset=utf-8',
        'Retry-After': '5',
      },
      body: 'Too many requests are waiting. Try again in 5 seconds.\n',
    })
    expect(errors).toEqual([])
  }
})

test('what is rejected by its price never waits', async () => {
  const { send, runs } = withQueue()
  const query = (count: number) =>
    `{ me { posts { ${Array.from({ length: count }, (_, index) => `priced${index}: caption`).join(' ')} } } }`
  await send(query(11))
  const response = await send(query(11))
  expect(runs).toHaveLength(1)
  expect(jsonOf(response).errors[0].message).toContain(
    `larger than ${limits.graphqlResultBytes} bytes`,
  )
})

test('a persisted query without its document has the error after which clients send it', async () => {
  const { send } = withQueue()
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
  const expected = { errors: [{ message: 'PersistedQueryNotSupported' }] }
  const inAddress = { extensions: JSON.stringify(extensions) }
  for (const response of [await send({ extensions }), await send('', 'GET', inAddress)])
    expect([response.status, jsonOf(response)]).toEqual([200, expected])

  const query = '{ me { username } }'
  const data = { me: { username: 'harbour.and.hearth' } }
  expect(jsonOf(await send({ query, extensions }))).toEqual({ data })
  expect(jsonOf(await send('', 'GET', { query, ...inAddress }))).toEqual({ data })
  // What a client sends beside the document is not an error.
  expect(jsonOf(await send('', 'GET', { query, extensions: '{' }))).toEqual({ data })
  for (const other of [{ extensions: null }, { extensions: { persistedQuery: 1 } }, {}])
    expect(jsonOf(await send(other)).errors[0].message).toContain('as the string "query"')
})
