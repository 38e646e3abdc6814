import { Hono } from 'hono'
import type { PlatformHosts } from '../src/platform/platform-tokens.ts'
import type { ActiveFaults } from './active-faults.ts'
import { authorize } from './authorize.ts'
import { control, controlPrefix } from './control.ts'
import type { EmulatorContext, EmulatorEnv } from './delivery.ts'
import type { EmulatedApp } from './emulated-app.ts'
import type { EmulatedUsers } from './emulated-users.ts'
import { graph } from './graph.ts'
import { mediaHost } from './media-host.ts'
import {
  createState,
  type EmulatorSettings,
  type PlatformState,
  type StateOptions,
  signRequest,
} from './platform-state.ts'
import { Refusal } from './refusals.ts'
import { tokenEndpoint } from './token-endpoint.ts'

export type EmulatorOptions = StateOptions

/** A photo platform on this machine, which speaks the real one's shapes and fails on command. */
export interface Emulator {
  /** What a client of it is configured with. */
  hosts: PlatformHosts
  /** Registers an app; its pages may use the control interface from then on. */
  register(app: EmulatedApp): void
  users: EmulatedUsers
  faults: ActiveFaults
  settings: EmulatorSettings
  /** What the platform would post to the app's callbacks about an owner. */
  signedRequest(clientId: string, user: string): string
  /** Answers requests of @hono/node-server, since some faults are the connection's. */
  fetch: Hono<EmulatorEnv>['fetch']
}

export function createEmulator(options: EmulatorOptions): Emulator {
  const state = createState(options)
  const { baseUrl, apps, users, faults, settings, clock } = state
  return {
    hosts: { authorise: `${baseUrl}/www`, token: `${baseUrl}/api`, graph: `${baseUrl}/graph` },
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
    if (!(error instanceof Refusal)) throw error
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
