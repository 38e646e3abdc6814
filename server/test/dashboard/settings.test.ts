import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { onBothDatabasesInLongRuns } from '../support/databases.ts'
import { tokenIn } from '../support/owners.ts'
import { queuedMessages } from '../support/queues.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import {
  cardsOf,
  connectBy,
  finn,
  mara,
  noticeOf,
  signedUp,
  type TestResponse,
  Visitor,
} from './visitor.ts'

const moved = 'mara@lighthouse.example'

const leadsTo = ({ status, headers }: TestResponse) => [status, headers.get('Location')]
const signIn = async (world: DashboardWorld, who: typeof mara, address?: string) =>
  (await new Visitor(world, address).post('/sign-in', who)).status

/** Sends the mails that wait, and returns their recipients and subjects. */
async function newMails(world: DashboardWorld) {
  world.mails.length = 0
  await world.sendMails()
  return world.mails.map(({ to, subject }) => [to, subject])
}

async function* brokenFile(failure: Error) {
  for (let chunk = 0; chunk < 5; chunk += 1) yield Buffer.alloc(65_536)
  throw failure
}

onBothDatabasesInLongRuns((databases) => {
  const open = async (changes = {}) => dashboardWorld({ at: await databases.place(), ...changes })

  test('an owner downloads everything, but not without end', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const download = () => visitor.post('/settings/export')
    const { status, headers, text } = await download()
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      ...[200, 'application/zip', 'no-store'],
    ])
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="photofeed-\d{4}-\d\d-\d\d\.zip"$/,
    )
    expect(text).toMatch(/^PK[\s\S]*"email": "mara@harbour\.example"/)
    for (let count = 1; count < 5; count++) expect((await download()).status).toBe(200)
    const rejected = await download()
    expect(rejected.status).toBe(429)
    expect(noticeOf(rejected)).toBe(
      'You have downloaded it several times. Try again in 12 minutes.',
    )
    expect((await new Visitor(world).post('/settings/export')).headers.get('Location')).toBe(
      '/sign-in?after=session&next=%2Fsettings',
    )
  })

  /** A signed-in owner with an account, whose picture is read from `content`. */
  async function withPicture(content: Readable) {
    const found = { bytes: 3_000_000, range: null, body: content }
    const world = await open({ media: { open: async () => found } })
    const visitor = await signedUp(world)
    await connectBy(visitor, world)
    const { db } = world.database.tables
    const { profile } = await db.selectFrom('account').select('profile').executeTakeFirstOrThrow()
    const picture = { file: { id: 'a/b', extension: 'jpg', bytes: 3_000_000 }, platformUrl: '' }
    const changed = JSON.stringify({ ...JSON.parse(profile), picture })
    await db.updateTable('account').set({ profile: changed }).execute()
    return { world, visitor }
  }

  test('a download that fails is cut, and the log has the error', async () => {
    const failure = new Error('The disk /srv/secret is broken.')
    const { world, visitor } = await withPicture(Readable.from(brokenFile(failure)))
    const printed = vi.spyOn(console, 'error')
    await expect(visitor.post('/settings/export')).rejects.toThrow('terminated')
    expect(world.errors).toEqual([failure])
    expect(printed).not.toHaveBeenCalled()
  })

  test('a client that leaves while a file is read closes it, and is no error', async () => {
    let isReading = false
    const content = new Readable({
      read() {
        isReading = true
      },
    })
    const { world, visitor } = await withPicture(content)
    const leaving = new AbortController()
    const { signal } = leaving
    const headers = { Origin: world.url }
    const download = visitor.send('/settings/export', { method: 'POST', headers, signal })
    await expect.poll(() => isReading).toBe(true)
    leaving.abort()
    await expect(download).rejects.toThrow('aborted')
    await expect.poll(() => content.destroyed).toBe(true)
    expect(world.errors).toEqual([])
  })

  test('an owner changes the address by a link that is mailed to it, and the old one gets a note', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const entered = await visitor.post('/settings/email', { email: moved, password: mara.password })
    expect(leadsTo(entered)).toEqual([303, '/settings?after=sent'])
    expect(await newMails(world)).toEqual([[moved, 'Confirm your new address for photofeed']])
    expect((await visitor.get('/settings')).text).toContain(`You sign in with ${mara.email}.`)

    const link = `/confirm-email?token=${tokenIn(world.mails[0])}`
    const opened = await new Visitor(world).get(link)
    expect(opened.text).toContain('Use this address')
    expect((await visitor.get('/settings')).text).toContain(`You sign in with ${mara.email}.`)

    const token = { token: tokenIn(world.mails[0]) }
    expect(leadsTo(await visitor.post('/confirm-email', token))).toEqual([
      303,
      '/settings?after=email',
    ])
    expect((await visitor.get('/settings')).text).toContain(`You sign in with ${moved}.`)
    expect(await newMails(world)).toEqual([[mara.email, 'Your address at photofeed was changed']])
    expect(await signIn(world, mara)).toBe(401)
    expect(await signIn(world, { ...mara, email: moved })).toBe(303)
    const again = await visitor.post('/confirm-email', token)
    expect([again.status, noticeOf(again)]).toEqual([
      422,
      'This link was used already or is older than an hour. Request a new one.',
    ])
  })

  test('an address that somebody else has is not stored, and only its owner is notified', async () => {
    const world = await open()
    await signedUp(world, finn)
    const visitor = await signedUp(world)
    const entered = await visitor.post('/settings/email', {
      email: finn.email,
      password: mara.password,
    })
    expect(leadsTo(entered)).toEqual([303, '/settings?after=sent'])
    expect(await newMails(world)).toEqual([[finn.email, 'You are signed up at photofeed already']])
    // Its link leads to a new password, and confirms nothing.
    const token = tokenIn(world.mails[0])
    expect((await visitor.post('/confirm-email', { token })).status).toBe(422)
  })

  test('two owners who confirm one address at the same time do not both get it', async () => {
    const world = await open()
    const owners = [await signedUp(world), await signedUp(world, finn)]
    const tokens: string[] = []
    for (const [index, { password }] of [mara, finn].entries()) {
      await owners[index]?.post('/settings/email', { email: moved, password })
      await newMails(world)
      tokens.push(tokenIn(world.mails[0]))
    }
    const responses = await Promise.all(
      owners.map((owner, index) => owner.post('/confirm-email', { token: tokens[index] ?? '' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 422])
    expect(world.errors).toEqual([])
  })

  test('neither a sign-up nor an invitation keeps an address from the owner of the mailbox', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    await new Visitor(world, '203.0.113.9').post('/sign-up', { email: moved })
    await world.sendMails()
    await world.owners.invite(moved)
    await visitor.post('/settings/email', { email: moved, password: mara.password })
    await newMails(world)
    const token = tokenIn(world.mails[0])
    expect((await visitor.post('/confirm-email', { token })).status).toBe(303)
  })

  test('a new password ends all other sessions', async () => {
    const world = await open()
    const [here, elsewhere] = [await signedUp(world), new Visitor(world)]
    await elsewhere.post('/sign-in', mara)
    // The form also extends a session of this age.
    world.time.now += 2 * 3_600_000
    const change = { current: mara.password, password: 'an ebb before dawn' }
    expect(leadsTo(await here.post('/settings/password', change))).toEqual([
      303,
      '/settings?after=password',
    ])
    expect((await here.get('/settings')).status).toBe(200)
    expect(leadsTo(await elsewhere.get('/settings'))).toEqual([303, '/sign-in?next=%2Fsettings'])
    expect(await signIn(world, mara)).toBe(401)
    expect(await signIn(world, { ...mara, password: change.password })).toBe(303)
  })

  test('deleting an owner deletes everything of theirs, and nothing of others', async () => {
    const world = await open()
    const [visitor, other] = [await signedUp(world), await signedUp(world, finn)]
    await connectBy(visitor, world)
    await connectBy(other, world, 'tideline.notes')
    const [card] = await cardsOf(visitor)
    const requested = await visitor.get('/settings/delete')
    expect(requested.text).toContain('The keys of @harbour.and.hearth stop working immediately')
    await visitor.post('/settings/email', { email: moved, password: mara.password })
    await visitor.post('/reset-password', { email: mara.email })
    const response = await visitor.post('/settings/delete', { password: mara.password })
    expect(leadsTo(response)).toEqual([303, '/sign-in?after=deleted'])
    expect(response.headers.getSetCookie()).toContain(
      'photofeed_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )

    const { db } = world.database.tables
    const count = async (table: 'owner' | 'owner_session' | 'owner_link') =>
      (await db.selectFrom(table).selectAll().execute()).length
    expect(await Promise.all([count('owner'), count('owner_session')])).toEqual([1, 1])
    expect(await count('owner_link')).toBe(0)
    expect(await world.database.store.findAccountByKey(card?.apiKey ?? '')).toBeNull()
    const waiting = (await queuedMessages(world.database)).map(({ kind }) => kind)
    expect(waiting.filter((kind) => kind.endsWith('_mail'))).toEqual([])
    expect(waiting).toContain('delete_account')
    expect(await cardsOf(other)).toHaveLength(1)
    expect(leadsTo(await visitor.get('/settings'))).toEqual([303, '/sign-in?next=%2Fsettings'])
  })

  test('without mail the address changes immediately', async () => {
    const world = await open({ mails: false })
    await signedUp(world, finn)
    const visitor = await signedUp(world)
    const taken = await visitor.post('/settings/email', { ...finn, password: mara.password })
    expect([taken.status, noticeOf(taken)]).toEqual([
      422,
      'This e-mail address is signed up already. Sign in with it, or use another one.',
    ])
    const changed = await visitor.post('/settings/email', {
      email: moved,
      password: mara.password,
    })
    expect(leadsTo(changed)).toEqual([303, '/settings?after=email'])
    expect(await signIn(world, { ...mara, email: moved })).toBe(303)
    expect((await visitor.get('/confirm-email?token=x')).status).toBe(404)
  })
})

test.each([
  ['/settings/email', { email: moved, password: 'guess' }, 401, 'Wrong current password'],
  ['/settings/email', { email: 'lighthouse', password: mara.password }, 422, 'not an e-mail'],
  [
    '/settings/password',
    { current: 'guess', password: 'an ebb before dawn' },
    401,
    'Wrong current password',
  ],
  ['/settings/password', { current: mara.password, password: 'short' }, 422, 'at least 10'],
  ['/settings/delete', { password: 'guess' }, 401, 'Wrong current password'],
  ['/confirm-email', { token: 'guess' }, 422, 'older than an hour'],
] as const)('%s with %j is rejected', async (path, fields, status, sentence) => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const response = await visitor.post(path, fields)
  expect([response.status, noticeOf(response)]).toEqual([status, expect.stringContaining(sentence)])
  expect(response.text).not.toContain('value="guess"')
  expect(await signIn(world, mara)).toBe(303)
})

test('a link to confirm an address expires after an hour, and a new password revokes it', async () => {
  const world = await dashboardWorld()
  const { db } = world.database.tables
  const visitor = await signedUp(world)
  const issued = async () => {
    await visitor.post('/settings/email', { email: moved, password: mara.password })
    await newMails(world)
    return { token: tokenIn(world.mails[0]) }
  }
  const old = await issued()
  const link = await db.selectFrom('owner_link').select('expires_at').executeTakeFirst()
  expect(link?.expires_at).toBe(world.time.now + 3_600_000)
  world.time.now += 3_600_000
  expect((await visitor.post('/confirm-email', old)).status).toBe(422)

  const fresh = await issued()
  await visitor.post('/settings/email', { email: moved, password: mara.password })
  const change = { current: mara.password, password: 'an ebb before dawn' }
  expect((await visitor.post('/settings/password', change)).status).toBe(303)
  expect((await visitor.post('/confirm-email', fresh)).status).toBe(422)
  expect(await newMails(world)).toEqual([])
})
