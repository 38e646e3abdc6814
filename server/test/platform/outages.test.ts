import { ReadableStream as WebStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EmulatedFaultName, Endpoint } from '../../emulator/faults.ts'
import { createPlatformClient, platformHostsAt } from '../../src/platform/platform-client.ts'
import { PlatformError } from '../../src/platform/platform-problems.ts'
import { app, connect, platformWorld, submitForm } from './platform-world.ts'

const owner = '17851400000000001'

async function connected(deps = {}) {
  const world = await platformWorld(deps)
  const { token } = await connect(world)
  world.requests.length = 0
  return { ...world, token }
}

test.each([
  'server-error',
  'reset',
  'token-revoked',
  'user-throttled',
  'not-json',
] satisfies EmulatedFaultName[])('%s: nothing is sent again', async (fault) => {
  const { client, emulator, requests, token } = await connected()
  emulator.faults.set(owner, fault, { times: 1 })
  await expect(client.profile(token)).rejects.toThrow(PlatformError)
  expect(requests.length).toBe(1)
})

test.each([
  ['code', ['/api/oauth/access_token']],
  ['long-token', ['/api/oauth/access_token', '/graph/access_token']],
] satisfies [Endpoint, string[]][])('an outage at the %s ends the exchange', async (on, sent) => {
  const { client, emulator, requests } = await platformWorld()
  const back = await submitForm(client.authorizeUrl({ state: 's' }))
  emulator.faults.set(owner, 'server-error', { on: [on], times: 1 })
  const exchange = client.exchangeCode(back.searchParams.get('code') ?? '')
  await expect(exchange).rejects.toMatchObject({ kind: 'outage' })
  expect(requests).toEqual(sent)
})

test('a request to a silent platform ends after the time limit', async () => {
  const { client, emulator, token, requests } = await connected({ partMs: 100 })
  emulator.faults.set(owner, 'hang', { times: 1 })
  await expect(client.profile(token)).rejects.toMatchObject({
    kind: 'outage',
    problem: 'timed-out',
    message: 'profile: The photo platform took too long.',
  })
  expect(requests.length).toBe(1)
})

test('a response that arrives steadily is read to its end, however long it takes', async () => {
  const profile = { user_id: owner, username: 'harbour.and.hearth', biography: 'x'.repeat(400_000) }
  const bytes = new TextEncoder().encode(JSON.stringify(profile))
  const fetch = async () => {
    async function* parts() {
      for (let at = 0; at < bytes.length; at += 65_536) {
        yield bytes.subarray(at, at + 65_536)
        await setTimeout(60)
      }
    }
    return new Response(WebStream.from(parts()) as never)
  }
  const client = createPlatformClient({ ...app, redirectUri: '' }, { fetch, partMs: 150 })
  expect(await client.profile('token')).toMatchObject({ username: profile.username })
})

test('the caller’s signal ends a request that hangs, with its own reason', async () => {
  const { client, emulator, token } = await connected()
  emulator.faults.set(owner, 'hang', { times: 1 })
  const controller = new AbortController()
  const reason = new Error('Shutting down')
  const { signal } = controller
  const result = client.profile(token, { signal }).catch((error: unknown) => error)
  // The request has reached the platform, where the fault was waiting for it.
  await expect.poll(() => emulator.faults.of(owner)).toEqual([])
  controller.abort(reason)
  expect(await result).toBe(reason)
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
  const client = createPlatformClient({ ...app, hosts: platformHostsAt('http://127.0.0.1:2') }, {})
  await expect(client.profile('IGAAtoken')).rejects.toThrow(
    'profile: The photo platform could not be reached. (ECONNREFUSED)',
  )
})
