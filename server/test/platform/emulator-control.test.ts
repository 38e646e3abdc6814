import { expect, onTestFinished, test } from 'vitest'
import { faultNames } from '../../emulator/faults.ts'
import { RawClient } from '../support/raw-client.ts'
import { app, connect, platformWorld } from './platform-world.ts'

const owner = '17851400000000012'
const permissions = ['instagram_business_basic']

async function controlled() {
  const world = await platformWorld()
  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${world.emulator.url}/__emulator${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, json: text === '' ? null : JSON.parse(text) }
  }
  return { ...world, ask }
}

test('lists the users and faults of the platform', async () => {
  const { ask, client, emulator } = await controlled()
  const { token } = await connect({ client, emulator })
  const { status, json } = await ask('GET', '/state')
  expect(status).toBe(200)
  expect(json.users[1]).toEqual({
    id: owner,
    username: 'hundred.hills',
    name: 'hundred hills',
    posts: 100,
    newestPost: emulator.users.get(owner).posts[0]?.id,
    faults: [],
  })
  expect(json.faults.map(({ name }: { name: string }) => name)).toEqual(faultNames)
  expect(json.settings).toEqual({ shape: 'wrapped', leaks: false, latencyMs: 0 })
  const text = JSON.stringify(json)
  expect(text).not.toContain(token)
  expect(text).not.toContain(app.clientSecret)
})

test('sets and removes faults', async () => {
  const { ask, client, emulator } = await controlled()
  const { token } = await connect({ client, emulator }, 'hundred.hills')
  const path = `/users/${owner}/faults`
  const set = await ask('POST', path, { fault: 'gone', times: 2, on: ['profile'] })
  expect([set.status, set.json.faults]).toEqual([
    200,
    [{ fault: 'gone', times: 2, on: ['profile'] }],
  ])
  await expect(client.profile(token)).rejects.toMatchObject({ kind: 'gone' })
  expect((await ask('GET', '/state')).json.users[1].faults).toEqual([
    { fault: 'gone', times: 1, on: ['profile'] },
  ])
  expect(await ask('DELETE', path)).toEqual({ status: 204, json: null })
  expect(await client.profile(token)).toMatchObject({ user_id: owner })
})

test('changes users and posts', async () => {
  const { ask, client, emulator } = await controlled()
  const { token } = await connect({ client, emulator }, 'quiet.lens')
  const user = '/users/quiet.lens'
  const added = await ask('POST', `${user}/posts`, { caption: 'New', likeCount: 3 })
  const { id } = added.json
  expect(added.status).toBe(201)
  expect(await ask('PATCH', `${user}/posts/${id}`, { commentsCount: null, likeCount: 4 })).toEqual({
    status: 204,
    json: null,
  })
  const changed = await ask('PATCH', user, { username: 'loud.lens', followersCount: 5 })
  expect([changed.status, changed.json.username]).toEqual([200, 'loud.lens'])

  const listing = async () => {
    const posts = []
    for await (const page of client.mediaPages(token, { permissions })) posts.push(...page.posts)
    return posts
  }
  expect(await listing()).toMatchObject([
    { id, caption: 'New', like_count: 4, comments_count: null },
  ])
  expect(await client.profile(token)).toMatchObject({
    username: 'loud.lens',
    followers_count: 5,
    media_count: 1,
  })
  expect((await ask('DELETE', `/users/loud.lens/posts/${id}`)).status).toBe(204)
  expect(await listing()).toEqual([])

  expect((await ask('PATCH', '/settings', { shape: 'flat' })).json.shape).toBe('flat')
  expect(emulator.settings.shape).toBe('flat')
})

test.each([
  ['GET', '/nothing', undefined, 404, 'There is nothing here: see /__emulator/state.'],
  ['POST', '/users/nobody/faults', { fault: 'gone' }, 404, 'The platform has no user nobody'],
  ['DELETE', `/users/${owner}/posts/7`, undefined, 404, 'hundred.hills has no post 7.'],
  ['POST', `/users/${owner}/faults`, { fault: 'none' }, 400, 'Invalid option: expected one of'],
  ['POST', `/users/${owner}/faults`, { fault: 'gone', times: 0 }, 400, 'at times'],
  ['POST', `/users/${owner}/faults`, { fault: 'gone', at: 1 }, 400, 'Unrecognized key: "at"'],
  ['POST', `/users/${owner}/faults`, undefined, 400, 'Invalid input: expected object'],
  ['PATCH', `/users/${owner}`, { username: 'a b' }, 400, 'at username'],
])('%s %s with %j', async (method, path, body, status, error) => {
  const { ask } = await controlled()
  const answer = await ask(method, path, body)
  expect(answer.status).toBe(status)
  expect(answer.json.error).toContain(error)
})

async function sendHeaders(method: string, headers: Record<string, string>) {
  const { emulator } = await platformWorld()
  const { host } = new URL(emulator.url)
  const raw = new RawClient(emulator.url)
  onTestFinished(() => raw.close())
  const lines = Object.entries({ Host: host, ...headers }).map(
    ([name, value]) => `${name}: ${value.replace('{host}', host)}\r\n`,
  )
  return raw.send(`${method} /__emulator/state HTTP/1.1\r\n${lines.join('')}\r\n`)
}

test.each([
  [{}, 200, null],
  [{ Origin: 'http://{host}' }, 200, 'http://{host}'],
  [{ Origin: 'http://feeds.example', 'Sec-Fetch-Site': 'cross-site' }, 200, 'http://feeds.example'],
  [{ Origin: 'http://elsewhere.example' }, 403, null],
  [{ Origin: 'https://feeds.example' }, 403, null],
  [{ Origin: 'null' }, 403, null],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403, null],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403, null],
  [{ 'Sec-Fetch-Site': 'none' }, 200, null],
  [{ Host: 'rebound.example' }, 403, null],
  [{ Host: 'localhost' }, 200, null],
])('%j is answered with %i', async (headers, status, allowed) => {
  const answer = await sendHeaders('GET', headers as Record<string, string>)
  expect(answer?.status).toBe(status)
  const origin = answer?.headers.get('Access-Control-Allow-Origin') ?? null
  expect(origin?.replace(/127\.0\.0\.1:\d+/, '{host}') ?? null).toBe(allowed)
  if (status === 403) expect(answer?.body).not.toContain('users')
})

test('the page of a registered app may send a preflight', async () => {
  const answer = await sendHeaders('OPTIONS', {
    Origin: 'http://feeds.example',
    'Access-Control-Request-Method': 'POST',
  })
  expect([answer?.status, answer?.headers.get('Access-Control-Allow-Methods')]).toEqual([
    204,
    'GET, POST, PATCH, DELETE',
  ])
})

test.each([
  { body: 'x'.repeat(17_000) },
  { body: new Blob(['x']).stream(), duplex: 'half' } as RequestInit,
])('a body that is too large, or does not say how large it is', async (init) => {
  const { emulator } = await platformWorld()
  for (const path of ['/__emulator/settings', '/api/oauth/access_token']) {
    const method = path.endsWith('settings') ? 'PATCH' : 'POST'
    const body = init.body instanceof ReadableStream ? new Blob(['x']).stream() : init.body
    const answer = await fetch(emulator.url + path, { ...init, body: body ?? null, method })
    expect(answer.status).toBe(413)
  }
})

test('another site cannot press Allow', async () => {
  const { client } = await platformWorld()
  const answer = await fetch(client.authorizeUrl({ state: 's' }), {
    method: 'POST',
    headers: { Origin: 'http://elsewhere.example' },
    body: new URLSearchParams({ decision: 'allow', user: owner }),
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('Location')]).toEqual([403, null])
})
