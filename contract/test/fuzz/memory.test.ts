import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkContract } from '../../src/index.ts'
import { startConformingServer } from '../support/conforming-server.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let mock: Awaited<ReturnType<typeof startConformingServer>>
beforeAll(async () => {
  mock = await startConformingServer()
})
afterAll(() => mock.close())

function fuzz(requests: number, send: typeof fetch) {
  return checkContract({
    ...{ url: mock.url, accounts: { premium: mock.key('premium') }, fetch: send },
    ...{ fuzz: { requests, seed: 1 }, only: ['no-posts-endpoint'] },
  })
}

test('responses to random requests are judged and forgotten', async () => {
  const requests = 300
  // An exchange has the headers of its response, so these live as long as it does.
  const headers: WeakRef<Headers>[] = []
  let alive = Number.NaN
  const report = await fuzz(requests, async (url, init) => {
    const response = await fetch(url, init)
    headers.push(new WeakRef(response.headers))
    if (headers.length === requests) {
      await setImmediate()
      collectGarbage()
      alive = headers.filter((one) => one.deref()).length
    }
    return response
  })
  expect(report.rules.find(({ id }) => id === 'fuzz')).toMatchObject({ outcome: 'pass' })
  expect(report.requests).toBeGreaterThan(requests)
  // The survey's responses, and the pages that the posts come from.
  expect(alive).toBeLessThan(40)
})

test('what responds in place of the service is reported, although its responses are forgotten', async () => {
  let sent = 0
  const report = await fuzz(50, async (url, init) => {
    sent += 1
    return sent > 40 ? new Response('Slow down.', { status: 429 }) : fetch(url, init)
  })
  expect(sent).toBeGreaterThan(60)
  expect(report.intermediaries.map(({ kind }) => kind)).toEqual(['rate-limit'])
})
