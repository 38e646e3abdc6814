import { expect, onTestFinished } from 'vitest'
import { signRequest } from '../../emulator/platform-state.ts'
import { platformCallbacks } from '../../src/dashboard/platform-callbacks.ts'
import { openPort, startService } from '../../src/http/service.ts'
import { app } from '../platform/platform-world.ts'
import { refreshWorld } from '../refresh/refresh-world.ts'
import { testSettings } from '../support/settings.ts'

/** The whole service with its callbacks on a port, registered with the emulated platform. */
export async function callbackWorld() {
  const world = await refreshWorld()
  const { database, emulator, time, errors } = world
  const { connections } = database
  const onError = (error: unknown) => void errors.push(error)
  const port = await openPort(testSettings)
  const { baseUrl: url, listening } = port
  onTestFinished(listening.close)
  startService(port, testSettings, {
    store: database.store,
    feeds: database.feeds,
    media: async (_, response) => void response.writeHead(404).end(),
    onError,
    pages: platformCallbacks({
      ...{ baseUrl: url, connections, onError, clientSecret: app.clientSecret },
      report: (event, details) => world.reports.push([event, details]),
      ...{ clock: () => time.now, deletions: database.deletions },
    }),
  })
  const redirectUris = [app.redirectUri]
  emulator.register({
    ...{ ...app, redirectUris },
    ...{
      deauthorizeUrl: `${url}/platform/deauthorize`,
      deletionUrl: `${url}/platform/delete-data`,
    },
  })

  async function post(path: string, body: BodyInit, init: RequestInit = {}) {
    const reply = await fetch(`${url}/platform/${path}`, { method: 'POST', body, ...init })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  return {
    ...world,
    ...{ url, post },

    /** What the platform posts about an owner; signed now by default. */
    send: (path: string, userId: string, at = time.now) =>
      post(
        path,
        new URLSearchParams({
          signed_request: signRequest({ ...app, redirectUris }, userId, at),
        }),
      ),

    /** The owner does it on the platform's own pages. */
    async onPlatform(username: string, what: 'removal' | 'deletion') {
      const [called] =
        what === 'removal'
          ? await emulator.removeApp(username)
          : await emulator.requestDeletion(username)
      expect(called?.status).toBe(200)
      return called?.body ?? ''
    },

    /** The heading of a page, and its status. */
    async page(address: string) {
      const reply = await fetch(address)
      const html = await reply.text()
      return [reply.status, /<h1>(.*?)<\/h1>/.exec(html)?.[1]]
    },
  }
}
