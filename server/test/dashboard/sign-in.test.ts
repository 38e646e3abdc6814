import { expect, test } from 'vitest'
import { dashboardWorld } from './dashboard-world.ts'
import { finn, mara, noticeOf, signedUp, Visitor } from './visitor.ts'

test('signing up leads to the accounts, and out again to signing in', async () => {
  const world = await dashboardWorld()
  const visitor = new Visitor(world)
  const up = await visitor.post('/sign-up', mara)
  expect([up.status, up.headers.get('Location'), up.text]).toEqual([303, '/accounts', ''])
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
  ['/sign-in', { ...mara, password: 'a bold guess' }, 401, 'is not right'],
  ['/sign-in', { ...finn }, 401, 'is not right'],
  ['/sign-in', { email: 'mara', password: 'guess' }, 422, 'is not an e-mail address'],
  ['/sign-in', {}, 422, 'is not an e-mail address'],
  ['/sign-up', mara, 422, 'signed up already'],
  ['/sign-up', { ...finn, password: 'short' }, 422, 'at least 10 characters'],
  ['/sign-up', { ...finn, password: 'x'.repeat(129) }, 422, 'at most 128 characters'],
  ['/sign-up', { ...finn, email: `${'x'.repeat(250)}@a.example` }, 422, 'is not an e-mail address'],
] as const)('%s with %j is refused', async (path, fields, status, sentence) => {
  const world = await dashboardWorld()
  await signedUp(world)
  const answer = await new Visitor(world).post(path, fields)
  expect(answer.status).toBe(status)
  expect(noticeOf(answer)).toContain(sentence)
  expect(answer.headers.getSetCookie()).toEqual([])
  if ('password' in fields) expect(answer.text).not.toContain(fields.password)
})

test('what was typed comes back escaped', async () => {
  const answer = await new Visitor(await dashboardWorld()).post('/sign-in', {
    email: '"><script>alert(1)</script>',
    password: 'x',
  })
  expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
})

test('the sixth try within a minute waits, and says how long', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const guesser = new Visitor(world, '192.0.2.66')
  for (const _ of [1, 2, 3, 4, 5]) {
    expect((await guesser.post('/sign-in', { ...mara, password: 'guess' })).status).toBe(401)
  }
  const refused = await guesser.post('/sign-in', mara)
  expect(refused.status).toBe(429)
  expect(noticeOf(refused)).toMatch(/^That was too often. Try again in \d+ seconds.$/)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await new Visitor(world).post('/sign-in', mara)).status).toBe(303)
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

test('a forgotten password is replaced by mail', async () => {
  const world = await dashboardWorld()
  await signedUp(world)
  const visitor = new Visitor(world)
  const asked = await visitor.post('/reset-password', { email: mara.email })
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/reset-password?after=sent'])
  expect(noticeOf(await visitor.get('/reset-password?after=sent'))).toContain('is on its way')
  await expect.poll(() => world.mails).toHaveLength(1)
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
  expect([set.status, set.headers.get('Location')]).toEqual([303, '/sign-in?after=reset'])
  expect(noticeOf(await visitor.get('/sign-in?after=reset'))).toContain('The new password is set')
  expect((await visitor.post('/sign-in', { ...mara, password })).status).toBe(303)

  const again = await visitor.post('/reset-password/new', { token, password })
  expect(noticeOf(again)).toContain('This link was used already')
})

test('without mail the page says whom to ask', async () => {
  const world = await dashboardWorld({ mails: false })
  const visitor = new Visitor(world)
  expect((await visitor.get('/reset-password')).text).toContain('Ask who runs it')
  expect((await visitor.post('/reset-password', mara)).status).toBe(404)
})

test('nothing of better-auth is to be reached', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  for (const path of ['/owners/get-session', '/owners/ok', '/owners/list-sessions']) {
    expect((await visitor.get(path)).text).toBe("The site's own 404")
  }
  expect((await visitor.get('/api/auth/get-session')).text).toContain('NOT_FOUND')
})
