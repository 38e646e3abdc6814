import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { tokenIn } from '../support/owners.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { mara, noticeOf, signedUp, Visitor } from './visitor.ts'

/** Where Mara signed in before. */
const home = '192.0.2.1'

/** Returns an IPv6 address of a network of its own. */
const strange = (number: number) => `2001:db8:${number.toString(16)}::1`

async function signIn(world: DashboardWorld, who: typeof mara, address: string) {
  return new Visitor(world, address).post('/sign-in', who)
}

/** Sends a wrong password for Mara from each of many networks. */
async function guess(world: DashboardWorld, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await signIn(world, { ...mara, password: 'guess' }, strange(number))
  }
}

onBothDatabases((databases) => {
  const open = async () => dashboardWorld({ at: await databases.place() })

  test('strangers who guess a password do not lock its owner out', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    await guess(world, 30)
    expect((await signIn(world, mara, home)).status).toBe(303)

    const password = 'an ebb before dawn'
    const changed = await visitor.post('/settings/password', { current: mara.password, password })
    expect(changed.headers.get('Location')).toBe('/settings?after=password')
    const email = 'mara@lighthouse.example'
    const moved = await visitor.post('/settings/email', { email, password })
    expect(moved.headers.get('Location')).toBe('/settings?after=sent')
    const deleted = await visitor.post('/settings/delete', { password })
    expect(deleted.headers.get('Location')).toBe('/sign-in?after=deleted')
  })

  test('a new password makes other places unknown, where somebody else may have signed in', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const office = '203.0.113.77'
    expect((await signIn(world, mara, office)).status).toBe(303)
    const password = 'an ebb before dawn'
    await visitor.post('/settings/password', { current: mara.password, password })
    await guess(world, 30)
    expect((await signIn(world, { ...mara, password }, office)).status).toBe(429)
    expect((await signIn(world, { ...mara, password }, home)).status).toBe(303)
  })

  test('strangers who request mails end no link of an owner, and prevent none', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const email = 'mara@lighthouse.example'
    await visitor.post('/settings/email', { email, password: mara.password })
    await visitor.post('/reset-password', { email: mara.email })
    await world.sendMails()
    const [toConfirm, first] = world.mails.splice(0).map(tokenIn)

    for (let number = 0; number < 20; number += 1) {
      const stranger = new Visitor(world, strange(number))
      expect((await stranger.post('/reset-password', mara)).status).toBe(303)
    }
    await world.sendMails()
    expect(world.mails.splice(0)).toHaveLength(6)
    const own = await visitor.post('/reset-password', { email: mara.email })
    expect(own.headers.get('Location')).toBe('/reset-password?after=sent')
    await world.sendMails()
    expect(world.mails.map(({ to }) => to)).toEqual([mara.email])

    expect((await visitor.post('/confirm-email', { token: toConfirm ?? '' })).status).toBe(303)
    // The links to choose a password were mailed to an address that is not the owner's any more.
    const password = 'an ebb before dawn'
    const late = await visitor.post('/reset-password/new', { token: first ?? '', password })
    expect(late.status).toBe(422)
  })

  test('a token is compared with its pattern before the database', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    for (const token of ['\0', '', 'a', 'A'.repeat(64), `${'a'.repeat(64)}\n`, 'a'.repeat(64)]) {
      const reset = await visitor.post('/reset-password/new', { token, password: mara.password })
      expect([reset.status, noticeOf(reset)]).toEqual([
        422,
        'This link was used already or is older than an hour. Request a new one.',
      ])
      world.time.now += 60_000
      expect((await visitor.post('/confirm-email', { token })).status).toBe(422)
    }
    expect(world.errors).toEqual([])
  })

  test('a NUL in any field of a form, or in a cookie, is no failure', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const names = ['email', 'password', 'current', 'token', 'session', 'plan']
    const fields = Object.fromEntries(names.map((name) => [name, 'mara\0@harbour.example']))
    const headers = { Origin: world.url, Cookie: 'photofeed_session=%00.%00' }
    const stranger = (path: string, headers: HeadersInit) =>
      fetch(world.url + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers,
        redirect: 'manual',
      })
    for (const { method, path } of world.dashboard.routes) {
      if (method !== 'POST' || path === '/sign-out') continue
      world.time.now += 3_600_000
      const target = path.replace(':accountId', '1')
      for (const { status } of [
        await visitor.post(target, fields),
        await stranger(target, headers),
      ]) {
        expect([target, status < 500]).toEqual([target, true])
      }
    }
    expect(world.errors).toEqual([])
  })
})
