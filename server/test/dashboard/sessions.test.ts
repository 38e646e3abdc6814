import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { tokenIn } from '../support/owners.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { finn, mara, noticeOf, signedUp, Visitor } from './visitor.ts'

/** Makes the database raise an error when a session is deleted. */
const keepSessions = {
  sqlite: [
    `create trigger keep before delete on owner_session begin select raise(abort, 'no room'); end`,
  ],
  postgres: [
    `create function keep() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`,
    'create trigger keep before delete on owner_session for each row execute function keep()',
  ],
}
const deleteSessions = {
  sqlite: ['drop trigger keep'],
  postgres: ['drop trigger keep on owner_session', 'drop function keep()'],
}

async function run(
  { database: { tables } }: DashboardWorld,
  statements: Record<'sqlite' | 'postgres', string[]>,
): Promise<void> {
  for (const statement of statements[tables.engine]) await sql.raw(statement).execute(tables.db)
}

const opens = async (visitor: Visitor) => (await visitor.get('/accounts')).status === 200

/** Signs Mara in with another browser. */
async function signedIn(world: DashboardWorld, address: string) {
  const visitor = new Visitor(world, address)
  await visitor.post('/sign-in', mara)
  return visitor
}

onBothDatabases((databases) => {
  const open = async (changes = {}) => dashboardWorld({ at: await databases.place(), ...changes })

  test('a visitor whose session is not deleted does not read that it was', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    await run(world, keepSessions)
    const failed = await visitor.post('/sign-out')
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([500, []])
    expect(failed.text).toContain('The server could not end your session. You are still signed in.')
    expect(world.errors.splice(0)).toHaveLength(1)
    expect(await opens(visitor)).toBe(true)

    await run(world, deleteSessions)
    const ended = await visitor.post('/sign-out')
    expect(ended.headers.get('Location')).toBe('/sign-in?after=out')
    expect(ended.headers.getSetCookie()).toContain(
      'photofeed_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )
  })

  test('signing out ends the session for a copy of its cookie too', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const copy = new Visitor(world)
    const { headers } = await copy.post('/sign-in', mara)
    const Cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const copied = async () =>
      (await fetch(`${world.url}/accounts`, { headers: { Cookie }, redirect: 'manual' })).status
    expect(await copied()).toBe(200)
    await copy.post('/sign-out')
    expect(await copied()).toBe(303)
    expect(await opens(visitor)).toBe(true)
    expect((await copy.post('/sign-out')).headers.get('Location')).toBe('/sign-in?after=out')
  })

  test('the settings end all other sessions', async () => {
    const world = await open()
    await signedUp(world)
    const stranger = await signedUp(world, finn)
    const [here, phone] = [await signedIn(world, '192.0.2.1'), await signedIn(world, '2001:db8::1')]
    const ended = await here.post('/settings/sessions/end-others')
    expect(ended.headers.get('Location')).toBe('/settings?after=sessions')
    expect(noticeOf(await here.get('/settings?after=sessions'))).toBe(
      'All other sessions have ended.',
    )
    expect([await opens(here), await opens(phone), await opens(stranger)]).toEqual([
      ...[true, false, true],
    ])
  })

  test('another address ends all other sessions, also when another browser opens the link', async () => {
    const world = await open()
    const email = 'mara@lighthouse.example'
    for (const confirmsHere of [true, false]) {
      const owner = { email: `${confirmsHere}@harbour.example`, password: mara.password }
      const visitor = await signedUp(world, owner)
      const elsewhere = new Visitor(world)
      await elsewhere.post('/sign-in', owner)
      const stranger = await signedUp(world, { ...finn, email: `${confirmsHere}@quay.example` })
      const moved = { email: `${confirmsHere}.${email}`, password: owner.password }
      await visitor.post('/settings/email', moved)
      world.mails.length = 0
      await world.sendMails()
      expect(await opens(elsewhere)).toBe(true)
      const token = tokenIn(world.mails[0])
      const confirming = confirmsHere ? visitor : stranger
      expect((await confirming.post('/confirm-email', { token })).status).toBe(303)
      const open = [await opens(visitor), await opens(elsewhere), await opens(stranger)]
      expect(open).toEqual([confirmsHere, false, true])
      world.time.now += 3_600_000
    }
  })

  test('without mail, another address ends all other sessions', async () => {
    const world = await open({ mails: false })
    const visitor = await signedUp(world)
    const elsewhere = await signedIn(world, '192.0.2.9')
    const email = 'mara@lighthouse.example'
    await visitor.post('/settings/email', { email, password: mara.password })
    expect([await opens(visitor), await opens(elsewhere)]).toEqual([true, false])
  })
})
