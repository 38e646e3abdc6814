import { expect, test } from 'vitest'
import { Rejected } from '../../src/owners/auth.ts'
import { tokenIn } from '../support/owners.ts'
import { dashboardWorld } from './dashboard-world.ts'
import { finn, mara, noticeOf, signedUp, Visitor } from './visitor.ts'

test('signing up leads to the accounts, and out again to signing in', async () => {
  const world = await dashboardWorld()
  const visitor = new Visitor(world)
  const up = await visitor.post('/sign-up', { email: mara.email })
  expect(up.status).toBe(200)
  expect(up.text).toContain(`<h1>Check your inbox</h1>`)
  expect(up.text).toContain(`<p>We sent a link to <b>${mara.email}</b>. It works for 1 hour.</p>`)
  expect(up.text).toContain(`<input type="hidden" name="email" value="${mara.email}">`)
  await world.sendMails()
  const set = { password: mara.password, token: tokenIn(world.mails[0]) }
  const chosen = await visitor.post('/reset-password/new', set)
  expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/accounts'])
  expect((await visitor.get('/accounts')).text).toContain(mara.email)

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
  ['/sign-in', { ...mara, password: 'a bold guess' }, 401, 'Wrong email'],
  ['/sign-in', { ...finn }, 401, 'Wrong email'],
  ['/sign-in', { email: 'mara', password: 'guess' }, 422, 'is not an email address'],
  ['/sign-up', { ...finn, email: `${'x'.repeat(250)}@a.example` }, 422, 'is not an email address'],
  ['/sign-up', { email: `a@${'x'.repeat(64)}.example` }, 422, 'is not an email address'],
] as const)('%s with %j is rejected', rejected)

test.each([
  ['/sign-up', mara, 422, 'signed up already'],
  ['/sign-up', { ...finn, password: 'short' }, 422, 'at least 10 characters'],
  ['/sign-up', { ...finn, password: '\0'.repeat(12) }, 422, 'at least 10 characters'],
  ['/sign-up', { ...finn, password: 'x'.repeat(129) }, 422, 'at most 128 characters'],
  ['/sign-up', { ...finn, password: `${'x'.repeat(20)}${'\0'.repeat(120)}` }, 422, 'at most 128'],
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
  const ofEach = ['date', 'x-request-id']
  const comparable = responses.map(({ status, headers, text: page }) => {
    const text = page.replaceAll(/mara@|finn@/g, '')
    return { status, text, headers: [...headers].filter(([name]) => !ofEach.includes(name)) }
  })
  expect(comparable[0]).toEqual(comparable[1])
  await world.sendMails()
  expect(world.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [finn.email, 'Finish signing up at photofeed'],
    [mara.email, 'You are signed up at photofeed already'],
  ])
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

test.each([
  ['192.0.2.66', '192.0.2.66', '192.0.2.67'],
  ['192.0.2.66:PORT', '192.0.2.66', '192.0.2.67:40000'],
  ['::ffff:192.0.2.66', '192.0.2.66', '192.0.2.67'],
  ['2001:db8:0:12PORT::1', '2001:db8:0:1200::2', '2001:db8:0:200::1'],
  ['[2001:db8:1::1]:PORT', '[2001:db8:1:ff::2]', '[2001:db8:2::1]:40000'],
  ['198.51.100.PORT, 192.0.2.66', '192.0.2.66', '192.0.2.67'],
])(
  'attempts from %s are counted by network, and not those from others',
  async (one, same, other) => {
    const world = await dashboardWorld()
    let port = 10
    // Each with another email address, so that only the limit of the network counts.
    const guess = (address: string) => {
      port += 1
      const visitor = new Visitor(world, address.replace('PORT', `${port}`))
      return visitor.post('/sign-in', { email: `mara.${port}@example.org`, password: 'guess' })
    }
    for (const _ of [1, 2, 3, 4, 5]) expect((await guess(one)).status).toBe(401)
    const rejected = await guess(same)
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([429, '12'])
    expect(noticeOf(rejected)).toBe('Too many attempts. Try again in 12 seconds.')
    expect((await guess(other)).status).toBe(401)
  },
)

test('a sign-in that finds the queue full gets Retry-After', async () => {
  const busy = async () => {
    throw new Rejected('BUSY', 5)
  }
  const world = await dashboardWorld({ passwords: { hash: busy, verify: busy } })
  const rejected = await new Visitor(world).post('/sign-in', mara)
  expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(noticeOf(rejected)).toBe(
    'Too many people are signing in at the moment. Try again in 5 seconds.',
  )
})

test('signing in leads to the requested page, and to no other site', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await visitor.post('/sign-out')
  const asked = await visitor.get('/playground?account=1')
  expect(asked.headers.get('Location')).toBe('/sign-in?next=%2Fplayground%3Faccount%3D1')
  const form = await visitor.get(asked.headers.get('Location') ?? '')
  expect(form.text).toContain('name="next" value="/playground?account=1"')
  const signIn = async (next: string) => {
    const { headers } = await visitor.post('/sign-in', { ...mara, next })
    return headers.get('Location')
  }
  expect(await signIn('/playground?account=1')).toBe('/playground?account=1')
  const foreign = ['', 'playground', '//evil.example', '/\\evil.example', '/\t/evil.example']
  for (const next of [
    ...foreign,
    'https://evil.example/',
    'javascript:alert(1)',
    '/.//evil.example',
  ]) {
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
})

test('a forgotten password is replaced by mail', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const visitor = new Visitor(world)
  const requested = await visitor.post('/reset-password', { email: mara.email })
  expect(requested.status).toBe(200)
  expect(requested.text).toContain(
    `<p>If <b>${mara.email}</b> is signed up here, we sent it a link. It works for 1 hour.</p>`,
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
  expect(again.status).toBe(422)
  expect(again.text).toContain('<h1>This link has expired</h1>')
})

test('without mail the page names the operator', async () => {
  const world = await dashboardWorld({ mails: false })
  const visitor = new Visitor(world)
  expect((await visitor.get('/reset-password')).text).toContain('Ask its operator')
  expect((await visitor.post('/reset-password', mara)).status).toBe(404)
})

test('a token that was never given is rejected before a password is hashed', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  for (const token of ['\0', '', 'a', 'A'.repeat(64), `${'a'.repeat(64)}\n`, 'a'.repeat(64)]) {
    world.time.now += 60_000
    const reset = await visitor.post('/reset-password/new', { token, password: mara.password })
    expect(reset.status).toBe(422)
    expect(reset.text).toContain(token === '' ? 'This link was used already' : 'has expired</h1>')
  }
  expect(world.errors).toEqual([])
})
