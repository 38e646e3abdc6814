import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy } from '../../src/har/proxy.ts'
import { ran } from '../cli/in-process.ts'
import { startConformingServer } from '../support/conforming-server.ts'

let mock: Awaited<ReturnType<typeof startConformingServer>>
beforeAll(async () => {
  mock = await startConformingServer()
})
afterAll(() => mock.close())

/** Runs the command while a client sends requests to it; a defect changes the bodies. */
async function proxied(paths: readonly string[], defect = (text: string) => text) {
  const statuses: number[] = []
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const result = await ran(
    ['proxy', '--target', mock.url, '--port', String(port), '--reporter', 'json'],
    {
      async fetch(input, init) {
        const response = await fetch(input, init)
        const { status, headers } = response
        return new Response(defect(await response.text()), { status, headers })
      },
      async interrupted() {
        for (const path of paths) {
          const response = await fetch(`http://127.0.0.1:${port}${path}`)
          statuses.push(response.status)
          await response.text()
        }
      },
    },
  )
  return { ...result, statuses }
}

const key = () => `api_key=${mock.key('premium')}`

test('what passes is judged, and the client gets the responses', async () => {
  const { code, stdout, stderr, statuses } = await proxied([
    `/api/v1/me?${key()}&page[size]=2`,
    `/api/v1/me?${key()}&page[size]=many`,
    '/api/v1/rss',
    '/elsewhere',
  ])
  expect(statuses).toEqual([200, 422, 401, 404])
  const { verdict, requests, rules } = JSON.parse(stdout)
  expect([code, verdict, requests]).toEqual([0, 'passed', 3])
  expect(rules.find(({ id }: { id: string }) => id === 'has-more-agrees').outcome).toBe('pass')
  expect(stderr).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+ for http/)
})

test('a violation is said once as it passes, and fails the run, without the key', async () => {
  const page = `/api/v1/me?${key()}`
  const { code, stdout, stderr } = await proxied([page, page], (text) =>
    text.replace('"hasMore":true', '"hasMore":false'),
  )
  expect([code, JSON.parse(stdout).failed]).toEqual([1, ['has-more-agrees']])
  expect(stderr.match(/has-more-agrees \(must\)/g)).toHaveLength(1)
  expect(stdout + stderr).not.toContain(mock.key('premium').slice(0, 16))
})

test('nothing that passed is not green', async () => {
  const { code, stderr } = await proxied(['/elsewhere'])
  expect([code, stderr.split('\n').at(-2)]).toEqual([
    4,
    'Nothing was checked: no response of the API passed.',
  ])
})

test('a deployment that does not respond is a 502, and a port that is taken a sentence', async () => {
  const proxy = await startProxy({
    ...{ target: 'http://127.0.0.1:9', port: 0, fetch, onResponse: () => {} },
  })
  expect((await fetch(`${proxy.url}/api/v1/me`)).status).toBe(502)
  const port = Number(new URL(proxy.url).port)
  await expect(startProxy({ target: mock.url, port, fetch, onResponse: () => {} })).rejects.toThrow(
    `The port ${port} is taken. Name another with --port.`,
  )
  await proxy.close()
})
