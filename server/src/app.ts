import { createGuardedFetch, UserError } from '@photofeed/core/node'
import { Hono } from 'hono'
import packageJson from '../package.json' with { type: 'json' }
import type { Settings } from './config.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { platformCallbacks } from './dashboard/platform-callbacks.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { type Database, isPostgres } from './database.ts'
import { createReport, type Report } from './events.ts'
import { openPort, startService } from './http/service.ts'
import { createErrorLog, type FailedJob, type Logger } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import { createMediaHandler } from './media/media-handler.ts'
import { createResizer } from './media/resizer.ts'
import type { ObserveBucket } from './media/s3-files.ts'
import { startAdminServer } from './operations/admin-server.ts'
import { createMetrics } from './operations/metrics.ts'
import { createReadiness, within } from './operations/readiness.ts'
import type { FailedSignIn } from './owners/auth.ts'
import { createFailedSignInLog } from './owners/failed-sign-in-log.ts'
import { createOwners } from './owners/owners.ts'
import { type DownloadSettings, downloadRules, imageSources } from './platform/download-rules.ts'
import {
  configuredPlatform,
  type PlatformClient,
  type PlatformSettings,
} from './platform/platform-client.ts'
import { settingProblems } from './setting-problems.ts'
import { shownSettings } from './shown-settings.ts'
import { assertSameClock } from './stores/engine.ts'
import { assertSecretMatches } from './stores/sealed-values.ts'
import { createSecretBox } from './stores/secret-box.ts'
import { createEdgePurge } from './work/edge-purge.ts'
import { createWork } from './work/work.ts'
import type { WorkRunner } from './work/work-runner.ts'

/** The settings of the pages for owners and of the background jobs. */
type AppSettings = PlatformSettings &
  DownloadSettings &
  Pick<Settings, 'supportEmail'> &
  Partial<Pick<Settings, 'signUp' | 'purgeUrl' | 'purgeToken' | 'addressHeader' | 'concurrency'>>

interface AppParts {
  /** Where clients find this server, and its media. */
  baseUrl: string
  cdnUrl: string
  data: DataFolder
  /** The database of the background jobs; by default that of the data folder. */
  workDatabase?: Database
  mailer: Mailer | null
  /** Called with each error; for one of a background job with its kind, account and attempt. */
  onError(error: unknown, job?: FailedJob): void
  onFailedSignIn?(failed: FailedSignIn): void
  report: Report
}

/** Creates everything behind the read API: the pages for owners and the platform, and the background jobs. */
export function createApp(
  settings: AppSettings,
  parts: AppParts,
): { pages: Hono; work: WorkRunner; platform: PlatformClient | null } {
  const { baseUrl, data, onError, report } = parts
  const { database, media } = data
  const { workDatabase = database } = parts
  const { supportEmail, purgeUrl, platformClientSecret: clientSecret = '' } = settings
  const platform = configuredPlatform(settings, baseUrl, {
    onUnknownFields: (fields) => report('unknownFields', { fields }),
    observe: (operation, result, milliseconds) =>
      report('platformRequest', { operation, result, seconds: milliseconds / 1000 }),
  })
  const rules = downloadRules(settings)
  const owners = createOwners({ ...parts, database, secret: data.secret, supportEmail })
  const dashboard = createDashboard({
    ...database,
    ...parts,
    platformImages: imageSources(rules),
    media,
    platform,
    clock: Date.now,
    owners,
    supportEmail,
    signUp: settings.signUp ?? 'open',
    addressHeader: settings.addressHeader ?? null,
    db: database.tables.db,
  })
  const pages = new Hono().route('/', dashboard)
  if (platform) {
    pages.route('/', platformCallbacks({ ...database, ...parts, clock: Date.now, clientSecret }))
  }
  const work = createWork({
    database: workDatabase,
    media,
    platform,
    concurrency: settings.concurrency,
    onError,
    report,
    download: createGuardedFetch(rules),
    purge: purgeUrl === undefined ? null : createEdgePurge(purgeUrl, settings.purgeToken),
    sendMail: owners.byMail?.send ?? null,
  })
  return { pages, work, platform }
}

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

/** Starts a server of any role. */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const [mistake] = settingProblems(settings).errors
  if (mistake) throw new UserError(mistake)
  const { role, adminPort, databaseConnections } = settings
  const { version } = packageJson
  const logError = createErrorLog(log)
  await using stack = new AsyncDisposableStack()
  const mailer = await configuredMailer(settings)
  // The metrics read the database, and opening it may send requests to the bucket.
  let observeBucket: ObserveBucket = () => {}
  if (isPostgres(settings.database)) {
    // Loaded only here: most servers run on SQLite, and start faster without it.
    const { waitForPostgres } = await import('./stores/postgres.ts')
    await waitForPostgres(settings.database, (sentence) => log.warn(sentence))
  }
  const data = stack.use(
    await openDataFolder(
      settings.data,
      settings.secret,
      {
        ...settings,
        // Requests and background jobs get half each.
        databaseConnections:
          role === 'all' ? Math.floor(databaseConnections / 2) : databaseConnections,
      },
      {
        migrate: true,
        purgesEdge: settings.purgeUrl !== undefined,
        observeBucket: (...request) => observeBucket(...request),
      },
    ),
  )
  const { database, media } = data
  const { tables } = database
  const metrics = createMetrics({ health: database.health, clock: Date.now, role })
  observeBucket = (operation, result, seconds) =>
    metrics.countEvent('bucketRequest', { operation, result, seconds })
  const onError = (error: unknown, job?: FailedJob) => {
    logError(error, job)
    metrics.countError(error)
  }
  // A start that fails waits: the check writes a file.
  const mediaCheck = media.check()
  stack.defer(() => mediaCheck.catch(() => {}))
  await within(mediaCheckMs, mediaCheck).catch((error: unknown) => {
    // The feed is served also while the media store is down.
    onError(error)
  })
  await assertSameClock(tables.reader, Date.now)
  await assertSecretMatches(tables.reader, createSecretBox(data.secret, settings.previousSecret))

  const readiness = createReadiness({
    health: database.health,
    media,
    onError,
    clock: Date.now,
  })
  let addresses: Addresses | null = null
  let adminUrl: string | null = null
  if (adminPort !== undefined) {
    const admin = await startAdminServer({
      host: settings.adminHost,
      port: adminPort,
      readiness,
      onError,
      metrics,
    })
    stack.defer(admin.close)
    adminUrl = admin.url
  }
  const hasJobs = role !== 'api'
  const workDatabase = role === 'all' ? await data.openForWork() : database
  // The port accepts requests from here on, so nothing is awaited until they are served.
  const port = role === 'worker' ? null : await openPort(settings)
  stack.defer(async () => port?.listening.close())
  const logFailedSignIn = createFailedSignInLog((line, message) => log.warn(line, message))
  // A worker has no port, but the address that clients use.
  const { baseUrl = '', cdnUrl = baseUrl } = port ?? settings
  const { pages, work, platform } = createApp(settings, {
    ...{ baseUrl, cdnUrl, data, mailer, onError },
    workDatabase,
    onFailedSignIn(failed) {
      logFailedSignIn(failed)
      metrics.countFailedSignIn()
    },
    report: createReport(log, metrics.countEvent),
  })
  if (platform) metrics.watchPlatform(platform.usage)
  const pools = { requests: port && database.poolUse, jobs: hasJobs && workDatabase.poolUse }
  metrics.watchPools(pools)
  if (hasJobs) {
    stack.defer(work.stop)
    work.start()
  }
  if (port) {
    const media = createMediaHandler({
      store: data.media,
      resizer: createResizer(data.media),
      hasSizes: database.hasSizes,
      onError,
    })
    const { observe } = metrics
    const parts = { store: database.store, media, onError, observe, pages }
    const drain = startService(port, settings, parts)
    stack.defer(() => drain(settings.drain * 1000))
    addresses = { url: port.baseUrl, listenUrl: port.listening.url }
  }
  const what = { version, node: process.versions.node, database: tables.engine }
  const { migrated } = database
  log.info({ ...what, migrated, settings: shownSettings(settings) }, 'The server started.')
  const closing = stack.move()
  return {
    addresses,
    adminUrl,
    async close() {
      await using _ = closing
      readiness.stopping()
      log.info('The server stops.')
    },
  }
}

const mediaCheckMs = 5_000

/** Loaded only here: a server without mail does not need it. */
async function configuredMailer(settings: Settings): Promise<Mailer | null> {
  const { smtpUrl, mailFrom, supportEmail } = settings
  if (smtpUrl === undefined) return null
  const { createSmtpMailer } = await import('./mail/smtp-mailer.ts')
  return createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail, replyTo: supportEmail })
}
