import { expect, test } from 'vitest'
import { labels, states } from '../../src/labels.ts'
import { day } from '../platform/platform-world.ts'
import { queuedJobs } from '../support/queues.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { cardsOf, connectBy, mara, noticeOf, onPlan, signedUp, type Visitor } from './visitor.ts'

async function connected(): Promise<{ world: DashboardWorld; visitor: Visitor; id: number }> {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  const [card] = await cardsOf(visitor)
  const id = card?.id ?? 0
  await world.database.connections.apply(id, 'imported')
  return { world, visitor, id }
}

/** How the read API responds to a key. */
async function read({ url }: DashboardWorld, apiKey: string) {
  const response = await fetch(`${url}/api/v1/me?api_key=${apiKey}`)
  const { errors } = await response.json()
  return [response.status, errors?.[0]?.code]
}

const keyOf = async (visitor: Visitor) => (await cardsOf(visitor))[0]?.apiKey ?? ''
const fingerprintIn = (text: string) => /name="fingerprint" value="(\w{16})"/.exec(text)?.[1] ?? ''

const statusOf = (tone: string, state: string) =>
  new RegExp(`<p class="status ready ${tone}"><svg .+</svg> ${state}</p>`)

test('the card shows the status in words for owners, and the refreshes', async () => {
  const { world, visitor, id } = await connected()
  const { db } = world.database.tables
  await db
    .updateTable('account')
    .set({ last_fetch_at: Date.parse('2026-11-21T11:00:00Z') })
    .execute()
  await db
    .updateTable('work')
    .set({ run_at: Date.parse('2026-11-22T11:00:00Z') })
    .execute()
  const [card] = await cardsOf(visitor)
  expect(card?.text).toMatch(statusOf('good', states.ready))
  expect(card?.text).toContain('title="21 November 2026 at 11:00 UTC">')
  expect(card?.feed).toContain(`href="${world.url}/api/v1/rss?api_key=${card?.apiKey}"`)
  expect(card?.feed).toContain(`href="${world.url}/api/v1/me?api_key=${card?.apiKey}"`)
  expect(card?.text).toContain(`id="account-${id}"`)
  expect((await visitor.get('/accounts')).text).toContain('1 account. Free connects up to 1.')
  await onPlan(world, 'premium')
  expect((await visitor.get('/accounts')).text).toContain('Premium connects up to 5.')
})

test('an account whose posts cannot be fetched has a warning, and another one after a day', async () => {
  const { world, visitor } = await connected()
  const { db } = world.database.tables
  const failFor = async (ms: number) => {
    await db
      .updateTable('work')
      .set({
        ...{ failing_since: world.time.now - ms, run_at: world.time.now + 3_600_000, attempts: 1 },
        last_error: 'posts: The <i>photo</i> platform has trouble at the moment. (HTTP 500)',
      })
      .where('kind', '=', 'posts')
      .execute()
    return (await cardsOf(visitor))[0]?.text
  }
  const fresh = await failFor(day - 1)
  expect(fresh).toMatch(statusOf('caution', states.failing))
  expect(fresh).toContain('The next attempt is <time')
  expect(fresh).toContain(
    '<p><strong>The &lt;i&gt;photo&lt;/i&gt; platform has trouble at the moment.</strong></p>',
  )
  const text = await failFor(day)
  expect(text).toMatch(statusOf('caution', states.late))
  expect(text).toContain('New posts could not be fetched for more than a day.')
})

test('a hostile name stays text, and only a stored picture is shown', async () => {
  const { world, visitor } = await connected()
  expect((await visitor.get('/accounts')).text).not.toContain('<img')
  const { db } = world.database.tables
  const { profile } = await db.selectFrom('account').select('profile').executeTakeFirstOrThrow()
  const changed = {
    ...JSON.parse(profile),
    username: '"><img src=x onerror=alert(1)>',
    picture: { file: { id: 'a1', extension: 'jpg' }, platformUrl: 'https://x.example/' },
  }
  await db
    .updateTable('account')
    .set({ profile: JSON.stringify(changed) })
    .execute()
  const { text } = await visitor.get('/accounts')
  expect(text).toContain('@&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
  expect(text).not.toContain('<img src=x')
  expect(text).toContain(`src="${world.url}/media/a1.jpg"`)
})

test('a new key is active immediately, after a page that explains it', async () => {
  const { world, visitor, id } = await connected()
  const old = await keyOf(visitor)
  const page = await visitor.get(`/accounts/${id}/regenerate`)
  expect(page.text).toContain('Only programs that use the old key stop, immediately.')
  expect(page.text).not.toContain(old)
  const fingerprint = fingerprintIn(page.text)
  const response = await visitor.post(`/accounts/${id}/regenerate`, { fingerprint })
  expect(await visitor.notice(response)).toContain('The new key is active.')
  const fresh = await keyOf(visitor)
  expect(fresh).not.toBe(old)
  expect(await read(world, old)).toEqual([401, 'INVALID_API_KEY'])
  expect(await read(world, fresh)).toEqual([200, undefined])
})

test('of two who replace the same key, one does, and both see the active key', async () => {
  const { world, visitor, id } = await connected()
  const { text } = await visitor.get(`/accounts/${id}/regenerate`)
  const path = `/accounts/${id}/regenerate`
  const fields = { fingerprint: fingerprintIn(text) }
  await visitor.post(path, fields)
  const activeKey = await keyOf(visitor)
  const notice = await visitor.notice(await visitor.post(path, fields))
  expect(notice).toContain('The key was replaced in another window. The active key is below.')
  expect(await keyOf(visitor)).toBe(activeKey)
  await visitor.post(path)
  expect(await keyOf(visitor)).toBe(activeKey)
  expect(await read(world, activeKey)).toEqual([200, undefined])
})

test('a removal revokes the key immediately, after a page that explains it', async () => {
  const { world, visitor, id } = await connected()
  const key = await keyOf(visitor)
  const { text } = await visitor.get(`/accounts/${id}/remove`)
  expect(text).toContain(
    'Your sites show only the link that you pasted, the key stops working, and the stored posts and pictures are deleted.',
  )
  expect(await read(world, key)).toEqual([200, undefined])
  const response = await visitor.post(`/accounts/${id}/remove`)
  expect(await visitor.notice(response)).toContain('The account is removed')
  expect(await cardsOf(visitor)).toEqual([])
  expect(await read(world, key)).toEqual([401, 'INVALID_API_KEY'])
  expect((await visitor.post(`/accounts/${id}/remove`)).status).toBe(404)
  await connectBy(visitor, world)
  expect(await keyOf(visitor)).not.toBe(key)
})

test('a new key and a removed account are mailed to the owner', async () => {
  const { world, visitor, id } = await connected()
  const page = await visitor.get(`/accounts/${id}/regenerate`)
  const [, fingerprint = ''] = /name="fingerprint" value="(\w+)"/.exec(page.text) ?? []
  await visitor.post(`/accounts/${id}/regenerate`, { fingerprint })
  await world.sendMails()
  await visitor.post(`/accounts/${id}/remove`)
  await world.sendMails()
  expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [mara.email, '@harbour.and.hearth has a new API key'],
    [mara.email, '@harbour.and.hearth is removed'],
  ])
  const reset = `If it was not you, choose a new password, which signs everybody else out`
  for (const { text } of world.mails) {
    expect(text).toContain(reset)
    expect(text).toContain(`${world.url}/reset-password\n`)
  }
})

test('a refresh is due immediately, and again after a minute', async () => {
  const { world, visitor, id } = await connected()
  const { db } = world.database.tables
  const later = () =>
    db
      .updateTable('work')
      .set({ run_at: world.time.now + 9e6 })
      .execute()
  const due = async () => (await queuedJobs(world.database)).find(({ kind }) => kind === 'posts')
  const refresh = async () => visitor.notice(await visitor.post(`/accounts/${id}/refresh`))
  await later()
  expect(await refresh()).toContain('Refreshing @harbour.and.hearth.')
  expect(await due()).toMatchObject({ accountId: id, runAt: world.time.now })
  await later()
  world.time.now += 20_500
  expect(await refresh()).toContain('Try again in 40 seconds.')
  expect((await due())?.runAt).toBeGreaterThan(world.time.now)
  world.time.now += 39_500
  expect(await refresh()).toContain('Refreshing @harbour.and.hearth.')
})

test('the platform token is shown after the password only, and not cached', async () => {
  const { world, visitor, id } = await connected()
  const token = (await world.database.connections.token(id)) ?? ''
  expect(token).toMatch(/^IGAA/)
  expect((await visitor.get('/accounts')).text).not.toContain(token)
  const path = `/accounts/${id}/token`
  for (const password of ['', 'guess']) {
    const { status, text } = await visitor.post(path, { password })
    expect([status, text.includes(token)]).toEqual([401, false])
  }
  expect((await visitor.get(path)).text).not.toContain(token)
  const response = await visitor.post(path, { password: mara.password })
  expect(response.status).toBe(200)
  expect(response.text).toContain(`<code id="token">${token}</code>`)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  for (let attempt = 0; attempt < 2; attempt += 1) await visitor.post(path, { password: 'guess' })
  expect((await visitor.post(path, { password: mara.password })).status).toBe(429)
  expect(await read(world, token)).toEqual([401, 'INVALID_API_KEY'])
})

test('an internal error is a page without details, and is reported', async () => {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await world.database.tables.db.schema.dropTable('connection').execute()
  const response = await visitor.get('/accounts')
  expect([response.status, noticeOf(response)]).toEqual([500, ''])
  expect(response.text).toContain('Something went wrong')
  expect(response.text).not.toContain('table')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(world.errors).toHaveLength(1)
})

test('of several accounts the broken ones come first', async () => {
  const { world, visitor, id } = await connected()
  await onPlan(world, 'premium')
  await connectBy(visitor, world, 'reels.and.rigging')
  const [, second] = await cardsOf(visitor)
  await world.database.connections.apply(second?.id ?? 0, 'access_lost')
  const cards = await cardsOf(visitor)
  expect(cards.map((card) => card.id)).toEqual([second?.id, id])
  const [top = '', rest] = (await visitor.get('/accounts')).text.split('1 needs reconnecting<')
  expect(top).toMatch(/2 accounts, <strong>$/)
  expect(rest).toContain(`<button class="button">${labels.connect}`)
})
