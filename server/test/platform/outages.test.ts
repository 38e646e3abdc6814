import { expect, test } from 'vitest'
import type { EmulatedFaultName, Endpoint } from '../../emulator/faults.ts'
import { PlatformError } from '../../src/platform/platform-problems.ts'
import { connect, type PlatformWorld, platformWorld, submitForm } from './platform-world.ts'

const owner = '17851400000000001'

async function connected(deps = {}) {
  const world = await platformWorld(deps)
  const { token } = await connect(world)
  world.requests.length = 0
  return { ...world, token }
}

/** The request has reached the platform, where the fault was waiting for it. */
function arrived({ emulator }: Pick<PlatformWorld, 'emulator'>) {
  return expect.poll(() => emulator.faults.of(owner)).toEqual([])
}

test.each([
  'unknown-trouble',
  'temporary-trouble',
  'transient',
  'server-error',
  'html',
  'html-200',
  'reset',
  'cut',
] satisfies EmulatedFaultName[])('%s is requested three times', async (fault) => {
  const { client, emulator, time, requests, token } = await connected()
  emulator.faults.set(owner, fault, { times: 2 })
  expect(await client.profile(token)).toMatchObject({ user_id: owner })
  expect(requests.length).toBe(3)
  expect(time.delays).toEqual([750, 2250])
  expect(time.running()).toBe(0)

  emulator.faults.set(owner, fault, { times: 3 })
  await expect(client.profile(token)).rejects.toMatchObject({ kind: 'outage' })
  expect(requests.length).toBe(6)
})

test.each([
  [0, [500, 1500]],
  [0.999_999, [1000, 3000]],
])('delays are spread by chance: %d', async (random, expected) => {
  const { client, emulator, time, token } = await connected({ random: () => random })
  emulator.faults.set(owner, 'server-error', { times: 2 })
  await client.profile(token)
  expect(time.delays.map(Math.round)).toEqual(expected)
})

test.each([
  'token-revoked',
  'no-permission',
  'gone',
  'user-throttled',
  'not-json',
  'unknown-error',
] satisfies EmulatedFaultName[])('%s is requested once', async (fault) => {
  const { client, emulator, time, requests, token } = await connected()
  emulator.faults.set(owner, fault)
  await expect(client.profile(token)).rejects.toThrow(PlatformError)
  expect([requests.length, time.delays]).toEqual([1, []])
})

test('a code is sent once, whatever happens; the long token is requested again', async () => {
  const { client, emulator, requests } = await platformWorld()
  const codeOf = async () =>
    (await submitForm(client.authorizeUrl({ state: 's' }))).searchParams.get('code') ?? ''
  const on = (endpoint: Endpoint) => ({ on: [endpoint], times: 2 }) as const

  emulator.faults.set(owner, 'server-error', on('code'))
  await expect(client.exchangeCode(await codeOf())).rejects.toMatchObject({ kind: 'outage' })
  expect(requests).toEqual(['/api/oauth/access_token'])

  emulator.faults.clear(owner)
  emulator.faults.set(owner, 'server-error', on('long-token'))
  await client.exchangeCode(await codeOf())
  expect(requests.slice(1)).toEqual([
    '/api/oauth/access_token',
    '/graph/access_token',
    '/graph/access_token',
    '/graph/access_token',
  ])
})

test('a silent platform is given up after the time limit', async () => {
  const { client, emulator, time, token, requests } = await connected()
  emulator.faults.set(owner, 'hang', { times: 3 })
  const result = client.profile(token).catch((error: unknown) => error)
  for (const left of [2, 1, 0]) {
    await expect.poll(() => emulator.faults.of(owner)[0]?.times ?? 0).toBe(left)
    time.runOut()
  }
  expect(await result).toMatchObject({
    kind: 'outage',
    problem: 'timed-out',
    message: 'profile: The photo platform took too long.',
  })
  expect(requests.length).toBe(3)
})

test('the caller’s signal ends a request that hangs, with its own reason', async () => {
  const world = await connected()
  world.emulator.faults.set(owner, 'hang', { times: 1 })
  const controller = new AbortController()
  const reason = new Error('Shutting down')
  const { signal } = controller
  const result = world.client.profile(world.token, { signal }).catch((error: unknown) => error)
  await arrived(world)
  controller.abort(reason)
  expect(await result).toBe(reason)
  expect([world.requests.length, world.time.delays, world.time.running()]).toEqual([1, [], 0])
})

test('an abort during the delay ends it', async () => {
  const controller = new AbortController()
  const reason = new Error('Shutting down')
  const { client, emulator, token, requests } = await connected({
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
        if (milliseconds === 750) controller.abort(reason)
      }),
  })
  emulator.faults.set(owner, 'server-error')
  await expect(client.profile(token, { signal: controller.signal })).rejects.toBe(reason)
  expect(requests.length).toBe(1)
})

test('a body of more than 8 MB is not read to its end', async () => {
  const { client, emulator, token } = await connected()
  emulator.faults.set(owner, 'huge-body')
  await expect(client.profile(token)).rejects.toThrow(
    'profile: The photo platform sent something that could not be read. (HTTP 200, larger than 8 MB)',
  )
})

test('a redirect is not followed: it would hand the token on', async () => {
  let requestCount = 0
  const { client } = await platformWorld({
    async fetch(_, init) {
      requestCount += 1
      expect(init?.redirect).toBe('manual')
      return new Response(null, { status: 302, headers: { Location: 'https://other.example/' } })
    },
  })
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({
    kind: 'malformed',
    status: 302,
  })
  expect(requestCount).toBe(1)
})

test('a network that is not there', async () => {
  const world = await connected()
  await world.emulator.close()
  await expect(world.client.profile(world.token)).rejects.toThrow(
    'profile: The photo platform could not be reached. (ECONNREFUSED)',
  )
})
