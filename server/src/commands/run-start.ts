import { setTimeout } from 'node:timers/promises'
import { runService } from '@photofeed/core/node'
import { assets } from '../assets.ts'
import { type BackOfficeSettings, createBackOffice } from '../back-office.ts'
import { type DataSettings, openDataFolder } from '../data-folder.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { assertSecretMatches } from '../db/secret-check.ts'
import { createLog, type Logger } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMediaHandler, createResizer } from '../media/media-handler.ts'
import { startAdminServer } from '../operations/admin-server.ts'
import { damageSentence, findDamage } from '../operations/data-checks.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createReadiness } from '../operations/readiness.ts'
import { assertOwnerSchema } from '../owners/auth.ts'
import { type ServiceConfig, startService } from '../service.ts'

export interface StartSettings extends ServiceConfig, BackOfficeSettings, DataSettings {
  data: string
  secret?: string | undefined
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  adminPort?: number | undefined
  adminHost: string
  drain: number
  json: boolean
}

export interface StartedServer {
  /** The address that clients use. */
  url: string
  /** The address that it listens on. */
  listenUrl: string
  adminUrl: string | null
  /** Serves for `drain` seconds more, closing each connection after a response, then closes everything. */
  close(): Promise<void>
}

/** Serves until the process gets a signal to stop. */
export async function runStart(settings: StartSettings): Promise<void> {
  const server = await startServer(settings, createLog())
  const { url, adminUrl } = server
  await runService(server, {
    asJson: settings.json,
    json: { url, ...(adminUrl !== null && { adminUrl }) },
    text: [
      `photofeed serves on ${url}`,
      `Owners sign in at ${url}/accounts`,
      `The API reference is at ${url}/docs/rest-api`,
      ...(adminUrl === null ? [] : [`Health and metrics are on ${adminUrl}`]),
    ].join('\n'),
  })
}

/** How long kept-alive connections get for one more response, which makes their clients close them. */
const lastResponsesMs = 1000

/** Starts the server of `photofeed-server start`. */
export async function startServer(settings: StartSettings, log: Logger): Promise<StartedServer> {
  const { adminPort, adminHost, smtpUrl, mailFrom, supportEmail, drain } = settings
  const mailer = smtpUrl === undefined ? null : await smtpMailer(smtpUrl, mailFrom ?? supportEmail)
  await using opened = new AsyncDisposableStack()
  const data = opened.use(
    await openDataFolder(settings.data, settings.secret, settings, {
      migrate: true,
      onReplicaError: (error) => log.error(error),
    }),
  )
  const { media, database } = data
  const { reader: db } = database.tables
  const metrics = createMetrics({ db, clock: Date.now })
  const onError = (error: unknown) => {
    log.error(error)
    metrics.countError(error)
  }
  // The feed is served also while the media store is down.
  media.check().catch(onError)
  await assertSecretMatches(db, createSecretBox(data.secret, settings.previousSecret))
  await assertOwnerSchema(database.tables)
  const readiness = createReadiness({ db: database.tables.db, media, onError, clock: Date.now })
  const admin =
    adminPort === undefined
      ? null
      : await startAdminServer({ host: adminHost, port: adminPort, metrics, readiness, onError })
  opened.defer(async () => admin?.close())
  const service = await startService(settings, {
    store: database.store,
    media: createMediaHandler({ store: media, resizer: createResizer(media), onError }),
    assets,
    onError,
    observe: metrics.observe,
    backOffice: (baseUrl, cdnUrl) =>
      createBackOffice(settings, {
        ...{ baseUrl, cdnUrl, data, mailer, onError },
        onFailedSignIn: (failed) => {
          log.warn(failed, 'A sign-in failed.')
          metrics.countFailedSignIn()
        },
        onMissingPosts: (found) =>
          log.warn(
            found,
            'The platform listed far fewer posts than before. The missing ones are served until another refresh lacks them too.',
          ),
      }),
  })
  const closing = opened.move()
  const { file } = data
  if (file !== null) {
    findDamage(file).then((damage) => {
      if (damage === null) return
      readiness.damaged()
      log.error(damageSentence(file, damage))
    }, onError)
  }
  return {
    url: service.url,
    listenUrl: service.listenUrl,
    adminUrl: admin?.url ?? null,
    async close() {
      await using _ = closing
      readiness.stopping()
      const ending = service.drain(Math.max(drain * 1000, lastResponsesMs))
      await setTimeout(drain * 1000)
      await ending
      await service.close()
    },
  }
}

/** Loaded only here: a server without mail does not need it. */
async function smtpMailer(url: string, from: string): Promise<Mailer> {
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  return createSmtpMailer({ url, from })
}
