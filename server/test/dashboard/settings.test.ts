import { expect, test, vi } from 'vitest'
import { onBothDatabasesInLongRuns } from '../support/databases.ts'
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

const leadsTo = ({ status, headers }: TestResponse) => [status, headers.get('Location')]
const signIn = async (world: DashboardWorld, who: typeof mara, address?: string) =>
  (await new Visitor(world, address).post('/sign-in', who)).status

onBothDatabasesInLongRuns((databases) => {
  const open = async (changes = {}) => dashboardWorld({ at: await databases.place(), ...changes })

  test('an owner downloads everything, but not without end', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const download = () => visitor.post('/settings/export')
    const { status, headers, text } = await download()
    expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      ...[200, 'application/json', 'no-store'],
    ])
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="photofeed-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(JSON.parse(text)).toMatchObject({ owner: { email: mara.email }, accounts: [] })
    for (let count = 1; count < 5; count++) expect((await download()).status).toBe(200)
    for (const minutes of [12, 11]) {
      const rejected = await download()
      expect(rejected.status).toBe(429)
      expect(noticeOf(rejected)).toBe(
        `You have downloaded it several times. Try again in ${minutes} minutes.`,
      )
      world.time.now += 60_000
    }
    expect((await new Visitor(world).post('/settings/export')).headers.get('Location')).toBe(
      '/sign-in?after=session&next=%2Fsettings',
    )
  })

  test('a download that fails is cut, and the log has the error', async () => {
    const failure = new Error('The disk /srv/secret is broken.')
    async function* archive() {
      for (let chunk = 0; chunk < 5; chunk += 1) yield 'x'.repeat(65_536)
      throw failure
    }
    const world = await open({ archive })
    const visitor = await signedUp(world)
    const printed = vi.spyOn(console, 'error')
    await expect(visitor.post('/settings/export')).rejects.toThrow('terminated')
    expect(world.errors).toEqual([failure])
    expect(printed).not.toHaveBeenCalled()
  })

  test('a client that leaves ends the archive, and is no error', async () => {
    let isOpen = false
    async function* archive() {
      try {
        isOpen = true
        for (;;) yield 'x'.repeat(65_536)
      } finally {
        isOpen = false
      }
    }
    const world = await open({ archive })
    const visitor = await signedUp(world)
    const leaving = new AbortController()
    const { signal } = leaving
    const headers = { Origin: world.url }
    const download = visitor.send('/settings/export', { method: 'POST', headers, signal })
    await expect.poll(() => isOpen).toBe(true)
    leaving.abort()
    await expect(download).rejects.toThrow('aborted')
    await expect.poll(() => isOpen).toBe(false)
    expect(world.errors).toEqual([])
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

  const linkIn = (world: DashboardWorld) => {
    const [, query = ''] = /\/settings\/email\?(\S+)/.exec(world.mails.at(-1)?.text ?? '') ?? []
    return Object.fromEntries(new URLSearchParams(query))
  }
  const request = { email: 'mara@elsewhere.example', current: mara.password }

  test('the email address changes with a link to the new one, and the old one gets notices', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const requested = await visitor.post('/settings/email/request', request)
    expect([requested.status, requested.text]).toEqual([
      200,
      expect.stringContaining('If <b>mara@elsewhere.example</b> is not signed up here'),
    ])
    await world.sendMails()
    const subjects = () => world.mails.map(({ to, subject }) => [to, subject])
    expect(subjects().toSorted()).toEqual([
      [request.email, 'Confirm your new address for photofeed'],
      [mara.email, 'Your email address for photofeed is about to change'],
    ])
    const link = linkIn({ ...world, mails: world.mails.filter(({ to }) => to === request.email) })
    expect(link.email).toBe(request.email)
    // The link alone changes nothing: somebody else may have got it.
    const stranger = await signedUp(world, finn)
    expect((await stranger.post('/settings/email', link)).status).toBe(422)
    const asPassword = { token: link.token ?? '', password: 'an ebb before dawn' }
    expect((await new Visitor(world).post('/reset-password/new', asPassword)).status).toBe(422)
    const page = await visitor.get(`/settings/email?${new URLSearchParams(link)}`)
    expect(page.text).toContain('Sign in with mara@elsewhere.example from now on?')
    expect(await signIn(world, { ...mara, email: request.email })).toBe(401)

    const other = { ...link, email: 'other@elsewhere.example' }
    expect((await visitor.post('/settings/email', other)).status).toBe(422)
    expect(leadsTo(await visitor.post('/settings/email', link))).toEqual([
      303,
      '/settings?after=email',
    ])
    expect((await visitor.post('/settings/email', link)).status).toBe(422)
    await world.sendMails()
    expect(subjects().at(-1)).toEqual([mara.email, 'Your email address for photofeed has changed'])
    expect(await signIn(world, { ...mara, email: request.email })).toBe(303)
    expect(await signIn(world, mara)).toBe(401)
  })

  test('a new password, and an hour, revoke the link to a new address', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const linkFor = async () => {
      await visitor.post('/settings/email/request', request)
      await world.sendMails()
      return linkIn({ ...world, mails: world.mails.filter(({ to }) => to === request.email) })
    }
    const first = await linkFor()
    await visitor.post('/settings/password', { current: mara.password, password: mara.password })
    expect((await visitor.post('/settings/email', first)).status).toBe(422)
    const second = await linkFor()
    world.time.now += 3_600_001
    expect((await visitor.post('/settings/email', second)).status).toBe(422)
  })

  test('an address of another owner gets no link, and the response does not say so', async () => {
    const world = await open()
    const [visitor] = [await signedUp(world), await signedUp(world, finn)]
    const taken = { ...request, email: finn.email }
    expect((await visitor.post('/settings/email/request', taken)).status).toBe(200)
    await world.sendMails()
    expect(world.mails.map(({ to }) => to)).toEqual([mara.email])
  })

  test('requests for a new address need the password, and are limited', async () => {
    const world = await open()
    const visitor = await signedUp(world)
    const wrong = { ...request, current: 'guess' }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await visitor.post('/settings/email/request', wrong)).status).toBe(401)
    }
    expect((await visitor.post('/settings/email/request', request)).status).toBe(429)
    await world.sendMails()
    expect(world.mails).toEqual([])
  })

  test('deleting an owner deletes everything of theirs, and nothing of others', async () => {
    const world = await open()
    const [visitor, other] = [await signedUp(world), await signedUp(world, finn)]
    await connectBy(visitor, world)
    await connectBy(other, world, 'tideline.notes')
    const [card] = await cardsOf(visitor)
    const requested = await visitor.get('/settings/delete')
    expect(requested.text).toContain('The keys of @harbour.and.hearth stop working immediately')
    await visitor.post('/reset-password', { email: mara.email })
    await visitor.post('/settings/email/request', request)
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
})

test.each([
  [
    '/settings/password',
    { current: 'guess', password: 'an ebb before dawn' },
    401,
    'This is not your current password. Try again.',
  ],
  ['/settings/password', { current: mara.password, password: 'short' }, 422, 'at least 10'],
  ['/settings/delete', { password: 'guess' }, 401, 'This is not your current password.'],
] as const)('%s with %j is rejected', async (path, fields, status, sentence) => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  const response = await visitor.post(path, fields)
  expect([response.status, noticeOf(response)]).toEqual([status, expect.stringContaining(sentence)])
  expect(response.text).not.toContain('value="guess"')
  expect(response.text).toContain('<title>Error: ')
  expect(response.text).toMatch(
    / aria-invalid="true" autofocus aria-describedby="(\w+-note)">\n<\/label>\n<p class="hint mistake" id="\1">/,
  )
  expect(await signIn(world, mara)).toBe(303)
})

test('the address of a form leads back to its page', async () => {
  const visitor = await signedUp(await dashboardWorld())
  expect(leadsTo(await visitor.get('/settings/password'))).toEqual([303, '/settings'])
  expect(leadsTo(await visitor.get('/settings/email/request'))).toEqual([303, '/settings/email'])
  expect(leadsTo(await visitor.get('/reset-password/new'))).toEqual([303, '/reset-password'])
})
