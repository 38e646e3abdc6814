import { expect, test } from 'vitest'
import { Rejected } from '../../src/owners/auth.ts'
import { tokenIn } from '../support/owners.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { finn, mara, noticeOf, signedUp, Visitor } from './visitor.ts'

test('signing up leads to the accounts, and out again to signing in', async () => {
  const world = await dashboardWorld()
  const visitor = new Visitor(world)
  const up = await visitor.post('/sign-up', { email: mara.email })
  expect([up.status, up.headers.get('Location'), up.text]).toEqual([303, '/sign-up?after=sent', ''])
  expect(noticeOf(await visitor.get('/sign-up?after=sent'))).toContain('Check your inbox')
  await world.sendMails()
  const set = { password: mara.password, token: tokenIn(world.mails[0]) }
  const chosen = await visitor.post('/reset-password/new', set)
  expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/accounts'])
  expect((await visitor.get('/accounts')).text).toContain(mara.email)
  await visitor.post('/sign-out')
  expect((await visitor.post('/sign-in', mara)).headers.get('Location')).toBe('/accounts')
  const accounts = await visitor.get('/accounts')
  expect(accounts.status).toBe(200)
  expect(accounts.text).toContain('<h2>Connect your first account</h2>')
  expect(accounts.text).toContain('mara@harbour.example')

  const out = await visitor.post('/sign-out')
  expect([out.status, out.headers.get('Location')]).toEqual([303, '/sign-in?after=out'])
  expect(noticeOf(await visitor.get('/sign-in?after=out'))).toBe('You are signed out.')
  const closed = await visitor.get('/accounts')
  expect([closed.status, closed.headers.get('Location')]).toEqual([303, '/sign-in'])

  const back = await visitor.post('/sign-in', mara)
  expect([back.status, back.headers.get('Location')]).toEqual([303, '/accounts'])
  for (const path of ['/sign-in', '/sign-up']) {
    expect((await visitor.get(path)).headers.get('Location')).toBe('/accounts')
  }
})

test.each([
  ['/sign-in', { ...mara, password: 'a bold guess' }, 401, 'Wrong e-mail'],
  ['/sign-in', { ...finn }, 401, 'Wrong e-mail'],
  ['/sign-in', { email: 'mara', password: 'guess' }, 422, 'is not an e-mail address'],
  ['/sign-in', {}, 422, 'is not an e-mail address'],
  ['/sign-up', { ...finn, email: `${'x'.repeat(250)}@a.example` }, 422, 'is not an e-mail address'],
  ['/sign-up', { email: 'mara' }, 422, 'is not an e-mail address'],
] as const)('%s with %j is rejected', rejected)

test.each([
  ['/sign-up', mara, 422, 'signed up already'],
  ['/sign-up', { ...finn, password: 'short' }, 422, 'at least 10 characters'],
  ['/sign-up', { ...finn, password: 'x'.repeat(129) }, 422, 'at most 128 characters'],
] as const)('without mail, %s with %j is rejected', (path, fields, status, sentence) =>
  rejected(path, fields, status, sentence, false),
)

async function rejected(
  path: string,
  fields: Partial<typeof mara>,
  status: number,
  sentence: string,
  mails = true,
) {
  const world = await dashboardWorld({ mails })
  await signedUp(world)
  const reply = await new Visitor(world).post(path, fields)
  expect(reply.status).toBe(status)
  expect(noticeOf(reply)).toContain(sentence)
  expect(reply.headers.getSetCookie()).toEqual([])
  if (fields.password) expect(reply.text).not.toContain(fields.password)
}

test('signing up says the same for a known and an unknown address, and the mail says which', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const responses = await Promise.all(
    [mara, finn].map(({ email }, index) =>
      new Visitor(world, `198.51.100.${index}`).post('/sign-up', { email }),
    ),
  )
  const comparable = responses.map(({ status, headers, text }) => {
    return { status, text, headers: [...headers].filter(([name]) => name !== 'date') }
  })
  expect(comparable[0]).toEqual(comparable[1])
  await world.sendMails()
  expect(world.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [finn.email, 'Confirm your address for photofeed'],
    [mara.email, 'You are signed up at photofeed already'],
  ])
  expect(world.mails.map((mail) => tokenIn(mail) !== '').sort()).toEqual([false, true])
})

test('an address that was never confirmed can be signed up again, and cannot be signed in with', async () => {
  const world = await dashboardWorld()
  const visitor = new Visitor(world)
  for (const _ of [1, 2]) {
    await visitor.post('/sign-up', { email: mara.email })
    await world.sendMails()
  }
  expect((await visitor.post('/sign-in', mara)).status).toBe(401)
  const statuses = []
  for (const mail of world.mails) {
    const set = { password: mara.password, token: tokenIn(mail) }
    statuses.push((await visitor.post('/reset-password/new', set)).status)
  }
  expect(statuses).toEqual([303, 422])
  expect((await visitor.post('/sign-in', mara)).status).toBe(303)
})

test('typed text is escaped', async () => {
  const reply = await new Visitor(await dashboardWorld()).post('/sign-in', {
    email: '"><script>alert(1)</script>',
    password: 'x',
  })
  expect(reply.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
})

test('the sixth try within a minute waits, and says how long', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const guesser = new Visitor(world, '192.0.2.66')
  for (const _ of [1, 2, 3, 4, 5]) {
    expect((await guesser.post('/sign-in', { ...mara, password: 'guess' })).status).toBe(401)
  }
  const rejection = await guesser.post('/sign-in', mara)
  expect(rejection.status).toBe(429)
  expect(noticeOf(rejection)).toMatch(/^Too many attempts. Try again in \d+ seconds.$/)
  expect(Number(rejection.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await new Visitor(world).post('/sign-in', mara)).status).toBe(303)
})

/** Sends wrong passwords for Mara, one from each address, and returns the statuses. */
async function guess(world: DashboardWorld, addresses: readonly string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const address of addresses) {
    const { status } = await new Visitor(world, address).post('/sign-in', {
      ...mara,
      password: 'guess',
    })
    statuses.push(status)
  }
  return statuses
}

test('a correct password counts as an attempt too, and makes none available again', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  expect(await guess(world, Array(8).fill('192.0.2.1'))).toEqual(Array(8).fill(401))
  expect((await new Visitor(world).post('/sign-in', mara)).status).toBe(303)
  expect(await guess(world, Array(2).fill('192.0.2.1'))).toEqual([401, 429])
})

test('one network requests three mails for an address, and the response never differs', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  for (const { email } of [mara, finn]) {
    for (const _ of [1, 2, 3, 4]) {
      const response = await new Visitor(world).post('/reset-password', { email })
      expect(response.headers.get('Location')).toBe('/reset-password?after=sent')
      world.time.now += 12_000
    }
  }
  await world.sendMails()
  expect(world.mails.map(({ to }) => to)).toEqual([mara.email, mara.email, mara.email])
  world.time.now += 20 * 60_000
  await new Visitor(world).post('/reset-password', { email: mara.email })
  await world.sendMails()
  expect(world.mails).toHaveLength(4)
})

test.each([
  [
    'IPv6 addresses of one /56 together',
    (n: number) => `2001:db8:0:12${n}0::${n}`,
    '2001:db8:0:200::1',
  ],
  ['an IPv4 address with any port', (n: number) => `192.0.2.66:${40_000 + n}`, '192.0.2.67:40000'],
  [
    'an IPv6 address with any port',
    (n: number) => `[2001:db8::1]:${40_000 + n}`,
    '[2001:db9::1]:40000',
  ],
  ['an IPv6 address that contains an IPv4 address', () => '::ffff:192.0.2.66', '192.0.2.67'],
])('attempts are counted for %s', async (_, addressOf, other) => {
  const world = await dashboardWorld()
  await signedUp(world)
  const addresses = [1, 2, 3, 4, 5, 6].map(addressOf)
  expect(await guess(world, addresses)).toEqual([401, 401, 401, 401, 401, 429])
  expect(await guess(world, [other])).toEqual([401])
})

test('a sign-in that finds the queue full gets Retry-After', async () => {
  const busy = async () => {
    throw new Rejected('BUSY', 5)
  }
  const world = await dashboardWorld({
    owners: {
      ...{ signIn: busy, signUp: busy, byMail: null, setPassword: busy },
      ...{ addressOf: async () => null, invite: async () => '', countExport: busy },
      ...{ changePassword: busy, changeEmail: busy, delete: busy },
      sessions: {
        ...{ find: async () => null, list: async () => [] },
        ...{ end: busy, endOthers: busy, signOut: busy },
      },
    },
  })
  const rejected = await new Visitor(world).post('/sign-in', mara)
  expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(noticeOf(rejected)).toBe(
    'Too many people are signing in at the moment. Try again in 5 seconds.',
  )
})

test('a visitor cannot choose the address that tries are counted for', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const guesser = new Visitor(world, `198.51.100.${number}, 192.0.2.66`)
    const { status } = await guesser.post('/sign-in', { ...mara, password: 'guess' })
    expect(status).toBe(number < 6 ? 401 : 429)
  }
})

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.8'],
  ['[2001:db8:1::1]', '[2001:db8:1:ff::2]', '[2001:db8:2::1]'],
])(
  'tries from %s are counted by network, whatever port the proxy adds',
  async (one, same, other) => {
    const world = await dashboardWorld()
    let port = 40_000
    // Each with another e-mail address, so that only the limit of the network counts.
    const guess = async (address: string) => {
      port += 1
      const visitor = new Visitor(world, `${address}:${port}`)
      const form = { email: `mara.${port}@example.org`, password: 'guess' }
      return (await visitor.post('/sign-in', form)).status
    }
    for (const _ of [1, 2, 3, 4, 5]) expect(await guess(one)).toBe(401)
    expect(await guess(same)).toBe(429)
    expect(await guess(other)).toBe(401)
  },
)

test('signing in leads to the requested page, and to no other site', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const visitor = new Visitor(world)
  const asked = await visitor.get('/playground?account=1')
  expect(asked.headers.get('Location')).toBe('/sign-in?next=%2Fplayground%3Faccount%3D1')
  const form = await visitor.get(asked.headers.get('Location') ?? '')
  expect(form.text).toContain('name="next" value="/playground?account=1"')
  const signIn = async (next: string) =>
    (await new Visitor(world).post('/sign-in', { ...mara, next })).headers.get('Location')
  expect(await signIn('/playground?account=1')).toBe('/playground?account=1')
  for (const next of ['', 'playground', '//evil.example', '/\\evil.example', '/\t/evil.example']) {
    expect(await signIn(next)).toBe('/accounts')
  }
  for (const next of ['https://evil.example/', 'javascript:alert(1)', '/.//evil.example']) {
    expect(await signIn(next)).toBe('/accounts')
  }
})

test('a link that cannot be used is known before a password is chosen', async () => {
  const world = await dashboardWorld()
  const visitor = new Visitor(world)
  await visitor.post('/sign-up', { email: mara.email })
  await world.sendMails()
  const page = `/reset-password?token=${tokenIn(world.mails[0])}`
  const form = await visitor.get(page)
  expect(form.text).toContain('name="password"')
  expect(form.text).toContain(`For ${mara.email}.`)
  world.time.now += 3_600_000
  const { text } = await visitor.get(page)
  expect(text).toContain('<h1>This link has expired</h1>')
  expect(text).not.toContain('<form')
  expect((await visitor.get('/confirm-email?token=x')).text).toContain('This link has expired')
})

test('a forgotten password is replaced by mail', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const visitor = new Visitor(world)
  const requested = await visitor.post('/reset-password', { email: mara.email })
  expect([requested.status, requested.headers.get('Location')]).toEqual([
    303,
    '/reset-password?after=sent',
  ])
  expect(noticeOf(await visitor.get('/reset-password?after=sent'))).toContain(
    'you get a mail with a link',
  )
  await world.sendMails()
  const link = new URL(/http\S+/.exec(world.mails[0]?.text ?? '')?.[0] ?? '')
  const form = await visitor.get(link.pathname + link.search)
  const token = /name="token" value="(\w+)"/.exec(form.text)?.[1] ?? ''

  const short = await visitor.post('/reset-password/new', { token, password: 'short' })
  expect([short.status, noticeOf(short)]).toEqual([
    422,
    'A password has at least 10 characters. Choose a longer one.',
  ])
  expect(short.text).toContain(`value="${token}"`)
  const password = finn.password
  const set = await visitor.post('/reset-password/new', { token, password })
  expect([set.status, set.headers.get('Location')]).toEqual([303, '/accounts'])
  expect((await visitor.get('/accounts')).status).toBe(200)
  expect((await visitor.post('/sign-in', { ...mara, password })).status).toBe(303)

  const again = await visitor.post('/reset-password/new', { token, password })
  expect(noticeOf(again)).toContain('This link was used already')
})

test('without mail the page names the operator', async () => {
  const world = await dashboardWorld({ mails: false })
  const visitor = new Visitor(world)
  expect((await visitor.get('/reset-password')).text).toContain('Ask its operator')
  expect((await visitor.post('/reset-password', mara)).status).toBe(404)
})
