import { type Context, Hono } from 'hono'
import { BadBody, controlBodies, readBody } from './control-bodies.ts'
import type { EmulatorEnv } from './delivery.ts'
import type { EmulatedUser } from './emulated-users.ts'
import { faultNames, faults } from './faults.ts'
import { loopbackOnly, smallBody } from './guards.ts'
import { type EmulatedApp, type PlatformState, signRequest } from './platform-state.ts'

export const controlPrefix = '/__emulator'

/** The JSON interface for the demo's page and for tests. It contains no token. */
export function control(state: PlatformState): Hono<EmulatorEnv> {
  const { users, faults: active, settings } = state
  const stateOf = (user: EmulatedUser) => ({
    id: user.userId,
    username: user.profile.username,
    name: user.profile.name,
    posts: user.posts.length,
    newestPost: user.posts[0]?.id ?? null,
    faults: active.of(user.userId),
  })
  const idOf = (context: Context) => users.get(context.req.param('id') ?? '').userId

  return new Hono<EmulatorEnv>()
    .use('*', loopbackOnly(state))
    .use('*', smallBody)
    .options('*', (context) =>
      context.body(null, 204, {
        'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
        'Access-Control-Allow-Headers': 'Content-Type',
      }),
    )
    .get('/state', (context) =>
      context.json({
        users: users.list().map(stateOf),
        faults: faultNames.map((name) => ({ name, description: faults[name].description })),
        settings,
      }),
    )
    .patch('/settings', async (context) => {
      Object.assign(settings, await readBody(context, controlBodies.settings))
      return context.json(settings)
    })
    .patch('/users/:id', async (context) => {
      const id = idOf(context)
      users.changeProfile(id, await readBody(context, controlBodies.user))
      return context.json(stateOf(users.get(id)))
    })
    .post('/users/:id/faults', async (context) => {
      const id = idOf(context)
      const { fault, ...settings } = await readBody(context, controlBodies.fault)
      active.set(id, fault, settings)
      return context.json(stateOf(users.get(id)))
    })
    .delete('/users/:id/faults', (context) => {
      active.clear(idOf(context))
      return context.body(null, 204)
    })
    .post('/users/:id/posts', async (context) => {
      const { id } = users.addPost(idOf(context), await readBody(context, controlBodies.post))
      return context.json({ id }, 201)
    })
    .patch('/users/:id/posts/:post', async (context) => {
      const change = await readBody(context, controlBodies.post)
      users.changePost(idOf(context), context.req.param('post'), change)
      return context.body(null, 204)
    })
    .post('/users/:id/removal', async (context) => {
      const id = idOf(context)
      active.set(id, 'app-removed')
      return context.json(await callApps(state, 'deauthorizeUrl', id))
    })
    .post('/users/:id/deletion', async (context) =>
      context.json(await callApps(state, 'deletionUrl', idOf(context))),
    )
    .delete('/users/:id/posts/:post', (context) => {
      users.deletePost(idOf(context), context.req.param('post'))
      return context.body(null, 204)
    })
    .all('*', (context) =>
      context.json({ error: `There is nothing here: see ${controlPrefix}/state.` }, 404),
    )
    .onError((error, context) => {
      if (error instanceof RangeError) return context.json({ error: error.message }, 404)
      if (error instanceof BadBody) return context.json({ error: error.message }, 400)
      throw error
    })
}

/** An app's response; the status is null if the app could not be reached. */
interface CallbackResponse {
  app: string
  status: number | null
  body: string
}

const timeLimitMs = 10_000

/** Posts a signed request about an owner to each app that has registered an address for it. */
async function callApps(
  { apps, users, clock }: PlatformState,
  address: 'deauthorizeUrl' | 'deletionUrl',
  userId: string,
): Promise<CallbackResponse[]> {
  const { appScopedId } = users.get(userId)
  return Promise.all(
    [...apps.values()].flatMap((app) => {
      const url = app[address]
      return url === undefined ? [] : call(app, url, signRequest(app, appScopedId, clock()))
    }),
  )
}

async function call(app: EmulatedApp, url: string, signed: string): Promise<CallbackResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: signed }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    return { app: app.name, status: response.status, body: await response.text() }
  } catch {
    return { app: app.name, status: null, body: '' }
  }
}
