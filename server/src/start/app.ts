import { createGuardedFetch } from '@photofeed/core/node'
import { Hono } from 'hono'
import { createDashboard } from '../dashboard/dashboard.ts'
import { platformCallbacks } from '../dashboard/platform-callbacks.ts'
import type { Report } from '../events.ts'
import type { FailedJob } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { ownerArchive } from '../owners/archive.ts'
import { createOwners } from '../owners/owners.ts'
import { type DownloadSettings, downloadRules, imageSources } from '../platform/download-rules.ts'
import {
  configuredPlatform,
  type PlatformClient,
  type PlatformSettings,
} from '../platform/platform-client.ts'
import type { Database } from '../stores/database.ts'
import { createEdgePurge } from '../work/edge-purge.ts'
import type { WorkRunner } from '../work/work-runner.ts'
import { createWork } from './background-work.ts'
import type { DataFolder } from './data-folder.ts'
import type { Settings } from './settings.ts'

/** The settings of the pages for owners and of the background jobs. */
type AppSettings = PlatformSettings &
  DownloadSettings &
  Pick<Settings, 'supportEmail'> &
  Partial<Pick<Settings, 'signUp' | 'purgeUrl' | 'purgeToken' | 'addressHeader' | 'concurrency'>>

interface AppParts {
  /** Where clients find this server, and its media. */
  baseUrl: string
  cdnUrl: string
  data: DataFolder
  mailer: Mailer | null
  /** Called with each error; for one of a background job with its kind, account and attempt. */
  onError(error: unknown, job?: FailedJob): void
  report: Report
}

/** What is behind the read API, of which a server starts what its role needs. */
interface App {
  /** Null if no app of the platform is set. */
  platform: PlatformClient | null
  /** Creates the pages for owners and the platform. */
  createPages(): Hono
  /** Creates the background jobs, on a database of their own if there is one. */
  createWork(database?: Database): WorkRunner
}

export function createApp(settings: AppSettings, parts: AppParts): App {
  const { baseUrl, cdnUrl, data, onError, report } = parts
  const { database, media } = data
  const { supportEmail, purgeUrl, platformClientSecret: clientSecret = '' } = settings
  const platform = configuredPlatform(settings, baseUrl, {
    onUnknownFields: (fields) => report('unknownFields', { fields }),
    observe: (operation, result, milliseconds) =>
      report('platformRequest', { operation, result, seconds: milliseconds / 1000 }),
  })
  const rules = downloadRules(settings)
  const { accounts, connections, keys, store, work, deletions } = database
  const { sessions, attempts } = database
  const clock = Date.now
  const owners = createOwners({
    ...{ owners: database.owners, sessions, attempts, connections, clock, onError, report },
    ...{ baseUrl, supportEmail, secret: data.secret, mailer: parts.mailer },
  })
  return {
    platform,
    createPages() {
      const dashboard = createDashboard({
        ...{ baseUrl, cdnUrl, accounts, connections, keys, work, store, owners, platform },
        ...{ onError, report, supportEmail, clock },
        archive: (ownerId) => ownerArchive({ data: database, media, clock }, ownerId),
        platformImages: imageSources(rules),
        signUp: settings.signUp ?? 'open',
        addressHeader: settings.addressHeader ?? null,
      })
      const pages = new Hono().route('/', dashboard)
      if (!platform) return pages
      const callbacks = { baseUrl, connections, deletions, report, onError, clientSecret, clock }
      return pages.route('/', platformCallbacks(callbacks))
    },
    createWork: (workDatabase = database) =>
      createWork({
        ...{ database: workDatabase, media, platform, onError, report },
        concurrency: settings.concurrency,
        download: createGuardedFetch(rules),
        purge: purgeUrl === undefined ? null : createEdgePurge(purgeUrl, settings.purgeToken),
        sendMail: owners.byMail?.send ?? null,
      }),
  }
}
