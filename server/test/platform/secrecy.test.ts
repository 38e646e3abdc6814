import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { faultNames } from '../../emulator/faults.ts'
import { PlatformError, type PlatformError as Told } from '../../src/platform/platform-problems.ts'
import { app, connect, platformWorld, submitForm } from './platform-world.ts'

const owner = '17851400000000001'
const permissions = ['instagram_business_basic', 'instagram_business_manage_comments']

/** Everything that a log or a database could take from an error. */
function everythingIn(error: Error): string {
  const all: unknown[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    all.push(at.message, at.stack, JSON.stringify(at), inspect(at, { depth: 9, showHidden: true }))
  }
  return all.join('\n')
}

function expectSecret(text: string, secrets: readonly string[]) {
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10)
    expect(text).not.toContain(secret)
    // Nor a part that would help.
    expect(text).not.toContain(secret.slice(0, 12))
    expect(text).not.toContain(secret.slice(-12))
  }
  expect(text).not.toMatch(/access_token=|client_secret=|paging/)
}

test('no error of any kind says a token, a secret or a URL, although the platform does', async () => {
  const world = await platformWorld()
  const { client, emulator, time } = world
  const { token } = await connect(world)
  emulator.settings.leaks = true
  const kinds = new Set<string>()
  const texts: string[] = []

  async function collect(work: () => Promise<unknown>) {
    const error = await work().catch((error: unknown) => error)
    // An edited response lacks posts where others have errors.
    if (!(error instanceof PlatformError)) return texts.push(JSON.stringify(error))
    kinds.add(error.kind)
    texts.push(everythingIn(error))
  }
  async function walk() {
    const leftOut: unknown[] = []
    for await (const page of client.mediaPages(token, { permissions })) leftOut.push(page.leftOut)
    return leftOut
  }

  const codes: string[] = []
  for (const fault of faultNames) {
    if (fault === 'hang') continue
    emulator.faults.set(owner, fault)
    await collect(() => client.profile(token).then(() => null))
    time.now += 86_400_000 / 48
    await collect(() => client.refreshToken(token).then(() => null))
    time.now += 86_400_000 / 48
    await collect(walk)
    const back = await submitForm(client.authorizeUrl({ state: 's' }), { user: owner })
    const code = back.searchParams.get('code') ?? ''
    codes.push(code)
    time.now += 86_400_000 / 48
    await collect(() => client.exchangeCode(code).then(() => null))
    await collect(() => client.exchangeCode(code).then(() => null))
    emulator.faults.clear(owner)
    time.now += 1_200_000
  }
  expect([...kinds].toSorted()).toEqual([
    'app',
    'gone',
    'invalid-code',
    'malformed',
    'outage',
    'permission',
    'throttled',
    'token',
  ])
  const all = texts.join('\n')
  expect(all).toContain('The session has been invalidated')
  expectSecret(all, [token, app.clientSecret, ...codes])
})

test.each([
  ['in a token that cannot be read', { access_token: ['IGAAleakedLeakedLeaked'], user_id: '1' }],
  ['in an id', { access_token: 'IGAAother', user_id: '!IGAAleakedLeakedLeaked' }],
  [
    'in a permission',
    { access_token: 'IGAAo', user_id: '1', permissions: { a: 'IGAAleakedLeakedLeaked' } },
  ],
])('a new token is not in the message: %s', async (_, body) => {
  const { client } = await platformWorld({ fetch: async () => Response.json(body) })
  const error: Told = await client.exchangeCode('AQcode').then(
    () => {
      throw new Error('Nothing was rejected')
    },
    (error) => error,
  )
  expect(error).toBeInstanceOf(PlatformError)
  expectSecret(everythingIn(error), ['IGAAleakedLeakedLeaked'])
})

test('what fetch says about a URL is not repeated', async () => {
  const { client } = await platformWorld({
    async fetch(input) {
      throw new TypeError(`Failed to fetch ${input}`, {
        cause: Object.assign(new Error(String(input)), { code: String(input) }),
      })
    },
  })
  const token = 'IGAAleakedLeakedLeaked'
  const error = await client.profile(token).catch((error: unknown) => error as Error)
  expect(error).toMatchObject({ message: 'profile: The photo platform could not be reached.' })
  expect(error).not.toHaveProperty('cause')
  expectSecret(everythingIn(error as Error), [token])
})
