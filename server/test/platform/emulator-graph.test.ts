import { UserError } from '@photofeed/core/node'
import { expect, test } from 'vitest'
import { startEmulator } from '../../emulator/emulator.ts'
import { app, connect, pictureWidth, platformWorld } from './platform-world.ts'

const owner = '17851400000000001'

async function connected() {
  const world = await platformWorld()
  const { token } = await connect(world)
  async function get(path: string, query: Record<string, string> = {}, init: RequestInit = {}) {
    const search = new URLSearchParams({ ...query, access_token: token })
    const response = await fetch(`${world.emulator.hosts.graph}${path}?${search}`, init)
    return { status: response.status, json: await response.json(), headers: response.headers }
  }
  return { ...world, token, get }
}

function rejected(code: number, message: string) {
  return {
    status: 400,
    json: {
      error: expect.objectContaining({ code, message, fbtrace_id: 'AEmulatedTraceOfThisCall' }),
    },
  }
}

test('without fields there are only ids, 25 to a page, and the next URL contains the token', async () => {
  const { get, emulator, token } = await connected()
  const { posts } = emulator.users.get(owner)
  const { json } = await get('/me/media')
  expect(json.data).toEqual(posts.slice(0, 25).map(({ id }) => ({ id })))
  const next = new URL(json.paging.next)
  expect(Object.fromEntries(next.searchParams)).toEqual({
    access_token: token,
    after: json.paging.cursors.after,
  })
  const second = await (await fetch(next)).json()
  expect(second.data[0]).toEqual({ id: posts[25]?.id })
})

test('the requested fields, down to those of albums', async () => {
  const { get, emulator } = await connected()
  const place = emulator.users.get(owner).posts.findIndex(({ children }) => children.length > 0)
  const post = emulator.users.get(owner).posts[place]
  const fields = 'timestamp,children{media_type}'
  const { json } = await get(`/${owner}/media`, { fields, limit: '100' })
  expect(json.data.length).toBe(100)
  expect(json.data[place]).toEqual({
    id: post?.id,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
    children: {
      data: post?.children.map(({ id, mediaType }) => ({ id, media_type: mediaType })),
    },
  })
})

test('both ids of a profile', async () => {
  const { get } = await connected()
  const { json } = await get('/me', { fields: 'user_id,username,account_type' })
  expect(json).toEqual({
    data: [
      {
        user_id: owner,
        username: 'harbour.and.hearth',
        account_type: 'BUSINESS',
        id: '92851400000000001',
      },
    ],
  })
})

test('errors of requests', async () => {
  const { get, emulator } = await connected()
  const unknown = rejected(
    100,
    '(#100) Tried accessing nonexisting field (likes) on node type (IGMedia)',
  )
  expect(await get('/me/media', { fields: 'id,likes' })).toMatchObject(unknown)
  expect(await get('/me/media', { fields: 'children{likes}' })).toMatchObject(unknown)
  expect(await get('/999/media')).toMatchObject(
    rejected(100, 'Unsupported get request. Object does not exist or cannot be loaded'),
  )
  expect(await get('/refresh_access_token', {}, { method: 'POST' })).toMatchObject(
    rejected(100, 'Unsupported request - method type: POST'),
  )
  expect(await get('/access_token', { grant_type: 'ig_exchange_token' })).toMatchObject(
    rejected(101, 'Error validating client secret'),
  )
  expect(await get('/access_token')).toMatchObject(
    rejected(100, '(#100) The parameter grant_type must be ig_exchange_token'),
  )
  const wrongRole = await fetch(`${emulator.hosts.authorize}/me`)
  expect(wrongRole.status).toBe(404)
})

test('every response has the usage of the limits', async () => {
  const { get, emulator } = await connected()
  const { headers } = await get('/me')
  expect(JSON.parse(headers.get('X-App-Usage') ?? '')).toEqual({
    call_count: 1,
    total_cputime: 0,
    total_time: 0,
  })
  emulator.faults.set(owner, 'account-throttled')
  const throttled = await get('/me')
  expect(throttled.status).toBe(403)
  expect(JSON.parse(throttled.headers.get('X-Business-Use-Case-Usage') ?? '')).toEqual({
    [owner]: [
      {
        type: 'instagram',
        call_count: 100,
        total_cputime: 0,
        total_time: 0,
        estimated_time_to_regain_access: 17,
      },
    ],
  })
})

test('a slow platform responds after three seconds', async () => {
  const slept: number[] = []
  const emulator = await startEmulator({ sleep: async (milliseconds) => slept.push(milliseconds) })
  const app = { name: 'a', clientId: '1', clientSecret: 's', redirectUris: ['http://a.example/'] }
  emulator.register(app)
  emulator.faults.set(owner, 'slow', { on: ['file'] })
  const page = await fetch(
    `${emulator.hosts.authorize}/oauth/authorize?client_id=1&redirect_uri=http%3A%2F%2Fa.example%2F&response_type=code&scope=instagram_business_basic`,
  )
  const [, picture = ''] = /<img src="([^"]+)"/.exec(await page.text()) ?? []
  await fetch(picture.replaceAll('&amp;', '&'))
  await emulator.close()
  expect(slept).toEqual([3000])
})

test('the authorize page reports the problem of a request', async () => {
  const { emulator, client } = await connected()
  const good = new URL(client.authorizeUrl({ state: 's' }))
  const problem = async (name: string, value: string) => {
    const url = new URL(good)
    url.searchParams.set(name, value)
    const response = await fetch(url)
    return [response.status, /<p>(.*)<\/p>/.exec(await response.text())?.[1]]
  }
  expect(await problem('client_id', '7')).toEqual([
    400,
    'No app has this client_id. Check it, or register the app.',
  ])
  expect(await problem('redirect_uri', 'http://feeds.example/connect/callback')).toEqual([
    400,
    'This redirect_uri is not registered for photofeed. Registered: http://feeds.example/connect/callback/',
  ])
  expect(await problem('response_type', 'token')).toEqual([400, 'The response_type must be code.'])
  for (const scope of ['', 'user_profile', 'instagram_business_basic,user_media']) {
    expect(await problem('scope', scope)).toEqual([
      400,
      'The scope must contain instagram_business_basic, and may contain instagram_business_manage_comments only besides.',
    ])
  }
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('an app that may not request a permission gets no page to allow it', async () => {
  const { emulator, client } = await platformWorld()
  emulator.register({
    ...{ ...app, redirectUris: [app.redirectUri] },
    scopes: ['instagram_business_basic'],
  })
  const response = await fetch(client.authorizeUrl({ state: 's' }))
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('Invalid scopes: instagram_business_manage_comments'),
  ])
  const { client: basic } = await platformWorld({}, pictureWidth, { comments: false })
  expect((await fetch(basic.authorizeUrl({ state: 's' }))).status).toBe(200)
})

test('a browser that allowed access offers the same user again, unless the app requires a choice', async () => {
  const { emulator, client } = await platformWorld()
  const { userId } = emulator.users.get('quiet.lens')
  const url = new URL(client.authorizeUrl({ state: 's' }))
  const allowed = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'allow', user: userId }),
    redirect: 'manual',
  })
  const cookie = allowed.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const offered = async () => {
    const page = await (await fetch(url, { headers: { Cookie: cookie } })).text()
    return [...page.matchAll(/name="user" value="(\d+)"/g)].map(([, user]) => user)
  }
  expect(await offered()).toEqual(emulator.users.list().map((user) => user.userId))
  url.searchParams.delete('force_reauth')
  expect(await offered()).toEqual([userId])
})

test('a port that is taken', async () => {
  const { emulator } = await platformWorld()
  const port = Number(new URL(emulator.url).port)
  await expect(startEmulator({ port })).rejects.toThrow(UserError)
})
