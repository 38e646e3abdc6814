import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { command, start } from '../support/commands.ts'
import { readTables } from '../support/databases.ts'
import { type PostgresCluster, sharedPostgres } from '../support/postgres/postgres.ts'
import { seedAccount, seededName, seededPosts } from '../support/seed-account.ts'

let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await sharedPostgres()
})

test('two servers on one PostgreSQL have the same responses, and a key that is replaced on one is rejected by the other immediately', async () => {
  const database = await cluster.create()
  const places = ['--media', await tempFolder()]
  const shared = ['--database', database, '--secret', 'one secret for both']
  // Each machine has a folder of its own, with nothing in it that the other would need.
  const own = async () => ['--data', await tempFolder(), ...shared]

  const { apiKey } = await seedAccount(...(await own()), ...places)

  const servers = [
    await start(...(await own()), ...places),
    await start(...(await own()), ...places),
  ]
  const read = async (key: string) =>
    Promise.all(
      servers.map(async ({ url }) => {
        const response = await fetch(`${url}/api/v1/me?api_key=${key}`)
        const { posts, errors } = (await response.json()) as {
          posts?: unknown[]
          errors?: { code: string }[]
        }
        return [response.status, posts?.length ?? errors?.[0]?.code]
      }),
    )
  expect(await read(apiKey)).toEqual([
    [200, seededPosts],
    [200, seededPosts],
  ])

  const regenerated = await command('keys', 'regenerate', seededName, ...(await own()))
  expect(await read(apiKey)).toEqual([
    [401, 'INVALID_API_KEY'],
    [401, 'INVALID_API_KEY'],
  ])
  expect(await read(regenerated.stdout.trim())).toEqual([
    [200, seededPosts],
    [200, seededPosts],
  ])
})

test('a server stays within --database-connections while requests and background jobs wait for them', async () => {
  const at = await cluster.create()
  const place = ['--data', await tempFolder(), '--secret', 'one secret for all', '--database']
  const { apiKey } = await seedAccount(...place, at)
  const limited = [`${at}?application_name=limited`, '--database-connections', '2']
  const server = await start(...place, ...limited)
  const opened = () =>
    readTables(at, async (db) => {
      const { rows } =
        await sql`select from pg_stat_activity where application_name = 'limited'`.execute(db)
      return rows.length
    })
  // Each page is another one, so that none comes from the page cache.
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const query = `api_key=${apiKey}&page[size]=${index + 1}`
      return (await fetch(`${server.url}/api/v1/me?${query}`)).status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  // One for requests and one for jobs; an idle one stays open for ten seconds.
  await expect.poll(opened).toBe(2)
  expect(server.log()).not.toContain('"level":50')
})
