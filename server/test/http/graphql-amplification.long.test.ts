import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { limits } from '@photofeed/openapi'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propertyRuns } from '../../../core/test/store/arbitraries.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { databaseDefaults } from '../../src/stores/engine/database-settings.ts'
import { startProcess } from '../support/commands.ts'
import { postgres } from '../support/databases.ts'
import { account } from '../support/feeds.ts'
import { many } from '../support/graphql-client.ts'
import { everyField, largestPosts } from '../support/largest-feed.ts'
import { saveAccount } from '../support/seed.ts'

/** Accounts by what their texts are made of: one to four bytes for each character, and characters that JSON escapes. */
const texts = { a: 'Harbour lights ', b: '港', c: '🎣', d: '"\\', e: '\u0001' }
type Key = keyof typeof texts
const apiKey = (key: Key) => key.repeat(64)

/** A query reads fewer posts, wherever in the account they are. */
const postsOfAccount = limits.graphqlPosts + 50

/** Servers on PostgreSQL need one. */
const secret = 's'.repeat(64)

/** Stores the accounts, and returns the arguments of a server with them. */
async function storeAccounts(database?: string): Promise<string[]> {
  const folder = await tempFolder()
  await using open = await openDataFolder(folder, secret, { ...databaseDefaults, database })
  for (const [index, key] of (Object.keys(texts) as Key[]).entries()) {
    const posts = largestPosts(postsOfAccount, texts[key])
    await saveAccount(
      open.database,
      account({ platformId: `${index}`, posts, apiKey: apiKey(key) }),
    )
  }
  // Their files are never requested.
  await mkdir(join(folder, 'media', 'accounts'), { recursive: true })
  return ['--data', folder, ...(database === undefined ? [] : ['--database', database])]
}

/** Starts a built server with a limit of its heap in megabytes. Node ends a process that needs more. */
async function startWithHeap(megabytes: number, args: string[]) {
  vi.stubEnv('PHOTOFEED_SECRET', secret)
  vi.stubEnv('NODE_OPTIONS', `--max-old-space-size=${megabytes}`)
  const server = await startProcess<{ url: string; adminUrl: string }>(
    ...args,
    ...['--admin-port', '0'],
  )
  vi.unstubAllEnvs()
  const { url, adminUrl } = server.ready
  let requests = 0
  return {
    ...server,
    url,
    target: (key: Key) => `/graphql?api_key=${apiKey(key)}`,
    /** The query with a comment of its own, so that no response is in the page cache. */
    bodyOf(query: string) {
      requests += 1
      return JSON.stringify({ query: `${query} # ${requests}` })
    },
    async send(key: Key, query: string) {
      const body = this.bodyOf(query)
      const response = await fetch(url + this.target(key), { method: 'POST', body })
      const text = await response.text()
      expect(response.status).toBe(200)
      return { bytes: Buffer.byteLength(text), isAccepted: text.startsWith('{"data"'), text }
    },
    /** The longest delay of the event loop since the last call. */
    async delaySeconds() {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text()
      return Number(/^photofeed_nodejs_eventloop_lag_max_seconds (.+)$/m.exec(metrics)?.[1])
    },
  }
}

type TestServer = Awaited<ReturnType<typeof startWithHeap>>

const leaves = {
  caption: (alias: string) => `${alias}: caption`,
  id: (alias: string) => `${alias}: id`,
  type: (alias: string) => `${alias}: __typename`,
  comments: (alias: string) => `${alias}: comments { id text timestamp likeCount }`,
  texts: (alias: string) => `${alias}: comments { a: text b: text c: text d: text }`,
  widths: (alias: string) => `${alias}: children { sizes { width } }`,
  urls: (alias: string) => `${alias}: children { id mediaUrl permalink sizes { url } }`,
  sizes: (alias: string) => `${alias}: sizes { width url }`,
}

/** How often each of the fields of a post is selected, and in how many root fields. */
const anyShape = fc.record({
  roots: fc.constantFrom(1, 2, 2, 5, 20),
  longAliases: fc.boolean(),
  counts: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...(Object.keys(leaves) as (keyof typeof leaves)[])),
      fc.constantFrom(1, 1, 3, 8, 24),
    ),
    { minLength: 1, maxLength: 3, selector: ([leaf]) => leaf },
  ),
})

type Shape = typeof anyShape extends fc.Arbitrary<infer Value> ? Value : never

function queryOf({ roots, longAliases, counts }: Shape, first: number): string {
  const prefix = longAliases ? 'a'.repeat(40) : ''
  const fields = counts
    .map(([leaf, count]) => many(count, (index) => leaves[leaf](`${prefix}${leaf}${index}`)))
    .join(' ')
  const root = (index: number) => `r${index}: me(first: ${first}) { posts { ...F } }`
  return `{ ${many(roots, root)} } fragment F on Post { ${fields} }`
}

/** The largest accepted query of a shape: with one post more it is rejected. */
async function largestAccepted(server: TestServer, key: Key, shape: Shape) {
  let [accepted, rejected] = [0, 101]
  let bytes = 0
  while (rejected - accepted > 1) {
    const first = Math.floor((accepted + rejected) / 2)
    const response = await server.send(key, queryOf(shape, first))
    if (response.isAccepted) {
      accepted = first
      bytes = response.bytes
    } else {
      rejected = first
      expect(JSON.parse(response.text)).toEqual({
        errors: [expect.objectContaining({ message: expect.any(String) })],
      })
    }
  }
  return { key, query: queryOf(shape, accepted), first: accepted, bytes }
}

/** Sends requests whose responses nobody reads, and returns once all are computed. */
async function sendUnread(server: TestServer, { key, query }: { key: Key; query: string }) {
  const { port } = new URL(server.url)
  for (let count = 0; count < 32; count += 1) {
    const body = server.bodyOf(query)
    const socket = connect(Number(port), '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST ${server.target(key)} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  // Large results are computed in the order of their requests.
  await server.send(key, query)
}

/** The largest accepted query of each shape, of each account. */
async function search(server: TestServer) {
  const shapes = fc.sample(anyShape, { ...propertyRuns, numRuns: 16 })
  const found = []
  for (const key of Object.keys(texts) as Key[]) {
    for (const shape of shapes) {
      const largest = await largestAccepted(server, key, shape)
      if (largest.first === 0) continue
      await server.delaySeconds()
      await server.send(largest.key, largest.query)
      found.push({ ...largest, delay: await server.delaySeconds() })
    }
  }
  return found
}

test.skipIf(process.platform !== 'linux').each(['SQLite', 'PostgreSQL'])(
  'the largest accepted queries fit in the memory of a server on %s, and 32 that nobody reads',
  { timeout: 1_200_000 },
  async (name) => {
    const args = await storeAccounts(name === 'PostgreSQL' ? await postgres.make() : undefined)
    // An idle server takes 40 MB of it, so that a request must not keep more than 60 MB alive.
    const small = await startWithHeap(100, args)
    expect((await small.send('a', everyField(50))).isAccepted).toBe(true)
    const found = await search(small)
    expect(found.length).toBeGreaterThan(40)
    for (const { bytes } of found) expect(bytes).toBeLessThanOrEqual(limits.graphqlResultBytes)
    const peaks = [small.peakMegabytes()]
    await small.stop()

    // Node takes half of the memory of a machine with 1 GB.
    const server = await startWithHeap(512, args)
    const byBytes = found.toSorted((a, b) => b.bytes - a.bytes)
    const byDelay = found.toSorted((a, b) => b.delay - a.delay)
    const [largest, slowest] = [byBytes[0], byDelay[0]]
    if (!largest || !slowest) throw new Error('The server accepts no query.')
    await sendUnread(server, largest)
    peaks.push(server.peakMegabytes())
    console.info(
      `${name}: ${found.length} queries, at most ${largest.bytes} bytes; longest delay ${slowest.delay} s: ${slowest.query.slice(0, 200)}; peaks of memory in MB: ${peaks.map(Math.round).join(', ')}`,
    )
    expect(Math.max(...peaks)).toBeLessThan(1024)
    // A sanity check only, because other processes delay this one.
    expect(slowest.delay).toBeLessThan(2)
  },
)
