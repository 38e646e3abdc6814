import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runService } from '@photofeed/core/node'
import { accountScenarios } from '@photofeed/core/scenarios'
import { startEmulator } from '../emulator/emulator.ts'
import { assets } from '../src/assets.ts'
import type { Events, Logger } from '../src/log.ts'
import { createLog } from '../src/log.ts'
import type { Mailer } from '../src/mail/mailer.ts'
import { callbackPath } from '../src/platform/platform-client.ts'
import { completeSettings, type Settings } from '../src/settings/settings.ts'
import type { DataFolder } from '../src/start/data-folder.ts'
import { type Additions, startServer } from '../src/start/start-server.ts'
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

export interface DemoSettings
  extends Pick<Settings, 'host' | 'port' | 'baseUrl' | 'cdnUrl' | 'supportEmail' | 'production'> {
  /** A PostgreSQL database, which is empty or that of an earlier demo; by default SQLite. */
  database?: string | undefined
  /** A folder of static pages. */
  gallery?: string | undefined
}

/** Starts the demo in a temporary folder, which `close` deletes. */
export async function startDemo({ database, gallery, ...site }: DemoSettings, log: Logger) {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-demo-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const marks = database ? await import('./demo-database.ts') : null
  if (database && marks) await marks.deleteDemoTables(database)
  const pictures = new URL('demo/', assets)
  const emulator = await startEmulator({ pictures })
  opened.defer(emulator.close)
  const mails: SentMail[] = []
  const mailer: Mailer = {
    async send(mail) {
      mails.unshift({ ...mail, sentAt: new Date() })
      mails.splice(longestOutbox)
    },
  }
  const done = new Set<DemoStep>()
  const app = { clientId: '4400', clientSecret: randomBytes(16).toString('hex') }
  let data: DataFolder

  const pagesOf: Additions['pagesOf'] = (pages, { baseUrl, cdnUrl, owners: { sessions } }) => {
    emulator.register({
      name: 'photofeed demo',
      ...app,
      redirectUris: [`${baseUrl}${callbackPath}`],
      deauthorizeUrl: `${baseUrl}/platform/deauthorize`,
      deletionUrl: `${baseUrl}/platform/delete-data`,
    })
    const { accounts, owners, work } = data.database
    const connected = async () =>
      (await accounts.list()).filter(({ ownerEmail }) => ownerEmail !== null)
    const demo = demoPages({
      url: baseUrl,
      host: site.host,
      cdnUrl,
      mails,
      supportEmail: site.supportEmail,
      emulator,
      findOwner: async (headers) => (await sessions.find(headers))?.owner ?? null,
      async progress() {
        const all = await connected()
        const plans = new Set((await owners.list()).map(({ plan }) => plan))
        if (plans.size > 0) done.add('sign up')
        return { done, isConnected: all.length > 0, isBroken: all.some(isBroken), plans }
      },
      async breakConnections() {
        for (const { accountId, platformId } of await connected()) {
          emulator.faults.set(platformId, 'password-changed')
          await work.schedule('posts', accountId)
        }
        const end = Date.now() + breakMs
        while (!(await connected()).every(isBroken) && Date.now() < end) await setTimeout(100)
      },
      async changePlans(plan) {
        for (const { email } of await owners.list()) await owners.changePlan({ email, plan })
      },
      hasGallery: gallery !== undefined,
    })
    demo.route('/', pages)
    return gallery ? demo.use('*', staticFolder(gallery)) : demo
  }

  const settings = completeSettings({
    ...{ data: folder, database, secret: randomBytes(32).toString('hex') },
    ...{ platformClientId: app.clientId, platformClientSecret: app.clientSecret },
    ...{ platformUrl: emulator.url, mediaOrigins: emulator.url, platformComments: true },
  })
  const server = await startServer({ ...settings, ...site }, log, {
    mailer,
    onEvent(event) {
      const step = stepsOfEvents[event]
      if (step) done.add(step)
    },
    async prepare(opened) {
      data = opened
      await marks?.markDemoTables(data.database)
      await createDemo({ ...data, pictures, clock: Date.now })
    },
    storeOf: (store) => withOwnKey(withServerError(store), () => done.add('use the key')),
    pagesOf,
  })
  opened.defer(server.close)
  const closing = opened.move()
  return { url: server.addresses?.url ?? '', close: () => closing.disposeAsync() }
}

const isBroken = ({ status }: AccountOverview) => status === 'invalid_token'

function welcome(url: string): string {
  return [
    `photofeed demo on ${url}`,
    `  API reference  ${url}/docs/rest-api`,
    `  Keys           ${url}/#keys`,
  ].join('\n')
}
