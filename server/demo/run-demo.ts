import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runService } from '@photofeed/core/node'
import { accountScenarios } from '@photofeed/core/scenarios'
import { startEmulator } from '../emulator/emulator.ts'
import { assets } from '../src/assets.ts'
import { openPort, type ServiceConfig, startService } from '../src/http/service.ts'
import { createLog, createReport, type Events, type Logger } from '../src/log.ts'
import type { Mailer } from '../src/mail/mailer.ts'
import { createMediaHandler } from '../src/media/media-handler.ts'
import { createResizer } from '../src/media/resizer.ts'
import { callbackPath } from '../src/platform/platform-client.ts'
import { createApp } from '../src/start/app.ts'
import { openDataFolder } from '../src/start/data-folder.ts'
import type { AccountOverview } from '../src/stores/service/account-overview.ts'
import { createDemo, withOwnKey, withServerError } from './create-demo.ts'
import { demoPages, type SentMail } from './demo-pages.ts'
import type { DemoStep } from './start-page.ts'
import { staticFolder } from './static-folder.ts'

const longestOutbox = 100

/** How long to wait for the refresh that finds a connection broken. */
const breakMs = 10_000

/** The steps that the service reports. */
const stepsOfEvents: Partial<Record<keyof Events, DemoStep>> = {
  connected: 'connect',
  reconnected: 'repair',
}

/** Serves the demo until a signal ends the process, and deletes its data. */
export async function runDemo(settings: DemoSettings & { json: boolean }): Promise<void> {
  const demo = await startDemo(settings, createLog())
  await runService(demo, {
    asJson: settings.json,
    json: { url: demo.url, scenarios: accountScenarios },
    text: welcome(demo.url),
  })
}

export interface DemoSettings extends ServiceConfig {
  /** A PostgreSQL database, which is empty or that of an earlier demo; by default SQLite. */
  database?: string | undefined
  /** A folder of static pages. */
  gallery?: string | undefined
}

/** Starts the demo in a temporary folder, which `close` deletes. */
export async function startDemo({ database, ...settings }: DemoSettings, log: Logger) {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-demo-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const marks = database ? await import('./demo-database.ts') : null
  if (database && marks) await marks.deleteDemoTables(database)
  const secret = randomBytes(32).toString('hex')
  const data = opened.use(await openDataFolder(folder, secret, { database }, { purgesEdge: false }))
  const { owners } = data.database
  await marks?.markDemoTables(data.database)
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

  const port = await openPort(settings)
  opened.defer(port.listening.close)
  const { baseUrl, cdnUrl } = port
  const app = { clientId: '4400', clientSecret: randomBytes(16).toString('hex') }
  emulator.register({
    name: 'photofeed demo',
    ...app,
    redirectUris: [`${baseUrl}${callbackPath}`],
    deauthorizeUrl: `${baseUrl}/platform/deauthorize`,
    deletionUrl: `${baseUrl}/platform/delete-data`,
  })
  const done = new Set<DemoStep>()
  const report = createReport(log, (event) => {
    const step = stepsOfEvents[event]
    if (step) done.add(step)
  })
  const {
    owners: { sessions },
    createPages,
    createWork,
  } = createApp(
    {
      supportEmail: settings.supportEmail,
      mediaOrigins: [emulator.url],
      platformClientId: app.clientId,
      platformClientSecret: app.clientSecret,
      platformUrl: emulator.url,
      platformComments: true,
    },
    { baseUrl, cdnUrl, data, mailer, onError, report },
  )
  const connected = async () =>
    (await data.database.accounts.list()).filter(({ ownerEmail }) => ownerEmail !== null)
  const demo = demoPages({
    url: baseUrl,
    host: settings.host,
    cdnUrl,
    mails,
    supportEmail: settings.supportEmail,
    emulator,
    findOwner: async (headers) => (await sessions.find(headers))?.owner ?? null,
    async progress() {
      const accounts = await connected()
      const plans = new Set((await owners.list()).map(({ plan }) => plan))
      if (plans.size > 0) done.add('sign up')
      return {
        done,
        isConnected: accounts.length > 0,
        isBroken: accounts.some(isBroken),
        plans,
      }
    },
    async breakConnections() {
      for (const { accountId, platformId } of await connected()) {
        emulator.faults.set(platformId, 'password-changed')
        await data.database.work.schedule('posts', accountId)
      }
      const end = Date.now() + breakMs
      while (!(await connected()).every(isBroken) && Date.now() < end) await setTimeout(100)
    },
    async changePlans(plan) {
      for (const { email } of await owners.list()) await owners.changePlan({ email, plan })
    },
    hasGallery: settings.gallery !== undefined,
  })
  demo.route('/', createPages())
  if (settings.gallery) demo.use('*', staticFolder(settings.gallery))
  startService(port, settings, {
    store: withOwnKey(withServerError(data.database.store), () => done.add('use the key')),
    media: createMediaHandler({
      store: data.media,
      resizer: createResizer(data.media),
      hasSizes: data.database.hasSizes,
      onError,
    }),
    onError,
    pages: demo,
  })
  const work = createWork()
  opened.defer(work.stop)
  work.start()
  const closing = opened.move()
  return {
    url: baseUrl,
    close: () => closing.disposeAsync(),
  }
}

const isBroken = ({ status }: AccountOverview) => status === 'invalid_token'

function welcome(url: string): string {
  return [
    `photofeed demo on ${url}`,
    `  API reference  ${url}/docs/rest-api`,
    `  Keys           ${url}/#keys`,
  ].join('\n')
}
