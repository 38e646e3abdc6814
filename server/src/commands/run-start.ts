import cluster from 'node:cluster'
import { runService, stopSignal, UserError } from '@photofeed/core/node'
import { assets } from '../assets.ts'
import { type BackOffice, createBackOffice } from '../back-office.ts'
import type { Settings } from '../config.ts'
import { assertSecretMatches } from '../connections/sealed-values.ts'
import { openDataFolder } from '../data-folder.ts'
import type { Database } from '../database.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { createErrorLog } from '../error-log.ts'
import { createLog, type Logger } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { ForeignMedia } from '../media/media-owner.ts'
import { createResizer } from '../media/resizer.ts'
import { startAdminServer } from '../operations/admin-server.ts'
import { damageSentence, findDamage } from '../operations/data-checks.ts'
import { createReport } from '../operations/events.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createReadiness, within } from '../operations/readiness.ts'
import { createFailedSignInLog } from '../owners/failed-sign-in-log.ts'
import { startService } from '../service.ts'
import type { FailedJob } from '../work.ts'
import { type Addresses, type Processes, reportToParent, startProcesses } from './processes.ts'

/** Serves, or runs background jobs, until the process gets a signal to stop. */
export async function runStart(settings: Settings): Promise<void> {
  const log = createLog()
  // Its channel to the parent would keep the process running, also after an error.
  if (cluster.isWorker) return runChild(settings, log).finally(() => process.disconnect?.())
  const server = await startServer(settings, log)
  const { addresses, adminUrl } = server
  const url = addresses?.url
  await runService(server, {
    asJson: settings.json,
    json: { ...(url !== undefined && { url }), ...(adminUrl !== null && { adminUrl }) },
    text: [
      ...(url === undefined
        ? ['photofeed refreshes accounts and sends mail']
        : [
            `photofeed serves on ${url}`,
            `Owners sign in at ${url}/accounts`,
            `The API reference is at ${url}/docs/rest-api`,
          ]),
      ...(adminUrl === null ? [] : [`Health and metrics are on ${adminUrl}`]),
    ].join('\n'),
  })
}

/** Runs as one of several processes of a server. The parent announces the server, and listens on the admin port. */
async function runChild(settings: Settings, log: Logger): Promise<void> {
  const { adminPort: _, ...withoutAdmin } = settings
  const server = await startServer(withoutAdmin, log)
  const signal = stopSignal()
  reportToParent(server.addresses, server.metrics.ofProcess)
  await signal
  await server.close()
}

/** What a role adds to the data and the admin port. */
interface RunningRole {
  /** Null if it does not serve the API. */
  addresses: Addresses | null
  close(): Promise<void>
}

/** Starts a server of any role, in one process or in several. */
export async function startServer(settings: Settings, log: Logger) {
  const { role, workers, baseUrl } = settings
  if (role === 'worker' && workers > 1) {
    throw new UserError(
      'A worker does not serve the API. Leave --workers out and set --concurrency, or set --role to all or api.',
    )
  }
  if (role === 'worker' && baseUrl === undefined) {
    throw new UserError(
      'A worker needs the address that clients use, because mails to owners contain it. Set --base-url or PHOTOFEED_BASE_URL.',
    )
  }
  await using stack = new AsyncDisposableStack()
  const opened = await openServer(settings, log, stack)
  const run = workers > 1 ? runProcesses : role === 'worker' ? runJobs : runApi
  const running = await run(settings, opened)
  const closing = stack.move()
  return {
    addresses: running.addresses,
    adminUrl: opened.adminUrl,
    metrics: opened.metrics,
    /** Serves for `drain` seconds more, closing each connection after a response, then closes everything. */
    async close() {
      await using _ = closing
      opened.readiness.stopping()
      await running.close()
    },
  }
}

/** Serves the API in this process, and runs background jobs unless the role is `api`. */
async function runApi(settings: Settings, opened: OpenServer): Promise<RunningRole> {
  const { data, metrics, onError } = opened
  const { media, database } = data
  const workDatabase = settings.role === 'all' ? await data.openForWork() : database
  const service = await startService(settings, {
    store: database.store,
    media: createMediaHandler({ store: media, resizer: createResizer(media), onError }),
    assets,
    onError,
    observe: metrics.observe,
    backOffice: (baseUrl, cdnUrl) => officeOf(settings, opened, { baseUrl, cdnUrl, workDatabase }),
  })
  return {
    addresses: { url: service.url, listenUrl: service.listenUrl },
    async close() {
      await service.drain(settings.drain * 1000)
      await service.close()
    },
  }
}

/** Runs background jobs only. */
async function runJobs(settings: Settings, opened: OpenServer): Promise<RunningRole> {
  const { baseUrl = '' } = settings
  const { work } = officeOf(settings, opened, { baseUrl, cdnUrl: settings.cdnUrl ?? baseUrl })
  work?.start()
  return { addresses: null, close: async () => work?.stop() }
}

/** Starts several processes that serve on one port, and one for background jobs unless the role is `api`. */
async function runProcesses(settings: Settings, opened: OpenServer): Promise<RunningRole> {
  const runsJobs = settings.role === 'all'
  const processes = await startProcesses({ ...settings, runsJobs, log: opened.log })
  opened.watch(processes)
  return processes
}

/** How long a start waits for the media store. */
const mediaCheckMs = 5_000

/** What every server opens first, whatever its role. */
type OpenServer = Awaited<ReturnType<typeof openServer>>

/** Opens the data of a server, checks that its settings fit them, and listens on its admin port. The stack closes them. */
async function openServer(settings: Settings, log: Logger, stack: AsyncDisposableStack) {
  // A process that is started again later must not adopt the place again.
  const adoptMedia = settings.adoptMedia && !cluster.isWorker
  const { smtpUrl, mailFrom, supportEmail, adminPort, adminHost } = settings
  const mailer = smtpUrl === undefined ? null : await smtpMailer(smtpUrl, mailFrom ?? supportEmail)
  const data = stack.use(
    await openDataFolder(
      settings.data,
      settings.secret,
      { ...settings, adoptMedia },
      {
        migrate: true,
        purgesEdge: settings.purgeUrl !== undefined,
        reportReplica: (message) => log.warn(message),
      },
    ),
  )
  const { database, media, file } = data
  const { tables, replica } = database
  const metrics = createMetrics({ db: tables.reader, replica, clock: Date.now })
  const logError = createErrorLog(log)
  const onError = (error: unknown, job?: FailedJob) => {
    logError(error, job)
    metrics.countError(error)
  }
  const checked = media.check()
  // A start that fails waits: the check writes a file.
  stack.defer(() => checked.catch(() => {}))
  await within(mediaCheckMs, checked).catch((error: unknown) => {
    if (error instanceof ForeignMedia) throw error
    // The feed is served also while the media store is down.
    onError(error)
  })
  await assertSecretMatches(tables.reader, createSecretBox(data.secret, settings.previousSecret))
  if (settings.database !== undefined && file === null && !cluster.isWorker) {
    const { explainMissingSettings } = await import('../db/postgres-settings.ts')
    const missing = await explainMissingSettings(settings.database).catch(onError)
    if (missing) log.warn(missing)
  }

  let processes = null as Processes | null
  const isServing = () => settings.workers === 1 || (processes?.isServing() ?? false)
  const readiness = createReadiness({
    db: tables.db,
    media,
    onError,
    isServing,
    replica,
    clock: Date.now,
  })
  async function scrape(): Promise<string> {
    return metrics.scrape(await processes?.metrics())
  }
  const admin =
    adminPort === undefined
      ? null
      : await startAdminServer({
          host: adminHost,
          port: adminPort,
          readiness,
          onError,
          metrics: { contentType: metrics.contentType, scrape },
        })
  stack.defer(async () => admin?.close())
  // The pages of a SQLite file are checked once. Of several processes, the parent does it.
  if (file !== null && !cluster.isWorker) {
    const closing = new AbortController()
    const checked = findDamage(file, closing.signal).then((damage) => {
      if (damage === null) return
      readiness.damaged()
      log.error(damageSentence(file, damage))
    }, onError)
    stack.defer(() => {
      closing.abort()
      return checked
    })
  }
  return {
    data,
    mailer,
    metrics,
    readiness,
    onError,
    log,
    adminUrl: admin?.url ?? null,
    /** Adds the processes of this server to its metrics and its readiness. */
    watch(started: Processes) {
      processes = started
    },
  }
}

function officeOf(
  settings: Settings,
  { data, mailer, metrics, onError, log }: OpenServer,
  place: { baseUrl: string; cdnUrl: string; workDatabase?: Database },
): BackOffice {
  const logFailedSignIn = createFailedSignInLog((line, message) => log.warn(line, message))
  return createBackOffice(settings, {
    ...place,
    data,
    mailer,
    onError,
    onFailedSignIn: (failed) => {
      logFailedSignIn(failed)
      metrics.countFailedSignIn()
    },
    report: createReport(log, metrics.countEvent),
  })
}

/** Loaded only here: a server without mail does not need it. */
async function smtpMailer(url: string, from: string): Promise<Mailer> {
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  return createSmtpMailer({ url, from })
}
