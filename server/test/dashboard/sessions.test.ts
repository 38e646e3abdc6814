import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { dashboardWorld } from './dashboard-world.ts'
import { finn, mara, noticeOf, signedUp, Visitor } from './visitor.ts'

const opens = async (visitor: Visitor) => (await visitor.get('/accounts')).status === 200

onBothDatabases((databases) => {
  const open = async (changes = {}) => dashboardWorld({ at: await databases.place(), ...changes })

  test('a visitor whose session is not deleted does not read that it was', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const { schema } = world.database.tables.db
    await schema.alterTable('owner_session').renameTo('unreachable').execute()
    const failed = await visitor.post('/sign-out')
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([500, []])
    expect(failed.text).toContain('<h1>Still signed in</h1>')
    expect(failed.text).toContain('The server could not end your session. You are still signed in.')
    expect(world.errors.splice(0)).toHaveLength(1)
    await schema.alterTable('unreachable').renameTo('owner_session').execute()
    expect(await opens(visitor)).toBe(true)

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

  test('signing in again ends the session that the browser had', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const first = (await visitor.post('/sign-in', mara)).headers.getSetCookie()[0] ?? ''
    await visitor.post('/sign-in', mara)
    const headers = { Cookie: first.split(';', 1)[0] ?? '' }
    const { status } = await fetch(`${world.url}/accounts`, { headers, redirect: 'manual' })
    expect([status, await opens(visitor)]).toEqual([303, true])
  })

  test('the settings end the other sessions of the owner', async () => {
    const world = await open()
    const here = await signedUp(world)
    const stranger = await signedUp(world, finn)
    const others = [new Visitor(world), new Visitor(world)]
    for (const other of others) await other.post('/sign-in', mara)

    const ended = await here.post('/settings/sign-out-elsewhere')
    expect(ended.headers.get('Location')).toBe('/settings?after=sessions')
    expect(noticeOf(await here.get('/settings?after=sessions'))).toBe(
      'You are signed out everywhere else.',
    )
    expect(await Promise.all([here, stranger, ...others].map(opens))).toEqual([
      ...[true, true, false, false],
    ])
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      await new Visitor(world, `2001:db8:${number}::1`).post('/sign-in', mara)
    }
    const signIn = async (visitor?: Visitor) => (await visitor?.post('/sign-in', mara))?.status
    expect([await signIn(others[0]), await signIn(here)]).toEqual([429, 303])
  })
})
