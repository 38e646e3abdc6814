import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createOwners } from '../../src/owners/owners.ts'
import { testDatabases, testSecret } from '../support/databases.ts'
import { quickPasswords, withResults } from '../support/owners.ts'

const databases = testDatabases()
const mara = { email: 'mara@harbour.example', password: 'low tide at noon' }
const eve = { email: 'eve@harbour.example', password: 'my own password' }

async function open(verify = quickPasswords.verify) {
  const time = { now: Date.UTC(2026, 2, 1) }
  const database = await databases.open()
  const owners = withResults(
    createOwners({
      ...{ database, secret: testSecret, baseUrl: 'http://feeds.example', mailer: null },
      ...{ passwords: { ...quickPasswords, verify }, supportEmail: 'help@feeds.example' },
      clock: () => time.now,
    }),
  )
  await owners.signUp(mara, { address: '192.0.2.1' })
  await owners.signUp(eve, { address: '198.51.100.1' })
  return { database, owners, time }
}

test('an owner who signs in repeatedly is limited too, and the tables stay small', async () => {
  const { database, owners } = await open()
  let accepted = 0
  // Without cookies, as a script does.
  for (let count = 0; count < 1000; count += 1) {
    if ((await owners.signIn(eve, { address: '198.51.100.1' })).ok) accepted += 1
  }
  const { rows } = await sql`select (select count(*) from owner_place) as places,
    (select count(*) from owner_session) as sessions`.execute(database.tables.db)
  expect({ accepted, ...(rows[0] as object) }).toEqual({ accepted: 10, places: 14, sessions: 12 })
})

test('an owner has 50 places and 50 sessions at most, the newest', async () => {
  const { database, owners, time } = await open()
  let last = new Headers()
  for (let network = 1; network <= 60; network += 1) {
    time.now += 3_600_000
    const result = await owners.signIn(mara, { address: `203.0.113.${network}` })
    if (!result.ok) throw new Error(`The sign-in was rejected: ${result.reason}`)
    last = new Headers({ Cookie: result.cookies.map((line) => line.split(';', 1)[0]).join('; ') })
  }
  expect(await owners.sessions.find(last)).toMatchObject({ owner: { email: mara.email } })
  const { rows } = await sql`select (select count(*) from owner_place) as places,
    (select count(*) from owner_session) as sessions`.execute(database.tables.db)
  // Eve has two places and a session.
  expect(rows).toEqual([{ places: 52, sessions: 51 }])
})

test('an owner who sends many sign-ins does not keep other owners out', async () => {
  const held: (() => void)[] = []
  let holds = false
  const { owners } = await open(async (input) => {
    if (holds) await new Promise<void>((resolve) => held.push(resolve))
    return quickPasswords.verify(input)
  })
  holds = true
  const flood = Array.from({ length: 40 }, () => owners.signIn(eve, { address: '198.51.100.1' }))
  await expect.poll(() => held.length).toBe(2)
  const result = await Promise.race([
    owners.signIn(mara, { address: '192.0.2.1' }),
    new Promise((resolve) => setTimeout(resolve, 500, 'waits in the queue')),
  ])
  holds = false
  for (const release of held) release()
  await Promise.all(flood)
  expect(result).not.toMatchObject({ reason: 'BUSY' })
})

test('a cookie that a stranger has planted is not that of a known browser', async () => {
  const { owners } = await open()
  const planted = { Cookie: `photofeed_device=${'e'.repeat(32)}` }
  const result = await owners.signIn(mara, { address: '192.0.2.1', headers: new Headers(planted) })
  expect(result.ok && result.cookies.join()).not.toContain('e'.repeat(32))
})
