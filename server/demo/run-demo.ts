import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runService } from '@photofeed/core/node'
import { accountScenarios } from '@photofeed/core/scenarios'
import { startEmulator } from '../emulator/emulator.ts'
import { assets } from '../src/assets.ts'
import { createBackOffice } from '../src/back-office.ts'
import { openDataFolder } from '../src/data-folder.ts'
import { createLog, type Logger } from '../src/log.ts'
import type { Mailer } from '../src/mail/mailer.ts'
import { createMediaHandler } from '../src/media/media-handler.ts'
import { createResizer } from '../src/media/resizer.ts'
import { createReport } from '../src/operations/events.ts'
import { changePlan } from '../src/owners/owner-rows.ts'
import { callbackPath } from '../src/platform/platform-client.ts'
import { type ServiceConfig, startService } from '../src/service.ts'
import { createDemo, withServerError } from './create-demo.ts'
import { demoPages, type SentMail } from './demo-pages.ts'

const longestOutbox = 100

/** Serves the demo until a signal ends the process, and deletes its data. */
export async function runDemo(settings: ServiceConfig & { json: boolean }): Promise<void> {
  const demo = await startDemo(settings, createLog())
  await runService(demo, {
    asJson: settings.json,
    json: { url: demo.url, scenarios: accountScenarios },
    text: welcome(demo.url),
  })
}

/** Starts the demo in a temporary folder, which `close` deletes. */
export async function startDemo(settings: ServiceConfig, log: Logger) {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-demo-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const data = opened.use(await openDataFolder(folder, undefined, {}, { migrate: true }))
  const { db } = data.database.tables
  const pictures = new URL('demo/', assets)
  await createDemo({ ...data, pictures, clock: Date.now })
  const emulator = await startEmulator({ pictures })
  opened.defer(emulator.close)
  const mails: SentMail[] = []
  const mailer: Mailer = {
    async send(mail) {
      mails.unshift({ ...mail, sentAt: new Date() })
      mails.splice(longestOutbox)
    },
  }
  const onError = (error: unknown) => log.error(error)

  const service = await startService(settings, {
    store: withServerError(data.database.store),
    media: createMediaHandler({ store: data.media, resizer: createResizer(data.media), onError }),
    assets,
    onError,
    backOffice(baseUrl, cdnUrl) {
      const app = { clientId: '4400', clientSecret: randomBytes(16).toString('hex') }
      emulator.register({
        name: 'photofeed demo',
        ...app,
        redirectUris: [`${baseUrl}${callbackPath}`],
        deauthorizeUrl: `${baseUrl}/platform/deauthorize`,
        deletionUrl: `${baseUrl}/platform/delete-data`,
      })
      return createBackOffice(
        {
          supportEmail: settings.supportEmail,
          mediaOrigins: [emulator.url],
          platformClientId: app.clientId,
          platformClientSecret: app.clientSecret,
          platformAuthorizeUrl: emulator.hosts.authorize,
          platformTokenUrl: emulator.hosts.token,
          platformGraphUrl: emulator.hosts.graph,
        },
        { baseUrl, cdnUrl, data, mailer, onError, report: createReport(log) },
      )
    },
    demo: (url) =>
      demoPages({
        url,
        mails,
        emulator,
        async changePlans(plan) {
          const owners = await db.selectFrom('owner').select('email').execute()
          for (const { email } of owners) await changePlan(db, { email, plan })
        },
        hasGallery: settings.site !== undefined,
      }),
  })
  const closing = opened.move()
  return {
    url: service.url,
    async close(): Promise<void> {
      await using _ = closing
      await service.close()
    },
  }
}

function welcome(url: string): string {
  const width = Math.max(...accountScenarios.map(({ name }) => name.length))
  return [
    `photofeed demo on ${url}`,
    `  Start here     ${url}/`,
    `  API reference  ${url}/docs/rest-api`,
    '',
    ...accountScenarios.map(
      ({ name, apiKey, description }) =>
        `  ${name.padEnd(width)}  ${description}\n  ${' '.repeat(width)}  ${url}/api/v1/me?api_key=${apiKey}`,
    ),
  ].join('\n')
}
