import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { runService, UserError } from '@photofeed/core/node'
import { assets } from '../assets.ts'
import { type BackOffice, type BackOfficeSettings, createBackOffice } from '../back-office.ts'
import type { Role } from '../config.ts'
import { type DataSettings, openDataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { assertSecretMatches } from '../db/sealed-values.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { createLog, type Logger } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMediaHandler, createResizer } from '../media/media-handler.ts'
import { startAdminServer } from '../operations/admin-server.ts'
import { damageSentence, findDamage } from '../operations/data-checks.ts'
import { createMetrics, type Metrics, mergeMetrics } from '../operations/metrics.ts'
import { createReadiness } from '../operations/readiness.ts'
import { assertOwnerSchema } from '../owners/auth.ts'
import { type ServiceConfig, startService } from '../service.ts'
import { type Processes, reportToParent, startProcesses } from './processes.ts'

export interface StartSettings extends ServiceConfig, BackOfficeSettings, DataSettings {
  role: Role
  workers: number
  data: string
  secret?: string | undefined
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  adminPort?: number | undefined
  adminHost: string
  drain: number
  json: boolean
}

/** A server of any role. */
interface StartedWorker {
  adminUrl: string | null
  metrics: Metrics
  /** Serves for `drain` seconds more, closing each connection after a response, then closes everything. */
  close(): Promise<void>
}

export interface StartedServer extends StartedWorker {
  /** The address that clients use. */
  url: string
  /** The address that it listens on. */
  listenUrl: string
}

/** Serves, or runs background jobs, until the process gets a signal to stop. */
export async function runStart(settings: StartSettings): Promise<void> {
  const log = createLog()
  // Its channel to the parent would keep the process running, also after an error.
  if (cluster.isWorker) return runChild(settings, log).finally(() => process.disconnect?.())
  const server = await startAny(settings, log)
  const url = 'url' in server ? server.url : null
  const { adminUrl } = server
  await runService(server, {
    asJson: settings.json,
    json: { ...(url !== null && { url }), ...(adminUrl !== null && { adminUrl }) },
    text: [
      ...(url === null
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

function startAny(settings: StartSettings, log: Logger): Promise<StartedServer | StartedWorker> {
  if (settings.workers > 1) return startParent(settings, log)
  return settings.role === 'worker' ? startWorker(settings, log) : startServer(settings, log)
}

/** Runs as one of several processes of a server. The parent announces the server, and listens on the admin port. */
async function runChild(settings: StartSettings, log: Logger): Promise<void> {
  const server = await startAny({ ...settings, adminPort: undefined }, log)
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const addresses = 'url' in server ? { url: server.url, listenUrl: server.listenUrl } : null
  reportToParent(addresses, server.metrics.ofProcess)
  await signal
  await server.close()
}

/** How long kept-alive connections get for one more response, which makes their clients close them. */
const lastResponsesMs = 1000

/** Starts a server in this process, with its background jobs unless its role is `api`. */
export async function startServer(settings: StartSettings, log: Logger): Promise<StartedServer> {
  const { drain, role } = settings
  await using stack = new AsyncDisposableStack()
  const opened = await openServer(settings, log, stack)
  const { data, metrics, onError } = opened
  const { media, database } = data
  const admin = await listenAdmin(settings, opened)
  const workDatabase = role === 'all' ? await data.openForWork() : database
  const service = await startService(settings, {
    store: database.store,
    media: createMediaHandler({ store: media, resizer: createResizer(media), onError }),
    assets,
    onError,
    observe: metrics.observe,
    backOffice: (baseUrl, cdnUrl) => officeOf(settings, opened, { baseUrl, cdnUrl, workDatabase }),
  })
  const closing = stack.move()
  return {
    ...{ url: service.url, listenUrl: service.listenUrl, adminUrl: admin.url, metrics },
    async close() {
      await using _ = closing
      admin.stopping()
      const ending = service.drain(Math.max(drain * 1000, lastResponsesMs))
      await setTimeout(drain * 1000)
      await ending
      await service.close()
    },
  }
}

/** Starts the background jobs of a server without its API. */
export async function startWorker(settings: StartSettings, log: Logger): Promise<StartedWorker> {
  const { baseUrl } = settings
  if (baseUrl === undefined) {
    throw new UserError(
      'A worker needs the address that clients use, because mails to owners contain it. Set --base-url or PHOTOFEED_BASE_URL.',
    )
  }
  await using stack = new AsyncDisposableStack()
  const opened = await openServer(settings, log, stack)
  const admin = await listenAdmin(settings, opened)
  const { work } = officeOf(settings, opened, { baseUrl, cdnUrl: settings.cdnUrl ?? baseUrl })
  work?.start()
  const closing = stack.move()
  return {
    ...{ adminUrl: admin.url, metrics: opened.metrics },
    async close() {
      await using _ = closing
      admin.stopping()
      await work?.stop()
    },
  }
}

/** Starts several processes that serve on one port, and one for background jobs unless the role is `api`. */
async function startParent(settings: StartSettings, log: Logger): Promise<StartedServer> {
  if (settings.role === 'worker') {
    throw new UserError(
      'A worker does not serve the API. Leave --workers out and set --concurrency, or set --role to all or api.',
    )
  }
  await using stack = new AsyncDisposableStack()
  const opened = await openServer(settings, log, stack)
  const { metrics } = opened
  let processes: Processes | null = null
  const admin = await listenAdmin(settings, opened, {
    isServing: () => processes?.isServing() ?? false,
    scrape: async () =>
      mergeMetrics(await metrics.scrape(), (await processes?.metrics()) ?? new Map()),
  })
  processes = await startProcesses({ ...settings, role: settings.role, log })
  const { url, listenUrl, close } = processes
  const closing = stack.move()
  return {
    ...{ url, listenUrl, adminUrl: admin.url, metrics },
    async close() {
      await using _ = closing
      admin.stopping()
      await close()
    },
  }
}

/** What every server opens first, whatever its role. */
type Opened = Awaited<ReturnType<typeof openServer>>

/** Opens the data of a server, and checks that its settings fit them. Closes them with the stack. */
async function openServer(settings: StartSettings, log: Logger, stack: AsyncDisposableStack) {
  const { smtpUrl, mailFrom, supportEmail } = settings
  const mailer = smtpUrl === undefined ? null : await smtpMailer(smtpUrl, mailFrom ?? supportEmail)
  const data = stack.use(
    await openDataFolder(settings.data, settings.secret, settings, {
      migrate: true,
      onReplicaError: (error) => log.error(error),
    }),
  )
  const { tables, replica } = data.database
  const { reader: db } = tables
  const metrics = createMetrics({ db, replica, clock: Date.now })
  const onError = (error: unknown) => {
    log.error(error)
    metrics.countError(error)
  }
  // The feed is served also while the media store is down. A start that fails waits: the check writes a file.
  const checked = data.media.check().catch(onError)
  stack.defer(() => checked)
  await assertSecretMatches(db, createSecretBox(data.secret, settings.previousSecret))
  await assertOwnerSchema(tables)
  return { data, mailer, metrics, onError, log, stack }
}

/** Starts the admin server if it has a port, and checks the pages of a SQLite file once. */
async function listenAdmin(
  { adminPort: port, adminHost: host }: StartSettings,
  { data, metrics, onError, log, stack }: Opened,
  { scrape = metrics.scrape, isServing = (): boolean => true } = {},
) {
  const { database, media, file } = data
  const { db } = database.tables
  const readiness = createReadiness({ db, media, onError, isServing, clock: Date.now })
  const { contentType } = metrics
  const admin =
    port === undefined
      ? null
      : await startAdminServer({
          ...{ host, port, readiness, onError },
          metrics: { contentType, scrape },
        })
  stack.defer(async () => admin?.close())
  // Of several processes, the parent does it.
  if (file !== null && !cluster.isWorker) {
    findDamage(file).then((damage) => {
      if (damage === null) return
      readiness.damaged()
      log.error(damageSentence(file, damage))
    }, onError)
  }
  return { url: admin?.url ?? null, stopping: readiness.stopping }
}

function officeOf(
  settings: StartSettings,
  { data, mailer, metrics, onError, log }: Opened,
  place: { baseUrl: string; cdnUrl: string; workDatabase?: Database },
): BackOffice {
  return createBackOffice(settings, {
    ...{ ...place, data, mailer, onError },
    onFailedSignIn: (failed) => {
      log.warn(failed, 'A sign-in failed.')
      metrics.countFailedSignIn()
    },
    onMissingPosts: (found) =>
      log.warn(
        found,
        'The platform listed far fewer posts than before. The missing ones are served until another refresh lacks them too.',
      ),
  })
}

/** Loaded only here: a server without mail does not need it. */
async function smtpMailer(url: string, from: string): Promise<Mailer> {
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  return createSmtpMailer({ url, from })
}
