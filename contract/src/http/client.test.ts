import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import type { WireRequest } from './request-spec.ts'

const request = (url = 'https://feed.example/api/v1/me'): WireRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: null,
})
const plain = { headers: {}, origin: 'https://feed.example', concurrency: 6, delay: 0 }
const json = () => Response.json({ ok: true })

function clientOf(responses: (() => Response | Promise<Response>)[], maxRequests = 10) {
  const sent: string[] = []
  const fake: typeof fetch = async (url) => {
    sent.push(String(url))
    return (responses[sent.length - 1] ?? responses.at(-1) ?? json)()
  }
  const signal = new AbortController().signal
  return {
    client: createClient({ fetch: fake, maxRequests, signal, requestTimeout: 50, ...plain }),
    sent,
  }
}

test('sends the same request once and shares its response', async () => {
  const { client, sent } = clientOf([json])
  const [first, second] = await Promise.all([client.send(request()), client.send(request())])
  expect(first).toBe(second)
  expect(sent).toHaveLength(1)
  expect(client.sent).toBe(1)
})

test('distinguishes requests by method, headers and body', async () => {
  const { client } = clientOf([json])
  await client.send(request())
  await client.send({ ...request(), method: 'POST' })
  await client.send({ ...request(), headers: { Accept: 'text/html' } })
  await client.send({ ...request(), method: 'POST', body: '{}' })
  expect(client.sent).toBe(4)
})

test('tries once more after a network fault', async () => {
  const fault = () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }))
  const { client, sent } = clientOf([fault, json])
  expect((await client.send(request())).json).toEqual({ ok: true })
  expect(sent).toHaveLength(2)
})

test('retries once after the page of a proxy, and returns a JSON error as it is', async () => {
  const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  const proxy = clientOf([page, json])
  expect((await proxy.client.send(request())).status).toBe(200)
  const failing = clientOf([() => Response.json({ errors: [] }, { status: 503 })])
  expect((await failing.client.send(request())).status).toBe(503)
  expect(failing.sent).toHaveLength(1)
})

test('stops retrying after ten failed retries, until the deployment responds', async () => {
  const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  const { client, sent } = clientOf([...Array(22).fill(page), json, page, json], 30)
  const send = async () => (await client.sendAgain(request())).status
  expect(await Promise.all(Array.from({ length: 10 }, send))).toEqual(Array(10).fill(502))
  expect(sent).toHaveLength(20)
  expect([await send(), await send(), await send()]).toEqual([502, 502, 200])
  expect(sent).toHaveLength(23)
  expect(await send()).toBe(200)
  expect(sent).toHaveLength(25)
})

test('aborts a response that does not begin, or does not end', async () => {
  const hanging = () => new Promise<Response>(() => {})
  const open = () => new Response(new ReadableStream({}))
  for (const [response, sentence] of [
    [hanging, 'no response within 0.05 seconds'],
    [open, 'the body of /api/v1/me did not end within 0.05 seconds; check its Content-Length'],
  ] as const)
    await expect(clientOf([response]).client.send(request())).rejects.toThrow(sentence)
})

test('does not read an endless body', async () => {
  const canceled = vi.fn()
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)),
        cancel: canceled,
      }),
    )
  await expect(clientOf([endless]).client.send(request())).rejects.toThrow(
    'the response is larger than 16 MB',
  )
  expect(canceled).toHaveBeenCalled()
})
