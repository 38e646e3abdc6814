import { readFile } from 'node:fs/promises'
import { getRequestListener } from '@hono/node-server'
import { listen } from '@photofeed/core/node'
import { Hono } from 'hono'
import type { PlatformHosts } from '../src/platform/platform-tokens.ts'
import type { ActiveFaults } from './active-faults.ts'
import { authorize } from './authorize.ts'
import { control, controlPrefix } from './control.ts'
import { deliver, type EmulatorContext, type EmulatorEnv } from './delivery.ts'
import type { EmulatedUsers } from './emulated-users.ts'
import { ApiError } from './errors.ts'
import { graph } from './graph.ts'
import {
  createState,
  type EmulatedApp,
  type EmulatorSettings,
  type PlatformState,
  type StateOptions,
  signRequest,
} from './platform-state.ts'
import { tokenEndpoint } from './token-endpoint.ts'

/** A photo platform on this machine, with the real one's responses, which fails on command. */
interface Emulator {
  /** The hosts for a client's configuration. */
  hosts: PlatformHosts
  /** Registers an app; its pages may use the control interface from then on. */
  register(app: EmulatedApp): void
  users: EmulatedUsers
  faults: ActiveFaults
  settings: EmulatorSettings
  /** Returns what the platform posts to the app's callbacks about an owner. */
  signedRequest(clientId: string, user: string): string
  /** Handles requests of @hono/node-server, since some faults are the connection's. */
  fetch: Hono<EmulatorEnv>['fetch']
}

function createEmulator(options: StateOptions): Emulator {
  const state = createState(options)
  const { baseUrl, apps, users, faults, settings, clock } = state
  return {
    hosts: { authorize: `${baseUrl}/www`, token: `${baseUrl}/api`, graph: `${baseUrl}/graph` },
    register(app) {
      apps.set(app.clientId, app)
    },
    users,
    faults,
    settings,
    signedRequest(clientId, user) {
      const app = apps.get(clientId)
      if (!app) throw new RangeError(`No app has the client id ${clientId}.`)
      return signRequest(app, users.get(user).appScopedId, clock())
    },
    fetch: rolesOf(state).fetch,
  }
}

/** Each of the platform's hosts is a folder here, so that a request to the wrong one fails as it would there. */
function rolesOf(state: PlatformState): Hono<EmulatorEnv> {
  const { settings } = state
  const app = new Hono<EmulatorEnv>()
    .route('/www', authorize(state))
    .route('/api', tokenEndpoint(state))
    .route('/graph', graph(state))
    .route('/cdn', mediaHost(state))
    .route(controlPrefix, control(state))
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

export interface StartOptions extends Omit<StateOptions, 'baseUrl'> {
  /** The port; by default 0, which takes a free one. */
  port?: number
}

export interface RunningEmulator extends Emulator {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
}

/**
 * Starts an emulator on a port of this machine, which other machines cannot reach.
 *
 * @throws {UserError} when the port is taken.
 */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const { port = 0, ...rest } = options
  const { server, url, close } = await listen('127.0.0.1', port)
  const emulator = createEmulator({ ...rest, baseUrl: url })
  server.on('request', getRequestListener(emulator.fetch, { overrideGlobalObjects: false }))
  return {
    ...emulator,
    url,
    close() {
      const closed = close()
      // Some responses hang on purpose.
      server.closeAllConnections()
      return closed
    },
  }
}
