import { Hono } from 'hono'
import { startEmulator } from '../../emulator/emulator.ts'
import { createDashboard } from '../../src/dashboard/dashboard.ts'
import type { DashboardParts } from '../../src/dashboard/routes.ts'
import { openPort, startService } from '../../src/http/service.ts'
import type { Mail } from '../../src/mail/mailer.ts'
import type { PasswordHashing } from '../../src/owners/passwords.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { dashboardParts } from '../../src/start/dashboard-parts.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { app, pictureWidth, start } from '../platform/platform-world.ts'
import { quickPasswords, sendOwnerMails } from '../support/owners.ts'
import { testSettings } from '../support/settings.ts'

export const secret = 'a secret for tests'

/** What a test replaces. */
export type DashboardChanges = Partial<Omit<DashboardParts, 'settings'>> & {
  settings?: Partial<Settings>
  at?: string
  mails?: boolean
  passwords?: PasswordHashing
}

/** The dashboard and the read API on one port, an emulated platform on another. */
export async function runDashboard(changes: DashboardChanges = {}) {
  const time = { now: start }
  const clock = () => time.now
  const emulator = await startEmulator({ clock, sleep: async () => {}, pictureWidth })
  const settings = {
    ...testSettings,
    addressHeader: 'x-forwarded-for',
    mediaHosts: ['platform.example'],
    ...changes.settings,
  }
  const database = await openDatabase({
    at: changes.at ?? ':memory:',
    ...{ secret, settings },
    clock,
    databaseClock: clock,
  })
  const port = await openPort({ ...settings, cdnUrl: changes.cdnUrl })
  const { baseUrl: url } = port
  const redirectUri = `${url}/connect/callback/`
  emulator.register({ ...app, redirectUris: [redirectUri] })
  const mails: Mail[] = []
  const errors: unknown[] = []
  /** The server's log. */
  const reports: [event: string, details: unknown][] = []
  const onError = (error: unknown) => void errors.push(error)
  const report: DashboardParts['report'] = (event, details) => reports.push([event, details])
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const config = { ...app, redirectUri, hosts: emulator.hosts }
  const parts = dashboardParts(
    {
      ...{ settings, database, secret, clock, onError, report },
      passwords: changes.passwords ?? quickPasswords,
      mailer: changes.mails === false ? null : mailer,
      platform: createPlatformClient(config, { settings, fetch, clock }),
    },
    port,
  )
  const { owners } = parts
  const dashboard = createDashboard({ ...parts, ...changes, settings })
  startService(port, settings, {
    ...{ store: database.store, feeds: database.feeds, onError },
    pages: new Hono().route('/', dashboard),
    media: async (_, response) => void response.writeHead(404).end(),
  })
  return {
    ...{ url, database, emulator, time, mails, errors, reports, owners, dashboard },
    /** Sends the mails to owners that wait in the outbox. */
    sendMails: () => sendOwnerMails(database, owners),
    async close() {
      await port.listening.close()
      await emulator.close()
      await database.close()
    },
  }
}
