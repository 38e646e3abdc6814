import { expect, test } from 'vitest'
import { start, startProcess } from '../support/commands.ts'
import { dueAccount } from '../support/due-account.ts'
import { metricNames } from '../support/metrics.ts'

interface Ready {
  url: string
  adminUrl: string
}

test('a server of the role api serves and refreshes nothing; a worker refreshes and does not listen', async () => {
  const { args, status } = await dueAccount()
  const api = await start(...args, '--role', 'api')
  expect(await status(api.url)).toBe('importing')
  const worker = await startProcess<Partial<Ready>>(
    ...[...args, '--role', 'worker', '--concurrency', '2', '--base-url', 'https://feed.example'],
  )
  expect(worker.ready).toEqual({ adminUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  await expect.poll(() => status(api.url)).toBe('ready')
  const ready = await fetch(`${worker.ready.adminUrl}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
  const scrape = async (admin: unknown) => (await fetch(`${admin}/metrics`)).text()
  const scraped = (await scrape(api.adminUrl)) + (await scrape(worker.ready.adminUrl))
  // A metric of ours without a sample is not wired in start-server.ts; jobs have one while they run or fail.
  const isIdle = (name: string) => !new RegExp(`^${name}(_count)?[ {]`, 'm').test(scraped)
  const ours = [...metricNames(scraped)].filter((name) => !/_nodejs_|_jobs$/.test(name))
  expect(ours.filter(isIdle)).toEqual([])
  expect(await worker.stop()).toBe(0)
  const [warned, ...lines] = worker.stderr().trim().split('\n')
  expect(warned).toMatch(/^{"level":40,.*"msg":"Errors name a support address at localhost\./)
  expect(lines.every((line) => line.startsWith('{"level":30,'))).toBe(true)
  expect(lines.every((line) => line.includes('"role":"worker","pid":'))).toBe(true)
})
