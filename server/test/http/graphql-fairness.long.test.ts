import { mkdir } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { limits } from '@photofeed/openapi'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { databaseDefaults } from '../../src/stores/engine/database-settings.ts'
import { startProcess } from '../support/commands.ts'
import { postgres } from '../support/databases.ts'
import { account, keys } from '../support/feeds.ts'
import { many } from '../support/graphql-client.ts'
import { everyField, fullPosts } from '../support/largest-feed.ts'
import { saveAccount } from '../support/seed.ts'

const secret = 's'.repeat(64)
const posts = fullPosts(120)

/** Starts a built server with two accounts, one that sends too much and another one. */
async function startLoaded(database?: string) {
  const folder = await tempFolder()
  {
    await using open = await openDataFolder(folder, secret, { ...databaseDefaults, database })
    for (const apiKey of [keys.premium, keys.other]) {
      await saveAccount(open.database, account({ platformId: apiKey, posts, apiKey }))
    }
  }
  vi.stubEnv('PHOTOFEED_SECRET', secret)
  // Their files are never requested.
  await mkdir(join(folder, 'media', 'accounts'), { recursive: true })
  const args = database === undefined ? [] : ['--database', database]
  const server = await startProcess('--data', folder, ...args)
  vi.unstubAllEnvs()
  return { url: server.ready.url, megabytes: server.peakMegabytes }
}

/** As many captions as a result may have. */
const captions = Math.floor(limits.graphqlResultBytes / (100 * 2220))
const largest = `{ me(first: 100) { posts { ${many(captions, (index) => `c${index}: caption`)} } } }`

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })

/** Sends a query, and returns what arrives of the response, or null once the client has left. */
function send(url: string, query: string, signal?: AbortSignal) {
  return new Promise<{ status: number; retryAfter?: string; bytes: number } | null>(
    (resolve, reject) => {
      const target = `${url}/graphql?api_key=${keys.premium}&query=${encodeURIComponent(query)}`
      const sent = httpRequest(target, { agent, ...(signal && { signal }) }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('error', () => resolve(null))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({
            status,
            bytes,
            ...(headers['retry-after'] && { retryAfter: headers['retry-after'] }),
          })
        })
      })
      sent.on('error', (error) => (signal?.aborted ? resolve(null) : reject(error)))
      sent.end()
    },
  )
}

/** Sends so many different queries at once. */
function sendMany(url: string, count: number, signal?: AbortSignal) {
  return Promise.all(
    Array.from({ length: count }, (_, index) => send(url, `${largest} # ${index}`, signal)),
  )
}

/** 1,200 clients that arrive within two seconds. In one instant, the system itself takes half a second to connect them. */
function arrive(url: string, queryOf: (index: number) => string) {
  return Promise.all(
    Array.from({ length: 1200 }, async (_, index) => {
      await setTimeout((index * 2000) / 1200)
      return send(url, queryOf(index))
    }),
  )
}

/** Probes the pages of the other account. */
function startProber(url: string) {
  const worker = new Worker(new URL('../support/http/prober.ts', import.meta.url))
  onTestFinished(async () => void (await worker.terminate()))
  const page = encodeURIComponent(`${everyField(25)} # `)
  const urls = {
    me: `${url}/api/v1/me?api_key=${keys.other}&page[size]=12`,
    page: `${url}/graphql?api_key=${keys.other}&query=${page}#`,
  }
  return async (load: () => Promise<unknown>) => {
    const longest = new Promise<{ me: number; page: number }>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    worker.postMessage(urls)
    await load()
    worker.postMessage('stop')
    return longest
  }
}

test.skipIf(process.platform !== 'linux').each(['SQLite', 'PostgreSQL'])(
  'on %s, nobody delays GraphQL and REST of another account',
  { timeout: 300_000 },
  async (name) => {
    const database = name === 'PostgreSQL' ? await postgres.make() : undefined
    const { url, megabytes } = await startLoaded(database)
    const probe = startProber(url)
    const alone = await probe(() => setTimeout(2000))
    const measured: Record<string, unknown> = { alone }
    async function expectFair(what: string, load: () => Promise<unknown>) {
      const longest = await probe(load)
      measured[what] = longest
      measured.megabytes = Math.round(megabytes())
      console.info(name, what, JSON.stringify(measured))
      expect.soft(longest.me, `/me during ${what}`).toBeLessThan(500)
      expect.soft(longest.page, `a page during ${what}`).toBeLessThan(2 * alone.page + 500)
      expect.soft(megabytes(), `memory after ${what}`).toBeLessThan(400)
    }

    await expectFair('40 queries at the limit', async () => {
      for (const response of await sendMany(url, 40)) {
        expect.soft(response?.status).toBe(200)
        expect.soft(response?.bytes).toBeGreaterThan(0.9 * limits.graphqlResultBytes)
      }
    })
    await expectFair('250 abandoned queries', async () => {
      await sendMany(url, 250, AbortSignal.timeout(1000))
      await setTimeout(1000)
    })
    await expectFair('1,200 clients', async () => {
      const responses = await arrive(url, (index) => `${largest} # of ${index}`)
      const rejected = responses.filter((response) => response?.status === 503)
      expect.soft(rejected.length).toBeGreaterThan(0)
      for (const { retryAfter } of rejected.flatMap((response) => response ?? [])) {
        expect.soft(retryAfter).toBe('5')
      }
      expect.soft(responses.every((each) => [200, 503].includes(each?.status ?? 0))).toBe(true)
    })
    await expectFair('1,200 clients with the same query', async () => {
      const responses = await arrive(url, () => `${largest} # same`)
      expect.soft(new Set(responses.map((response) => response?.status))).toEqual(new Set([200]))
    })
  },
)
