import packageJson from '../../package.json' with { type: 'json' }
import { createReport } from '../events.ts'
import { openPort, startService } from '../http/service.ts'
import type { Logger } from '../log.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { createResizer } from '../media/resizer.ts'
import type { Database } from '../stores/database.ts'
import { createApp } from './app.ts'
import { openBase, type ServerBase, startAdmin } from './server-base.ts'
import type { Settings } from './settings.ts'
import { shownSettings } from './shown-settings.ts'

interface Addresses {
  /** The address that clients use. */
  url: string
  listenUrl: string
}

/** What a role has started. */
interface Started {
  /** Null if it does not serve the API. */
  addresses: Addresses | null
  adminUrl: string | null
}

interface RunningServer extends Started {
  /** Serves for `drain` seconds more, closing each connection after a response, then closes everything. */
  close(): Promise<void>
}

/** Starts a server of any role. */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  await using stack = new AsyncDisposableStack()
  const base = await openBase(settings, log, stack)
  const { database } = base.data
  const started = await { all: startAll, api: startApi, worker: startWorker }[settings.role](base)
  log.info(
    {
      version: packageJson.version,
      node: process.versions.node,
      database: database.engine,
      migrated: database.migrated,
      settings: shownSettings(settings),
    },
    'The server started.',
  )
  const closing = stack.move()
  return {
    ...started,
    async close() {
      await using _ = closing
      base.readiness.stopping()
      log.info('The server stops.')
    },
  }
}

async function startAll(base: ServerBase): Promise<Started> {
  const adminUrl = await startAdmin(base)
  const jobs = await base.data.openForWork()
  const { addresses, app } = await serve(base)
  startJobs(base, app, jobs)
  base.metrics.watchPools({ requests: base.data.database.poolUse, jobs: jobs.poolUse })
  return { addresses, adminUrl }
}

async function startApi(base: ServerBase): Promise<Started> {
  const adminUrl = await startAdmin(base)
  const { addresses } = await serve(base)
  base.metrics.watchPools({ requests: base.data.database.poolUse })
  return { addresses, adminUrl }
}

async function startWorker(base: ServerBase): Promise<Started> {
  const adminUrl = await startAdmin(base)
  // It has no port, but mails contain the address that clients use.
  const { baseUrl = '', cdnUrl = baseUrl } = base.settings
  startJobs(base, openApp(base, { baseUrl, cdnUrl }), base.data.database)
  base.metrics.watchPools({ jobs: base.data.database.poolUse })
  return { addresses: null, adminUrl }
}

type App = ReturnType<typeof createApp>

function openApp(base: ServerBase, addresses: { baseUrl: string; cdnUrl: string }): App {
  const { settings, log, data, mailer, metrics, onError } = base
  const app = createApp(settings, {
    ...{ ...addresses, data, mailer, onError },
    report: createReport(log, metrics.countEvent),
  })
  if (app.platform) metrics.watchPlatform(app.platform.usage)
  return app
}

/** Serves the API, media and pages. The port accepts requests once it is open, so nothing is awaited until they are served. */
async function serve(base: ServerBase): Promise<{ addresses: Addresses; app: App }> {
  const { settings, data, metrics, onError, stack } = base
  const port = await openPort(settings)
  stack.defer(port.listening.close)
  const app = openApp(base, port)
  const drain = startService(port, settings, {
    ...{ store: data.database.store, onError, observe: metrics.observe, pages: app.createPages() },
    media: createMediaHandler({
      ...{ store: data.media, resizer: createResizer(data.media), onError },
      hasSizes: data.database.hasSizes,
    }),
  })
  stack.defer(() => drain(settings.drain * 1000))
  return { addresses: { url: port.baseUrl, listenUrl: port.listening.url }, app }
}

function startJobs({ stack }: ServerBase, app: App, database: Database): void {
  const work = app.createWork(database)
  stack.defer(work.stop)
  work.start()
}
