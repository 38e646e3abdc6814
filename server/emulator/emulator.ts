import { readFile } from 'node:fs/promises'
import { getRequestListener } from '@hono/node-server'
import { listen } from '@photofeed/core/node'
import { Hono } from 'hono'
import { authorize } from './authorize.ts'
import { deliver, type EmulatorContext, type EmulatorEnv } from './delivery.ts'
import { ApiError } from './errors.ts'
import { graph } from './graph.ts'
import {
  callApps,
  createState,
  type EmulatedApp,
  type PlatformState,
  type StateOptions,
  signRequest,
} from './platform-state.ts'
import { tokenEndpoint } from './token-endpoint.ts'

/** Each of the platform's hosts is a folder here, so that a request to the wrong one fails as it would there. */
function rolesOf(state: PlatformState): Hono<EmulatorEnv> {
  const { settings } = state
  const app = new Hono<EmulatorEnv>()
    .route('/www', authorize(state))
    .route('/api', tokenEndpoint(state))
    .route('/graph', graph(state))
    .route('/cdn', mediaHost(state))
  app.onError(async (error, context) => {
    if (!(error instanceof ApiError)) throw error
    const { message, status, body } = error
    const sent = settings.leaks ? ` ${context.req.url} ${await formOf(context)}` : ''
    return context.newResponse(JSON.stringify(body(message + sent)), status as 400, {
      'Content-Type': 'application/json; charset=UTF-8',
    })
  })
  return app
}

async function formOf({ req }: EmulatorContext): Promise<string> {
  return req.method === 'POST' ? JSON.stringify(await req.parseBody()) : ''
}

/** The media host: files whose URLs expire. Like the platform's, it allows no other page to read them. */
function mediaHost(state: PlatformState): Hono<EmulatorEnv> {
  const { urls, faults, pictures, pictureWidth } = state

  return new Hono<EmulatorEnv>().get('/v/*', async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const file = urls.read(pathname.replace(/^\/cdn/, ''), search.slice(1))
    if (typeof file === 'string') return context.text(file, 403)
    const fault = faults.take(file.userId, 'file')
    if (fault) return deliver(context, fault, state, () => null)
    const [stem, extension] = file.name.split('.')
    const bytes = await readFile(
      new URL(extension === 'mp4' ? file.name : `${stem}/${pictureWidth}.jpg`, pictures),
    )
    return context.body(Uint8Array.from(bytes), 200, {
      'Content-Type': extension === 'mp4' ? 'video/mp4' : 'image/jpeg',
      'Cache-Control': 'max-age=1209600, no-transform',
    })
  })
}

export type RunningEmulator = Awaited<ReturnType<typeof startEmulator>>

/**
 * Starts a photo platform with the real one's responses, which fails on command. Other machines cannot reach it. The port
 * is a free one by default.
 *
 * @throws {UserError} when the port is taken.
 */
export async function startEmulator(
  options: Omit<StateOptions, 'baseUrl'> & { port?: number } = {},
) {
  const { port = 0, ...rest } = options
  const { server, url, close } = await listen('127.0.0.1', port)
  const state = createState({ ...rest, baseUrl: url })
  const { apps, users, faults, settings, clock } = state
  server.on('request', getRequestListener(rolesOf(state).fetch, { overrideGlobalObjects: false }))
  return {
    /** Without a trailing slash. */
    url,
    /** The hosts for a client's configuration. */
    hosts: { authorize: `${url}/www`, token: `${url}/api`, graph: `${url}/graph` },
    users,
    faults,
    settings,
    register(app: EmulatedApp): void {
      apps.set(app.clientId, app)
    },
    /** Returns what the platform posts to the app's callbacks about an owner. */
    signedRequest(clientId: string, user: string): string {
      const app = apps.get(clientId)
      if (!app) throw new RangeError(`No app has the client id ${clientId}.`)
      return signRequest(app, users.get(user).appScopedId, clock())
    },
    /** An owner removes the app: tokens end, and the apps are called. */
    removeApp(user: string) {
      const { userId } = users.get(user)
      faults.set(userId, 'app-removed')
      return callApps(state, 'deauthorizeUrl', userId)
    },
    /** An owner requests the deletion of their data, so that the apps are called. */
    requestDeletion: (user: string) => callApps(state, 'deletionUrl', users.get(user).userId),
    close(): Promise<void> {
      const closed = close()
      // Some responses hang on purpose.
      server.closeAllConnections()
      return closed
    },
  }
}
