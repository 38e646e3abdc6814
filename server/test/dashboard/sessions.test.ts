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

  test('the settings count the other sessions of the owner, and end them', async () => {
    const world = await open()
    const here = await signedUp(world)
    const stranger = await signedUp(world, finn)
    const settings = async () => (await here.get('/settings')).text
    expect(await settings()).toContain('You are signed in here only.')
    expect(await settings()).not.toContain('Sign out everywhere else')

    const others = [new Visitor(world), new Visitor(world)]
    await others[0]?.post('/sign-in', mara)
    expect(await settings()).toContain('You are also signed in with 1 other browser.')
    await others[1]?.post('/sign-in', mara)
    expect(await settings()).toContain('You are also signed in with 2 other browsers.')

    const ended = await here.post('/settings/sign-out-elsewhere')
    expect(ended.headers.get('Location')).toBe('/settings?after=sessions')
    expect(noticeOf(await here.get('/settings?after=sessions'))).toBe(
      'You are signed out everywhere else.',
    )
    expect(await Promise.all([here, stranger, ...others].map(opens))).toEqual([
      ...[true, true, false, false],
    ])
  })

  test('a session that has ended is not counted', async () => {
    const world = await open()
    const here = await signedUp(world)
    await new Visitor(world).post('/sign-in', mara)
    world.time.now += 4 * 86_400_000
    await here.get('/accounts')
    world.time.now += 4 * 86_400_000
    expect((await here.get('/settings')).text).toContain('You are signed in here only.')
  })
})
