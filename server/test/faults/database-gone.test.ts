import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { hour } from '../platform/platform-world.ts'
import { start } from '../support/commands.ts'
import { keys } from '../support/feeds.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'
import { failure, faultWorld } from './fault-world.ts'
import { gateTo } from './gate.ts'

test('while PostgreSQL cannot be reached every endpoint responds with the specified 500, and recovers by itself', async () => {
  const postgres = await unreachablePostgres()
  const { connect, settle, read, request, emulator, time } = await faultWorld({
    at: postgres.url,
  })
  const { apiKey, userId } = await connect()
  await settle()
  const before = await read(apiKey)
  expect(before).toMatchObject({ status: 200, body: { status: 'ready' } })

  await postgres.stop()
  const fresh = emulator.users.addPost(userId, { publishedAt: time.now })
  time.now += hour
  for (const path of ['/api/v1/me', '/api/v1/accounts', '/api/v1/rss', '/graphql']) {
    const { status, text } = await request(path, apiKey)
    expect([path, status, JSON.parse(text)]).toEqual([path, 500, failure])
  }

  await postgres.start()
  const back = await read(apiKey)
  expect(back.status).toBe(200)
  await settle()
  expect((await read(apiKey)).body.posts.map(({ id }) => id)).toEqual([
    fresh.id,
    ...before.body.posts.map(({ id }) => id),
  ])
})

test('an outage is at most 60 lines a minute, each with its stack and its request', async () => {
  const postgres = await unreachablePostgres()
  const folder = await tempFolder()
  const shared = ['--data', folder, '--database', postgres.url, '--secret', 'ab'.repeat(32)]
  const { url, log } = await start(...shared, '--role', 'api')
  const read = async () => (await fetch(`${url}/api/v1/me?api_key=${keys.premium}`)).status
  expect(await read()).toBe(401)

  await postgres.stop()
  for (let count = 0; count < 70; count += 1) expect(await read()).toBe(500)
  const lines = log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const errors = lines.filter(({ level }) => level === 50)
  expect(errors).toHaveLength(60)
  for (const { err, requestId } of errors) {
    expect([err.stack, requestId]).toEqual([expect.stringContaining('    at '), expect.any(String)])
  }
})

/** A database of the shared PostgreSQL behind a gate. */
async function unreachablePostgres() {
  const at = await (await sharedPostgres()).create()
  const gate = await gateTo(at)
  return { url: gate.before(at), stop: gate.shut, start: gate.open }
}
