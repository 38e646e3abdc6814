import { join } from 'node:path'
import type { FeedStore } from '@photofeed/core'
import { createGuardedFetch } from '@photofeed/core/node'
import { Hono } from 'hono'
import packageJson from '../../package.json' with { type: 'json' }
import { createDashboard } from '../dashboard/dashboard.ts'
import { platformCallbacks } from '../dashboard/platform-callbacks.ts'
import { openPort, startService } from '../http/service.ts'
import { createErrorLog, createReport, type Events, type Logger } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { assertMediaThere } from '../media/open-media-files.ts'
import { startAdminServer } from '../operations/admin-server.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createReadiness, within } from '../operations/readiness.ts'
import { downloadRules } from '../platform/download-rules.ts'
import { configuredPlatform } from '../platform/platform-client.ts'
import type { Settings } from '../settings/settings.ts'
import type { Database } from '../stores/database.ts'
import { isPostgres } from '../stores/engine/postgres-address.ts'
import { createEdgePurge } from '../work/edge-purge.ts'
import { createWork } from './background-work.ts'
import { dashboardParts } from './dashboard-parts.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import {
  assertHostsKnown,
  assertNone,
  noSharedSecret,
  sentencesOf,
  settingRejections,
  settingWarnings,
} from './rejections.ts'

/** What the demo adds to a server. */
export interface Additions {
  /** Takes the place of the settings' mail server. */
  mailer?: Mailer
  onEvent?(event: keyof Events): void
  /** Stores what is there from the start. */
  prepare?(data: DataFolder): Promise<void>
  /** Returns a store around the database's. */
  storeOf?(store: FeedStore): FeedStore
  /** Returns pages around those of owners. */
  pagesOf?(pages: Hono, site: Pick<App, 'owners'> & { baseUrl: string; cdnUrl: string }): Hono
}

/** Starts a server of any role from its settings. */
export async function startServer(settings: Settings, log: Logger, additions: Additions = {}) {
  // What was started is closed in the end, the last first.
  await using stack = new AsyncDisposableStack()
  await checkSettings(settings, log)
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
    /** Serves for the time of `drain` more, closing each connection after a response, then closes everything. */
    async close() {
      await using _ = closing
      base.readiness.stopping()
      log.info('The server stops.')
    },
  }
}

async function checkSettings(settings: Settings, log: Logger): Promise<void> {
  assertNone(settingRejections, settings)
  await assertHostsKnown(settings)
  for (const sentence of sentencesOf(settingWarnings, settings)) log.warn(sentence)
  if (!isPostgres(settings.database)) return
  // Loaded only here: most servers run on SQLite, and start faster without it.
  const { waitForPostgres } = await import('../stores/engine/postgres.ts')
  await waitForPostgres(settings.database, (sentence) => {
    // Otherwise the mistake would be named only after the outage.
    assertNone([noSharedSecret], settings)
    log.warn(sentence)
  })
}

type ServerBase = Awaited<ReturnType<typeof openBase>>

/** Opens the data that the settings name, and checks that a server can work with them. */
async function openBase(
  settings: Settings,
  log: Logger,
  stack: AsyncDisposableStack,
  { mailer, onEvent }: Additions,
) {
  // Loaded only here: commands start faster without it.
  const { setFetchTimeouts } = await import('./fetch-timeouts.ts')
  setFetchTimeouts()
  const metrics = createMetrics({ clock: Date.now, role: settings.role })
  const onError = createErrorLog(log)
  const report = createReport(log, (event, details) => {
    metrics.countEvent(event, details)
    onEvent?.(event)
  })
  const purgesEdge = settings.purgeUrl !== undefined
  const data = stack.use(
    await openDataFolder(settings.data, settings.secret, settings, { purgesEdge }),
  )
  const { health, files, assertUsable } = data.database
  metrics.watchDatabase(health)
  await assertUsable()
  await assertMediaThere(settings, join(settings.data, 'media'), files.hasShown)
  const mediaCheck = data.media.check()
  // A start that fails waits: the check writes a file.
  stack.defer(() => mediaCheck.catch(() => {}))
  // The feed is served also while the media store is down.
  await within(mediaCheckMs, mediaCheck).catch(onError)
  const readiness = createReadiness({ health, media: data.media, onError, clock: Date.now })
  metrics.watchReadiness(readiness)
  metrics.watch('waiting_pictures', data.media.decoding.waiting)
  const ownMailer = mailer ?? (await configuredMailer(settings))
  return { settings, data, mailer: ownMailer, metrics, readiness, onError, report, stack }
}

const mediaCheckMs = 5_000

/** Serves health and metrics, if there is a port for them. Returns its address. */
async function startAdmin(base: ServerBase): Promise<string | null> {
  const { adminHost: host, adminPort: port } = base.settings
  if (port === undefined) return null
  const admin = await startAdminServer({ ...base, host, port })
  base.stack.defer(admin.close)
  return admin.url
}

/** Starts what the role needs. Returns the addresses of the API, or null if it does not serve that. */
async function startRole(base: ServerBase, additions: Additions) {
  // A worker has no port, but mails contain the address that clients use.
  const { role, baseUrl = '', cdnUrl = baseUrl } = base.settings
  const { data } = base
  const database = role === 'all' ? await data.openForWork() : data.database
  const { addresses, app, drain } =
    role === 'worker'
      ? { addresses: null, app: createApp(base, { baseUrl, cdnUrl }), drain: null }
      : await serve(base, additions)
  const work = role === 'api' ? null : app.createWork(database)
  // Requests are served while jobs end.
  base.stack.defer(async () => void (await Promise.all([drain?.(), work?.stop()])))
  work?.start()
  if (work) base.metrics.watch('failing_deliveries', work.failingDeliveries)
  return addresses
}

type App = ReturnType<typeof createApp>

/** Creates what is behind the read API, of which a server starts what its role needs. */
function createApp(
  { settings, data, mailer, metrics, onError, report }: ServerBase,
  addresses: { baseUrl: string; cdnUrl: string },
) {
  const { database, media, secret } = data
  const { purgeUrl, platformClientSecret: clientSecret = '' } = settings
  const platform = configuredPlatform(settings, addresses.baseUrl, report)
  if (platform) metrics.watch('platform_pauses', platform.pauses)
  const parts = dashboardParts(
    { settings, database, secret, mailer, platform, clock: Date.now, onError, report },
    addresses,
  )
  const { owners } = parts
  return {
    owners,
    createPages(): Hono {
      const pages = new Hono().route('/', createDashboard(parts))
      return platform ? pages.route('/', platformCallbacks({ ...parts, clientSecret })) : pages
    },
    /** Creates the background jobs, on a database of their own if there is one. */
    createWork: (workDatabase: Database) =>
      createWork({
        ...{ database: workDatabase, media, platform, onError, report },
        concurrency: settings.concurrency,
        download: createGuardedFetch(downloadRules(settings)),
        purge: purgeUrl === undefined ? null : createEdgePurge(purgeUrl, settings.purgeToken),
        sendMail: owners.byMail?.send ?? null,
      }),
  }
}

/** Serves the API, media and pages. The port accepts requests once it is open, so nothing is awaited until they are served. */
async function serve(
  base: ServerBase,
  { storeOf = (store) => store, pagesOf = (pages) => pages }: Additions,
) {
  const { settings, data, metrics, onError, stack } = base
  const { store, feeds, hasSizes } = data.database
  const port = await openPort(settings)
  stack.defer(port.listening.close)
  const app = createApp(base, port)
  const drain = startService(port, settings, {
    ...{ store: storeOf(store), feeds, onError, observe: metrics.observe },
    pages: pagesOf(app.createPages(), { ...port, owners: app.owners }),
    media: createMediaHandler({ store: data.media, onError, hasSizes }),
  })
  /** The first is the one that clients use. */
  const addresses = { url: port.baseUrl, listenUrl: port.listening.url }
  return { addresses, app, drain: () => drain(settings.drain) }
}

/** Loaded only here: a server without mail does not need it. */
async function configuredMailer(settings: Settings): Promise<Mailer | null> {
  const { smtpUrl, mailFrom, supportEmail } = settings
  if (smtpUrl === undefined) return null
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  return createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail, replyTo: supportEmail })
}
