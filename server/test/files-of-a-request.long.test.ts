// Counts the files whose functions run for one request or job in the demo. ARCHITECTURE.md has the results.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Profiler } from 'node:inspector'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accountScenarios } from '@photofeed/core/scenarios'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWithin } from '../../scripts/budgets.ts'
import { cardsOf, departureOf, mara, Visitor } from './dashboard/visitor.ts'
import { submitForm } from './platform/platform-world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Ours, without what only the demo has and what is generated. */
const ours = /^(?:core|server)\/src\/(?!generated\/|scenarios\/)/

let url: string
let send: (method: string, parameters?: object) => Promise<unknown>
let stop: () => Promise<void>

beforeAll(async () => {
  const child = spawn(
    process.execPath,
    ['--inspect=127.0.0.1:0', 'server/cli/cli.ts', 'demo', '--port', '0', '--json'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  stop = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const [[ready], [debugging]] = await Promise.all([
    once(createInterface(child.stdout), 'line'),
    once(createInterface(child.stderr), 'line'),
  ])
  child.stderr.resume()
  url = JSON.parse(ready).url
  send = await openInspector(/ws:\S+/.exec(debugging)?.[0] ?? '')
  await send('Profiler.enable')
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(() => stop())

/** Opens a session of the inspector: https://chromedevtools.github.io/devtools-protocol/v8/Profiler/ */
async function openInspector(address: string): Promise<typeof send> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let sent = 0
  return async (method, params = {}) => {
    sent += 1
    const id = sent
    const response = new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data)
        if (message.id === id) resolve(message.result)
      })
    })
    socket.send(JSON.stringify({ id, method, params }))
    return response
  }
}

/** Returns the files whose functions have run since the last call. */
async function takeFiles(): Promise<Set<string>> {
  const { result } = (await send('Profiler.takePreciseCoverage')) as {
    result: Profiler.ScriptCoverage[]
  }
  const ran = result
    .filter(({ functions }) =>
      // The first one is the module itself.
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]?.count),
    )
    .map(({ url }) => relative(root, url.replace(/^file:\/\//, '')))
  return new Set(ran.filter((file) => ours.test(file)))
}

/** Runs what is measured once, and returns the files of all three times that follow, without what runs in the background. */
async function filesOf(run: () => Promise<unknown>): Promise<string[]> {
  await run()
  let files: Set<string> | undefined
  for (let round = 0; round < 3; round++) {
    await takeFiles()
    await run()
    const ran = await takeFiles()
    files = files ? new Set([...files].filter((file) => ran.has(file))) : ran
  }
  return [...(files ?? [])].sort()
}

function report(what: string, files: readonly string[]) {
  process.stdout.write(`${what}: ${files.length} files\n  ${files.join('\n  ')}\n`)
  expectWithin(`files of ${what}`, files.length)
}

async function get(path: string): Promise<void> {
  const response = await fetch(url + path)
  expect(response.status).toBe(200)
  await response.arrayBuffer()
}

const apiKey = accountScenarios.find(({ name }) => name === 'premium')?.apiKey
const me = `/api/v1/me?api_key=${apiKey}`
let number = 0

test('/me, cached', async () => {
  report('/me, cached', await filesOf(() => get(me)))
})

test('/me, not cached', async () => {
  const files = await filesOf(() =>
    get(
      `${me}&page[size]=3&filter[publishedBefore]=${new Date(Date.UTC(2200, 0, 1) + 1000 * number++).toISOString()}`,
    ),
  )
  report('/me, not cached', files)
})

test('POST /graphql, not cached', async () => {
  const files = await filesOf(async () => {
    const query = 'query ($n: Int) { me(first: $n) { username posts { id mediaUrl publishedAt } } }'
    const body = JSON.stringify({ query, variables: { n: (number++ % 40) + 1 } })
    const headers = { 'Content-Type': 'application/json' }
    const target = `${url}/graphql?api_key=${apiKey}`
    const response = await fetch(target, { method: 'POST', headers, body })
    expect((await response.json()).data.me.posts.length).toBeGreaterThan(0)
  })
  report('POST /graphql, not cached', files)
})

/** Signs up in the demo, and connects an account of the emulated platform. */
async function connectAccount(): Promise<{ visitor: Visitor; id: number }> {
  const visitor = new Visitor({ url })
  await visitor.post('/sign-up', { email: mara.email })
  const outbox = () => visitor.get('/demo/outbox').then(({ text }) => text)
  await expect.poll(outbox).toContain('reset-password?token=')
  const [, token = ''] = /reset-password\?token=(\w+)/.exec(await outbox()) ?? []
  await visitor.post('/reset-password/new', { ...mara, token })
  const back = await submitForm(departureOf(await visitor.post('/connect')))
  await visitor.get(back.pathname + back.search)
  await expect
    .poll(() => cardsOf(visitor), { timeout: 60_000 })
    .toMatchObject([{ status: 'ready' }])
  const [card] = await cardsOf(visitor)
  return { visitor, id: card?.id ?? 0 }
}

test('a refresh that finds nothing new, and a new key', async () => {
  const { visitor, id } = await connectAccount()
  await setTimeout(3000)
  expect(await visitor.notice(await visitor.post(`/accounts/${id}/refresh`))).toContain(
    'Refreshing @',
  )
  await takeFiles()
  await setTimeout(3000)
  // The response to the form ends, and the emulated platform writes times.
  const others = /\/(?:service|timestamp)\.ts$/
  const files = [...(await takeFiles())].filter((file) => !others.test(file)).sort()
  report('a refresh that finds nothing new', files)

  const replaceKey = async () => {
    const page = await visitor.get(`/accounts/${id}/regenerate`)
    const [, fingerprint = ''] = /name="fingerprint" value="(\w+)"/.exec(page.text) ?? []
    await takeFiles()
    const { headers } = await visitor.post(`/accounts/${id}/regenerate`, { fingerprint })
    expect(headers.get('Location')).toMatch(/^\/feeds\/\w{8}\?notice=/)
  }
  report('a new key', await filesOf(replaceKey))
})
