import { createGuardedFetch } from '@photofeed/core/node'
import { Hono } from 'hono'
import { createDashboard } from '../dashboard/dashboard.ts'
import { platformCallbacks } from '../dashboard/platform-callbacks.ts'
import { createArchive } from '../owners/archive.ts'
import { createOwners } from '../owners/owners.ts'
import { downloadRules, imageSources } from '../platform/download-rules.ts'
import { configuredPlatform } from '../platform/platform-client.ts'
import { createEdgePurge } from '../work/edge-purge.ts'
import { createWork } from './background-work.ts'
import type { ServerBase } from './server-base.ts'
import type { Settings } from './settings.ts'

/** What a server of every role has, and where clients find it and its media. */
type AppParts = Pick<ServerBase, 'data' | 'mailer' | 'onError' | 'report'> & {
  baseUrl: string
  cdnUrl: string
}

export type App = ReturnType<typeof createApp>

/** Creates what is behind the read API, of which a server starts what its role needs. */
export function createApp(settings: Settings, parts: AppParts) {
  const { baseUrl, cdnUrl, data, onError, report } = parts
  const { database, media } = data
  const { supportEmail, purgeUrl, platformClientSecret: clientSecret = '' } = settings
  const platform = configuredPlatform(settings, baseUrl, { report })
  const rules = downloadRules(settings)
  const { accounts, connections, keys, store, work, deletions } = database
  const { sessions, attempts } = database
  const clock = Date.now
  const owners = createOwners({
    ...{ owners: database.owners, sessions, attempts, connections, clock, onError, report },
    ...{ baseUrl, supportEmail, secret: data.secret, mailer: parts.mailer },
  })
  return {
    /** Null if no app of the platform is set. */
    platform,
    owners,
    createPages(): Hono {
      const dashboard = createDashboard({
        ...{ baseUrl, cdnUrl, accounts, connections, keys, work, store, owners, platform },
        ...{ onError, report, supportEmail, clock },
        archive: createArchive({ data: database, cdnUrl, clock }),
        platformImages: imageSources(rules),
        signUp: settings.signUp,
        addressHeader: settings.addressHeader ?? null,
      })
      const pages = new Hono().route('/', dashboard)
      if (!platform) return pages
      const callbacks = { baseUrl, connections, deletions, report, onError, clientSecret, clock }
      return pages.route('/', platformCallbacks(callbacks))
    },
    /** Creates the background jobs, on a database of their own if there is one. */
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
