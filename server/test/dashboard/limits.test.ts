import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/databases.ts'
import { tokenIn } from '../support/owners.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { finn, mara, signedUp, Visitor } from './visitor.ts'

const dayMs = 86_400_000
const guess = { ...mara, password: 'guess' }

/** Returns an address in a network of its own. */
const network = (number: number) => `2001:db8:${number.toString(16)}::1`

/** Sends a form from each address with a new browser, and returns the statuses. */
async function statuses(
  world: DashboardWorld,
  addresses: readonly string[],
  fields: Record<string, string> = guess,
  path = '/sign-in',
): Promise<number[]> {
  const found: number[] = []
  for (const address of addresses) {
    found.push((await new Visitor(world, address).post(path, fields)).status)
  }
  return found
}

const networks = (count: number) => Array.from({ length: count }, (_, index) => network(index))

onBothDatabases((databases) => {
  const open = async (changes = {}) => dashboardWorld({ at: await databases.place(), ...changes })

  test('without mail, nobody can take an address that is invited', async () => {
    const world = await open({ mails: false })
    const { pathname, search } = new URL((await world.owners.invite(finn.email)).url)
    expect(await statuses(world, ['192.0.2.1'], finn, '/sign-up')).toEqual([422])
    expect((await new Visitor(world).get(pathname + search)).text).toContain(`For ${finn.email}.`)
  })

  test('all mails to one address count together, silently', async () => {
    const world = await open()
    const email = 'victim@elsewhere.example'
    const pages: (string | undefined)[] = []
    const sent = async (visitor: Visitor, path: string) => {
      pages.push(/<h1>(.*)<\/h1>/.exec((await visitor.post(path, { email })).text)?.[1])
      await world.sendMails()
    }
    for (const number of [1, 2, 3]) {
      await sent(new Visitor(world, network(number)), '/sign-up')
      await sent(new Visitor(world, network(number)), '/reset-password')
    }
    expect(pages).toEqual(Array(6).fill('Check your inbox'))
    expect(world.mails).toHaveLength(5)
    world.time.now += 12 * 60_000
    await sent(new Visitor(world), '/sign-up')
    expect(world.mails).toHaveLength(6)
  })

  test.each([mara, finn])('aliases share five mails of their own: %j', async ({ email }) => {
    const world = await open()
    await signedUp(world)
    world.time.now += dayMs
    world.mails.length = 0
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const alias = email.replace('@', `+${number}@`)
      await new Visitor(world, network(number)).post('/sign-up', { email: alias })
      await world.sendMails()
    }
    await new Visitor(world, network(7)).post('/sign-up', { email })
    await world.sendMails()
    expect(world.mails).toHaveLength(6)
    expect(world.mails.at(-1)?.to).toBe(email)
  })

  test('a mailbox of nobody gets 20 mails, however its name is written', async () => {
    const world = await open()
    for (let dots = 1; dots <= 24; dots += 1) {
      const email = `${'v.'.repeat(dots % 8)}${'v'.repeat(8 - (dots % 8))}+${dots}@a.example`
      await new Visitor(world, network(dots)).post('/sign-up', { email })
      await world.sendMails()
    }
    expect(world.mails).toHaveLength(20)
  })

  test('a link works while others try links that do not, and confirm with wrong passwords', async () => {
    const world = await open()
    const thief = await signedUp(world)
    world.time.now += 3_600_000
    await new Visitor(world, network(1)).post('/reset-password', { email: mara.email })
    await world.sendMails()
    const home = '192.0.2.1'
    const wrong = { token: 'f'.repeat(64), password: 'an ebb before dawn' }
    expect(await statuses(world, Array(7).fill(home), wrong, '/reset-password/new')).toEqual([
      ...Array(5).fill(422),
      ...Array(2).fill(429),
    ])
    for (const _ of Array(6)) await thief.post('/settings/delete', { password: 'guess' })
    const set = { ...wrong, token: tokenIn(world.mails.at(-1)) }
    expect(await statuses(world, [home], set, '/reset-password/new')).toEqual([303])
    expect((await thief.get('/accounts')).headers.get('Location')).toBe('/sign-in')
  })

  test('guesses from ever new networks count by address, and not in a browser of the owner', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const guesses = await Promise.all(
      networks(15).map((address) => new Visitor(world, address).post('/sign-in', guess)),
    )
    expect(guesses.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(401),
      ...Array(5).fill(429),
    ])
    const [own] = await statuses(world, ['203.0.113.7'], mara)
    expect(own).toBe(429)
    await visitor.post('/sign-out')
    expect((await visitor.post('/sign-in', mara)).headers.get('Location')).toBe('/accounts')
    const other = { ...guess, email: finn.email }
    expect(await statuses(world, networks(1), other)).toEqual([401])

    // A link by mail is the way in from a new browser, and makes it known.
    const away = new Visitor(world, '203.0.113.7')
    await away.post('/reset-password', { email: mara.email })
    await world.sendMails()
    const password = 'an ebb before dawn'
    await away.post('/reset-password/new', { token: tokenIn(world.mails.at(-1)), password })
    expect((await away.post('/sign-in', { ...mara, password })).status).toBe(303)
    // Somebody may have known the password before, and have signed in there.
    expect((await visitor.post('/sign-in', { ...mara, password })).status).toBe(429)
    world.time.now += 90_000
    expect((await visitor.post('/sign-in', { ...mara, password })).status).toBe(303)
  })

  test('passwords that confirm a change count by owner, in all sessions together', async () => {
    const world = await open()
    const sessions = [await signedUp(world), new Visitor(world)]
    await sessions[1]?.post('/sign-in', mara)
    world.time.now += 3_600_000
    const found = []
    for (const number of [0, 1, 0, 1, 0, 1, 0]) {
      found.push((await sessions[number]?.post('/settings/delete', { password: 'guess' }))?.status)
    }
    expect(found).toEqual([...Array(5).fill(401), 429, 429])
    expect((await sessions[1]?.post('/settings/password', { current: 'x', ...mara }))?.status).toBe(
      429,
    )
    world.time.now += 120_000
    expect((await sessions[1]?.post('/settings/delete', mara))?.status).toBe(303)
  })

  test('a session ends after 90 days, however often it is used', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    for (let day = 6; day < 90; day += 6) {
      world.time.now += 6 * dayMs
      expect((await visitor.get('/accounts')).status).toBe(200)
    }
    world.time.now += 6 * dayMs - 1
    expect((await visitor.get('/accounts')).status).toBe(200)
    world.time.now += 1
    expect((await visitor.get('/accounts')).headers.get('Location')).toBe('/sign-in')
  })
})
