import { setTimeout } from 'node:timers/promises'
import { runService } from '@photofeed/core/node'
import { assets } from '../assets.ts'
import { type BackOfficeSettings, createBackOffice } from '../back-office.ts'
import { type DataSettings, openDataFolder } from '../data-folder.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { refuseWrongSecret } from '../db/secret-check.ts'
import { createLog } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createMediaHandler } from '../media/media-handler.ts'
import { createResizer } from '../media/resizer.ts'
import { startAdminServer } from '../operations/admin-server.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createReadiness } from '../operations/readiness.ts'
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

/** Serves until the process is told to stop. */
export async function runStart(settings: StartSettings): Promise<void> {
  const { adminPort, adminHost, smtpUrl, mailFrom, supportEmail, drain } = settings
  const log = createLog()
  const onError = (error: unknown) => log.error(error)
  const mailer = smtpUrl === undefined ? null : await smtpMailer(smtpUrl, mailFrom ?? supportEmail)
  await using opened = new AsyncDisposableStack()
  const data = opened.use(await openDataFolder(settings.data, settings.secret, settings))
  const { media, database } = data
  // The feed is served also while the media store is down.
  media.check().catch(onError)
  const { reader: db } = database.tables
  await refuseWrongSecret(db, createSecretBox(data.secret, settings.previousSecret))
  const metrics = createMetrics({ db, clock: Date.now })
  const readiness = createReadiness({ db, media, onError })
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
      createBackOffice(settings, { baseUrl, cdnUrl, data, mailer, onError }),
  })
  const { url } = service
  await runService(
    {
      async close() {
        readiness.stopping()
        await setTimeout(drain * 1000)
        await service.close()
      },
    },
    {
      asJson: settings.json,
      json: { url, ...(admin && { adminUrl: admin.url }) },
      text: [
        `photofeed serves on ${url}`,
        `Owners sign in at ${url}/accounts`,
        `The API reference is at ${url}/docs/rest-api`,
        ...(admin ? [`Health and metrics are on ${admin.url}`] : []),
      ].join('\n'),
    },
  )
}

/** Loaded only here: a server without mail does not need it. */
async function smtpMailer(url: string, from: string): Promise<Mailer> {
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  return createSmtpMailer({ url, from })
}
