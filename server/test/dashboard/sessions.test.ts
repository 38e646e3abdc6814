import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { browserName } from '../../src/dashboard/session-list.ts'
import { onBothDatabases } from '../support/databases.ts'
import { tokenIn } from '../support/owners.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { finn, mara, noticeOf, signedUp, Visitor } from './visitor.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

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
async function signedIn(world: DashboardWorld, address: string, userAgent?: string) {
  const visitor = new Visitor(world, address, userAgent)
  await visitor.post('/sign-in', mara)
  return visitor
}

/** Returns the sessions in the settings of a visitor. */
async function listed(visitor: Visitor) {
  const { text } = await visitor.get('/settings')
  const list = /<ul class="sessions">(.*?)<\/ul>/s.exec(text)?.[1] ?? ''
  return list
    .split('</li>')
    .slice(0, -1)
    .map((entry) => ({
      browser: /<h3>([^<]*)</.exec(entry)?.[1],
      address: /from ([\w.:]+)</.exec(entry)?.[1],
      isThis: entry.includes('This session'),
      id: /name="session" value="(\w+)"/.exec(entry)?.[1] ?? '',
      times: entry.match(/datetime="[^"]+"/g)?.length,
    }))
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

  test('the settings list the sessions, and end one or all others', async () => {
    const world = await open()
    await signedUp(world)
    await signedUp(world, finn)
    const here = await signedIn(world, '192.0.2.1', firefox)
    const phone = await signedIn(world, '2001:db8:5::1', safari)
    const tool = await signedIn(world, '198.51.100.7', 'curl/8')

    const sessions = await listed(here)
    const ofOthers = { isThis: false, times: 2, canEnd: true }
    const shown = sessions.map(({ id, ...rest }) => ({ ...rest, canEnd: id !== '' }))
    expect(shown[0]).toEqual({
      ...{ browser: 'Firefox on Windows', address: '192.0.2.1' },
      ...{ isThis: true, times: 1, canEnd: false },
    })
    expect(shown).toHaveLength(4)
    expect(shown).toEqual(
      expect.arrayContaining([
        { ...ofOthers, browser: 'Unknown browser', address: '198.51.100.7' },
        { ...ofOthers, browser: 'Safari on iPhone', address: '2001:db8:5::' },
        { ...ofOthers, browser: 'Unknown browser', address: '192.0.2.1' },
      ]),
    )
    const session = sessions.find(({ browser }) => browser === 'Safari on iPhone')?.id ?? ''

    const stranger = new Visitor(world)
    await stranger.post('/sign-in', finn)
    expect((await stranger.post('/settings/sessions/end', { session })).status).toBe(303)
    expect(await opens(phone)).toBe(true)

    const ended = await here.post('/settings/sessions/end', { session })
    expect(ended.headers.get('Location')).toBe('/settings?after=session')
    expect(noticeOf(await here.get('/settings?after=session'))).toBe('The session has ended.')
    expect([await opens(here), await opens(phone), await opens(tool)]).toEqual([true, false, true])

    const others = await here.post('/settings/sessions/end-others')
    expect(others.headers.get('Location')).toBe('/settings?after=sessions')
    expect(await listed(here)).toMatchObject([{ browser: 'Firefox on Windows', isThis: true }])
    expect([await opens(here), await opens(tool)]).toEqual([true, false])
    expect(await opens(stranger)).toBe(true)
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

test.each([
  [firefox, 'Firefox on Windows'],
  [safari, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0',
    'Edge on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0',
    'Opera on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['some program (Windows)', 'Browser on Windows'],
  ['<script>', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is named %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
