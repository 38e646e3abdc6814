import { join } from 'node:path'
import {
  createErrorLog,
  createReport,
  type Events,
  type FailedJob,
  type Logger,
  type Report,
} from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { assertMediaThere } from '../media/open-media-files.ts'
import { startAdminServer } from '../operations/admin-server.ts'
import { createMetrics, type Metrics } from '../operations/metrics.ts'
import { createReadiness, type Readiness, within } from '../operations/readiness.ts'
import { isPostgres } from '../stores/engine/postgres-address.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import {
  assertHostsKnown,
  assertNone,
  noSharedSecret,
  sentencesOf,
  settingRejections,
  settingWarnings,
} from './rejections.ts'
import type { Settings } from './settings.ts'

/** What a server of every role has. */
export interface ServerBase {
  settings: Settings
  log: Logger
  data: DataFolder
  mailer: Mailer | null
  metrics: Metrics
  readiness: Readiness
  onError(error: unknown, job?: FailedJob): void
  report: Report
  /** Closes what was started, the last first. */
  stack: AsyncDisposableStack
}

/** What takes the place of the settings' mail server, and what is called with each event. */
export interface BaseAdditions {
  mailer?: Mailer
  onEvent?(event: keyof Events): void
}

/** Opens the data that the settings name, and checks that a server can work with them. */
export async function openBase(
  settings: Settings,
  log: Logger,
  stack: AsyncDisposableStack,
  { mailer: otherMailer, onEvent }: BaseAdditions,
): Promise<ServerBase> {
  assertNone(settingRejections, settings)
  await assertHostsKnown(settings)
  for (const sentence of sentencesOf(settingWarnings, settings)) log.warn(sentence)
  if (isPostgres(settings.database)) {
    // Loaded only here: most servers run on SQLite, and start faster without it.
    const { waitForPostgres } = await import('../stores/engine/postgres.ts')
    await waitForPostgres(settings.database, (sentence) => {
      // Otherwise the mistake would be named only after the outage.
      assertNone([noSharedSecret], settings)
      log.warn(sentence)
    })
  }
  // Loaded only here: commands start faster without it.
  const { setFetchTimeouts } = await import('./fetch-timeouts.ts')
  setFetchTimeouts()
  const { role, databaseConnections: connections, purgeUrl } = settings
  const metrics = createMetrics({ clock: Date.now, role })
  const onError = createErrorLog(log)
  const report = createReport(log, (event, details) => {
    metrics.countEvent(event, details)
    onEvent?.(event)
  })
  // Requests and background jobs get half each.
  const ofEach = role === 'all' ? Math.floor(connections / 2) : connections
  const data = stack.use(
    await openDataFolder(
      settings.data,
      settings.secret,
      { ...settings, databaseConnections: ofEach },
      { purgesEdge: purgeUrl !== undefined },
    ),
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
  metrics.watchPictures(data.media.decoding.waiting)
  const mailer = otherMailer ?? (await configuredMailer(settings))
  return { settings, log, data, mailer, metrics, readiness, onError, report, stack }
}

const mediaCheckMs = 5_000

/** Serves health and metrics, if there is a port for them. Returns its address. */
export async function startAdmin(base: ServerBase): Promise<string | null> {
  const { settings, metrics, readiness, onError, stack } = base
  const { adminHost: host, adminPort: port } = settings
  if (port === undefined) return null
  const admin = await startAdminServer({ host, port, readiness, onError, metrics })
  stack.defer(admin.close)
  return admin.url
}

/** Loaded only here: a server without mail does not need it. */
async function configuredMailer(settings: Settings): Promise<Mailer | null> {
  const { smtpUrl, mailFrom, supportEmail } = settings
  if (smtpUrl === undefined) return null
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  return createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail, replyTo: supportEmail })
}
