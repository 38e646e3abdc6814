import { getRequestListener } from '@hono/node-server'
import type { FeedContext } from '@photofeed/core'
import { createPageCache, handleFeedRequest, listen, serve } from '@photofeed/core/node'
import { Hono } from 'hono'
import type { RunningEmulator } from '../../emulator/emulator.ts'
import { startEmulator } from '../../emulator/emulator.ts'
import { assets } from '../../src/assets.ts'
import { createDashboard } from '../../src/dashboard/dashboard.ts'
import type { DashboardParts } from '../../src/dashboard/routes.ts'
import { dashboardAssets, elementScript } from '../../src/http/static-files.ts'
import type { Mail } from '../../src/mail/mailer.ts'
import { createArchive } from '../../src/owners/archive.ts'
import { createOwners, type Owners } from '../../src/owners/owners.ts'
import type { PasswordHashing } from '../../src/owners/passwords.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import type { Database } from '../../src/stores/database.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { app, pictureWidth, start } from '../platform/platform-world.ts'
import { quickPasswords, sendOwnerMails } from '../support/owners.ts'

export const secret = 'a secret for tests'

/** What a test replaces. */
export type DashboardChanges = Partial<DashboardParts> & {
  at?: string
  mails?: boolean
  passwords?: PasswordHashing
}

export interface RunningDashboard {
  url: string
  database: Database
  emulator: RunningEmulator
  time: { now: number }
  mails: Mail[]
  errors: unknown[]
  /** The server's log. */
  reports: [event: string, details: unknown][]
  owners: Owners
  dashboard: ReturnType<typeof createDashboard>
  /** Sends the mails to owners that wait in the outbox. */
  sendMails(): Promise<void>
  close(): Promise<void>
}

/** The dashboard and the read API on one port, an emulated platform on another. */
export async function runDashboard(changes: DashboardChanges = {}): Promise<RunningDashboard> {
  const time = { now: start }
  const clock = () => time.now
  const emulator = await startEmulator({ clock, sleep: async () => {}, pictureWidth })
  const database = await openDatabase({
    at: changes.at ?? ':memory:',
    secret,
    clock,
    databaseClock: clock,
  })
  const { server, url, close } = await listen('127.0.0.1', 0)
  const redirectUri = `${url}/connect/callback/`
  emulator.register({ ...app, redirectUris: [redirectUri] })
  const mails: Mail[] = []
  const errors: unknown[] = []
  const reports: [event: string, details: unknown][] = []
  const onError = (error: unknown) => void errors.push(error)
  const report: DashboardParts['report'] = (event, details) => reports.push([event, details])
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const owners = createOwners({
    ...{ ...database, secret, baseUrl: url, onError, clock, report },
    passwords: changes.passwords ?? quickPasswords,
    supportEmail: 'help@photofeed.example',
    mailer: changes.mails === false ? null : mailer,
  })
  const dashboard = createDashboard({
    ...{ ...database, baseUrl: url, cdnUrl: `${url}/media`, clock, onError },
    platformImages: 'https://platform.example',
    ...{ report, owners },
    archive: createArchive({ data: database, cdnUrl: `${url}/media`, clock }),
    platform: createPlatformClient(
      { ...app, redirectUri, hosts: emulator.hosts },
      { fetch, clock },
    ),
    ...{ signUp: 'open', supportEmail: 'help@photofeed.example' },
    addressHeader: 'x-forwarded-for',
    ...changes,
  })
  const site = new Hono()
  site.route('/assets/dashboard', dashboardAssets(assets))
  site.route('/', elementScript(assets))
  site.route('/', dashboard)
  site.notFound((context) => context.text("The site's own 404", 404))
  const context: FeedContext = {
    ...{ store: database.store, baseUrl: url, cdnUrl: `${url}/media`, onError },
    ...{ supportEmail: 'help@photofeed.example', production: false, pages: createPageCache() },
  }
  serve(server, {
    context,
    feed: (request, response, target) => handleFeedRequest(request, response, target, context),
    media: async (_, response) => void response.writeHead(404).end(),
    site: getRequestListener(site.fetch, { overrideGlobalObjects: false }),
  })
  return {
    ...{ url, database, emulator, time, mails, errors, reports, owners, dashboard },
    sendMails: () => sendOwnerMails(database, owners),
    async close() {
      server.closeAllConnections()
      await close()
      await emulator.close()
      await database.close()
    },
  }
}
