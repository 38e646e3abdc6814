import type { FeedStore } from '@photofeed/core'
import type { Hono } from 'hono'
import packageJson from '../../package.json' with { type: 'json' }
import { openPort, startService } from '../http/service.ts'
import type { Logger } from '../log.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { createResizer } from '../media/resizer.ts'
import { type App, createApp } from './app.ts'
import type { DataFolder } from './data-folder.ts'
import { type BaseAdditions, openBase, type ServerBase, startAdmin } from './server-base.ts'
import type { Settings } from './settings.ts'

interface Addresses {
  /** The address that clients use. */
  url: string
  listenUrl: string
}

interface RunningServer {
  /** Null if it does not serve the API. */
  addresses: Addresses | null
  adminUrl: string | null
  /** Serves for `drain` seconds more, closing each connection after a response, then closes everything. */
  close(): Promise<void>
}

/** What the demo adds to a server. */
export interface Additions extends BaseAdditions {
  /** Stores what is there from the start. */
  prepare?(data: DataFolder): Promise<void>
  /** Returns a store around the database's. */
  storeOf?(store: FeedStore): FeedStore
  /** Returns pages around those of owners. */
  pagesOf?(pages: Hono, site: Pick<App, 'owners'> & { baseUrl: string; cdnUrl: string }): Hono
}

/** Starts a server of any role from its settings. */
export async function startServer(
  settings: Settings,
  log: Logger,
  additions: Additions = {},
): Promise<RunningServer> {
  await using stack = new AsyncDisposableStack()
  const base = await openBase(settings, log, stack, additions)
  await additions.prepare?.(base.data)
  const adminUrl = await startAdmin(base)
  const addresses = await startRole(base, additions)
  const { version } = packageJson
  const { node } = process.versions
  log.info({ version, node, database: base.data.database.engine }, 'The server started.')
  const closing = stack.move()
  return {
    ...{ addresses, adminUrl },
    async close() {
      await using _ = closing
      base.readiness.stopping()
      log.info('The server stops.')
    },
  }
}

/** Starts what the role needs. Returns the addresses of the API, if it serves that. */
async function startRole(base: ServerBase, additions: Additions): Promise<Addresses | null> {
  // A worker has no port, but mails contain the address that clients use.
  const { role, baseUrl = '', cdnUrl = baseUrl } = base.settings
  const { data } = base
  const database = role === 'all' ? await data.openForWork() : data.database
  const { addresses, app } =
    role === 'worker'
      ? { addresses: null, app: openApp(base, { baseUrl, cdnUrl }) }
      : await serve(base, additions)
  if (role === 'api') return addresses
  const work = app.createWork(database)
  base.stack.defer(work.stop)
  work.start()
  base.metrics.watchDeliveries(work.failingDeliveries)
  return addresses
}

function openApp(base: ServerBase, addresses: { baseUrl: string; cdnUrl: string }): App {
  const app = createApp(base.settings, { ...base, ...addresses })
  if (app.platform) base.metrics.watchPlatform(app.platform.pauses)
  return app
}

/** Serves the API, media and pages. The port accepts requests once it is open, so nothing is awaited until they are served. */
async function serve(
  base: ServerBase,
  { storeOf = (store) => store, pagesOf = (pages) => pages }: Additions,
): Promise<{ addresses: Addresses; app: App }> {
  const { settings, data, metrics, onError, stack } = base
  const { store, hasSizes } = data.database
  const port = await openPort(settings)
  stack.defer(port.listening.close)
  const app = openApp(base, port)
  const resizer = createResizer(data.media)
  const drain = startService(port, settings, {
    ...{ store: storeOf(store), onError, observe: metrics.observe },
    pages: pagesOf(app.createPages(), { ...port, owners: app.owners }),
    media: createMediaHandler({ store: data.media, resizer, onError, hasSizes }),
  })
  stack.defer(() => drain(settings.drain * 1000))
  return { addresses: { url: port.baseUrl, listenUrl: port.listening.url }, app }
}
