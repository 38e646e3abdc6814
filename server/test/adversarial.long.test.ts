import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { widths } from '@photofeed/openapi'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { openDataFolder } from '../src/start/data-folder.ts'
import { mara, Visitor } from './dashboard/visitor.ts'
import { startProcess } from './support/commands.ts'
import { account, keys, post } from './support/feeds.ts'
import { everyField, largestPosts } from './support/largest-feed.ts'
import { saveFeed } from './support/seed.ts'

const attackMs = 30_000

/** Pictures of 49 megapixels in a few hundred kilobytes, interlaced and not. */
const bombs = await Promise.all(
  ['#a00', '#0a0'].flatMap((background, index) =>
    [false, true].map((progressive) =>
      sharp({ create: { width: 7000, height: 7000 - index, channels: 4, background } })
        .png({ progressive })
        .toBuffer(),
    ),
  ),
)

/** Stores an account with the largest posts of the platform, and another with large pictures. */
async function storeAccounts(): Promise<{ data: string; pictures: string[] }> {
  const data = join(await tempFolder(), 'data')
  await using folder = await openDataFolder(data, undefined)
  const { database, media } = folder
  const large = await saveFeed(
    database,
    account({ platformId: '1', posts: largestPosts(100, 'Harbour lights ') }),
  )
  await database.keys.issue(large.accountId, keys.premium)
  const { accountId } = await saveFeed(database, account({ platformId: '2' }))
  const { mediaId } = await database.tables.db
    .selectFrom('account')
    .select('media_id as mediaId')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const files = []
  for (const bomb of bombs) files.push(await media.put({ accountId: 1, mediaId }, [bomb]))
  const posts = files.map((file, index) =>
    post(`${index}`, index, { media: { file, platformUrl: 'https://platform.example/p.jpg' } }),
  )
  await saveFeed(database, account({ platformId: '2', posts }))
  return { data, pictures: files.map(({ id }) => id) }
}

describe.skipIf(process.platform !== 'linux')('a server with 1 GB', () => {
  test('survives large queries, deep bodies, malformed requests, guessed passwords and resizing at the same time', {
    timeout: 300_000,
  }, async () => {
    const { data, pictures } = await storeAccounts()
    // Node takes half of the memory of a machine with 1 GB.
    vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=512')
    const server = await startProcess<{ url: string; adminUrl: string }>(
      ...['--data', data, '--admin-port', '0', '--address-header', 'X-Forwarded-For'],
    )
    vi.unstubAllEnvs()
    onTestFinished(async () => void (await server.stop()))
    const { url, adminUrl } = server.ready
    const key = `api_key=${keys.premium}`
    const visitor = new Visitor({ url })
    expect((await visitor.post('/sign-up', mara)).status).toBe(303)

    const ends = performance.now() + attackMs
    const statuses = new Map<string, number>()
    let slowest = 0
    let count = 0
    async function attack(name: string, connections: number, send: () => Promise<unknown>) {
      const run = async () => {
        while (performance.now() < ends) {
          const result = await send().catch(() => 'closed')
          const line = `${name} ${result}`
          statuses.set(line, (statuses.get(line) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: connections }, run))
    }
    const statusOf = async (path: string, init: RequestInit = {}) => {
      count += 1
      const signal = AbortSignal.timeout(60_000)
      const response = await fetch(url + path, { redirect: 'manual', signal, ...init })
      await response.arrayBuffer()
      return response.status
    }
    const graphql = (body: string) => statusOf(`/graphql?${key}`, { method: 'POST', body })
    const deep = (open: string, close: string) => open.repeat(30_000) + close.repeat(30_000)
    const address = () => ({ 'X-Forwarded-For': `198.51.${(count >> 8) % 256}.${count % 256}` })

    await Promise.all([
      attack('query', 32, () => graphql(JSON.stringify({ query: `${everyField()} # ${count}` }))),
      attack('deep body', 4, () => graphql(deep('[', ']'))),
      attack('deep variables', 4, () =>
        graphql(`{"query":"{me{username}}","variables":{"t":${deep('[', ']')}}}`),
      ),
      attack('deep query', 4, () => graphql(JSON.stringify({ query: deep('{me', '}') }))),
      attack('malformed', 8, () =>
        sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n\0\0NOT HTTP\r\n\r\n'),
      ),
      attack('slow', 50, async () => {
        await sendRaw(url, `GET /api/v1/me?${key} HTTP/1.1\r\nHost: a\r\n`)
        await setTimeout(500)
        return 'left'
      }),
      attack('guess', 20, () =>
        statusOf('/sign-in', {
          ...{ method: 'POST', headers: { ...address(), Origin: url } },
          body: new URLSearchParams({ ...mara, password: 'a wrong guess' }),
        }),
      ),
      attack('resize', 64, () => {
        const id = pictures[count % pictures.length]
        const width = widths[count % widths.length]
        return statusOf(`/media/${width}/${id}.${count % 2 ? 'webp' : 'jpg'}`)
      }),
      attack('feed', 1, async () => {
        const startedAt = performance.now()
        const status = await statusOf(`/api/v1/me?${key}&page[size]=6`)
        slowest = Math.max(slowest, performance.now() - startedAt)
        await setTimeout(100)
        return status
      }),
    ])

    const memory = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(memory)?.[1]) / 1024
    console.info(
      `peak of memory ${Math.round(peak)} MB; slowest feed ${Math.round(slowest)} ms; ${[...statuses].map(([line, times]) => `${line}: ${times}`).join(', ')}`,
    )
    expect(peak).toBeLessThan(1024)
    const names = [...statuses.keys()]
    expect(names.filter((name) => / 500$/.test(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('feed'))).toEqual(['feed 200'])
    for (const name of ['query', 'deep body', 'deep variables', 'deep query']) {
      expect(names.filter((line) => line.startsWith(`${name} `))).toEqual([`${name} 200`])
    }
    expect(await statusOf(`/api/v1/me?${key}`)).toBe(200)
    expect((await (await fetch(`${adminUrl}/readyz`)).json()).status).toBe('ready')
    // The owner is known in this browser.
    await visitor.post('/sign-out')
    expect((await visitor.post('/sign-in', mara)).headers.get('Location')).toBe('/accounts')
    expect(await server.stop()).toBe(0)
  })
})

/** Sends bytes, and closes the connection once the server has responded or closed it. */
function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    const end = (result: string) => () => {
      resolve(result)
      socket.destroy()
    }
    socket.once('data', end('responded'))
    socket.once('error', end('closed'))
    socket.once('close', end('closed'))
    socket.setTimeout(500, end('silent'))
  })
}
