import { expect, test } from 'vitest'
import { labels, states } from '../../src/labels.ts'
import { dashboardWorld } from './dashboard-world.ts'
import { cardsOf, connectBy, finn, onPlan, signedUp } from './visitor.ts'

async function connected() {
  const world = await dashboardWorld()
  const visitor = await signedUp(world)
  await connectBy(visitor, world)
  const [card] = await cardsOf(visitor)
  if (!card) throw new Error('There is no card.')
  await world.database.connections.apply(card.id, 'imported')
  const path = `/feeds/${card.feedId}`
  const lookOf = async () => (await world.database.feeds.find(card.feedId))?.look
  return { world, visitor, card, path, lookOf }
}

test('connecting leads to the screen of the feed, with two lines for any site', async () => {
  const { world, visitor, path, card } = await connected()
  const { text } = await visitor.get(path)
  const tag = `&lt;script async src=&quot;${world.url}/f/${card.feedId}.js&quot;&gt;&lt;/script&gt;
&lt;photo-feed feed=&quot;${card.feedId}&quot;&gt;&lt;a href=&quot;https://www.instagram.com/harbour.and.hearth/&quot;&gt;Our photos on Instagram&lt;/a&gt;&lt;/photo-feed&gt;`
  expect(text).toContain(`<code id="tag">${tag}</code>`)
  expect(text).toMatch(/<button type="button" class="button put-button main" data-put>/)
})

test('a look is saved, and what is not valid is rejected with the reason', async () => {
  const { visitor, path, lookOf } = await connected()
  const save = (look: string) => visitor.post(`${path}/look`, { look })
  const look = { layout: 'tiles', 'hidden-posts': '17 18', color: '#112233' }
  expect((await save(JSON.stringify(look))).status).toBe(204)
  expect(await lookOf()).toEqual(look)
  for (const [text, reason] of [
    ['{"layout":"cube"}', 'The value of layout is not valid.'],
    ['{"src":"https://evil.example"}', 'The value of src is not valid.'],
    ['tiles', 'The look is not an object of JSON.'],
  ] as const) {
    const { status, text: body } = await save(text)
    expect([status, body]).toEqual([400, reason])
  }
  expect(await lookOf()).toEqual(look)
  const { text } = await visitor.get(path)
  expect(text).toContain('data-look="{&quot;layout&quot;:&quot;tiles&quot;')
})

test('the feeds of others are not there', async () => {
  const { world, path, lookOf } = await connected()
  const stranger = await signedUp(world, finn)
  const before = await lookOf()
  for (const response of [
    await stranger.get(path),
    await stranger.get(`${path}/replace`),
    await stranger.post(`${path}/look`, { look: '{}' }),
    await stranger.post(`${path}/replace`),
  ]) {
    expect(response.status).toBe(404)
    expect(response.text).toContain('This feed does not exist')
  }
  expect(await lookOf()).toEqual(before)
})

test('a replaced code is another address, and says where the old one was', async () => {
  const { world, visitor, path, card } = await connected()
  await world.database.feeds.addSite(card.feedId, 'https://harbour.example')
  expect((await visitor.get(path)).text).toContain('such as on harbour.example')
  expect((await visitor.get(`${path}/replace`)).text).toContain('shows only the link')
  const replaced = await visitor.post(`${path}/replace`)
  expect(replaced.headers.get('Location')).not.toContain(card.feedId)
  expect(await visitor.notice(replaced)).toBe(`The feed has a new code. ${labels.put} again.`)
  expect((await visitor.get(path)).status).toBe(404)
  expect(world.reports.map(([event]) => event)).toContain('changedFeedId')
})

test('a broken connection has one filled button, which reconnects', async () => {
  const { world, visitor, path, card } = await connected()
  await world.database.connections.apply(card.id, 'access_lost', { reason: 'It was changed.' })
  const { text } = await visitor.get(path)
  expect(text).toContain(states.invalid_token)
  expect(text).toContain(
    'Instagram has stopped sending new posts. Your site still shows the old ones.',
  )
  expect(text).toMatch(new RegExp(`<button class="button main"[^>]*>${labels.reconnect}<`))
  expect(text).toContain('<button type="button" class="button put-button" data-put>')
  expect(text).not.toContain(labels.refresh)
})

test('with several accounts, the name is a menu of all with their states', async () => {
  const { world, visitor, path } = await connected()
  await onPlan(world, 'premium')
  await connectBy(visitor, world, 'reels.and.rigging')
  const { text } = await visitor.get(path)
  const [menu = ''] = /<details class="menu">[\s\S]*?<\/details>/.exec(text) ?? []
  expect(menu.match(/href="\/feeds\/\w{8}"/g)).toHaveLength(2)
  expect(menu).toContain(states.importing)
})

test('a key that cannot be decrypted is replaced on the screen of the feed', async () => {
  const { world, visitor, path, card } = await connected()
  await world.database.tables.db
    .updateTable('api_key')
    .set({ sealed: new Uint8Array(60) })
    .execute()
  const { text } = await visitor.get(path)
  expect(text).toContain('can no longer be shown')
  expect(text).not.toContain('class="editor"')
  expect(await world.database.feeds.find(card.feedId)).toBeNull()
})

test('the front door has the promise for visitors, and leads owners to their accounts', async () => {
  const { world, visitor } = await connected()
  const text = await (await fetch(`${world.url}/`)).text()
  expect(text).toContain('<h1>Your Instagram posts on your website</h1>')
  expect(text).toContain(`<a class="button main" href="/sign-up">${labels.connectYours}</a>`)
  for (const [, picture] of text.matchAll(/<img src="([^"]+)"/g)) {
    const { status, headers } = await fetch(`${world.url}${picture}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
  expect(text.match(/<img src/g)).toHaveLength(6)
  expect((await visitor.get('/')).headers.get('Location')).toBe('/accounts')
})

test('where sign-up is by invitation, the front door leads to signing in alone', async () => {
  const { url } = await dashboardWorld({ settings: { signUp: 'invitation' } })
  const text = await (await fetch(`${url}/`)).text()
  expect(text).toContain('<a class="button main" href="/sign-in">Sign in</a>')
  expect(text).not.toContain('/sign-up')
})

test('each link of an email leads to a page of the dashboard that has its place', async () => {
  const { world, visitor, card } = await connected()
  await world.database.connections.apply(card.id, 'imported')
  await world.database.connections.apply(card.id, 'access_lost', { reason: 'It was changed.' })
  world.mails.length = 0
  await world.sendMails()
  const links = world.mails.flatMap(({ text }) => text.match(/http\S+/g) ?? [])
  expect(links).toHaveLength(1)
  for (const link of links) {
    const { pathname, search, hash } = new URL(link)
    const page = await visitor.get(pathname + search)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`id="${hash.slice(1)}"`)
  }
})
