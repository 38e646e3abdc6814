import { createGuardedFetch } from '@photofeed/core/node'
import type { Settings } from './config.ts'
import { createDashboard } from './dashboard/dashboard.ts'
import { platformCallbacks } from './dashboard/platform-callbacks.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Report } from './operations/events.ts'
import type { FailedSignIn } from './owners/auth.ts'
import { createOwners } from './owners/owners.ts'
import { configuredPlatform, type PlatformSettings } from './platform/platform-client.ts'
import {
  type DownloadSettings,
  downloadRules,
  imageSources,
  platformRules,
} from './refresh/download-rules.ts'
import { createWork, type FailedJob } from './work.ts'

/** The settings of everything behind the read API. */
export type BackOfficeSettings = PlatformSettings &
  DownloadSettings &
  Pick<Settings, 'supportEmail'> &
  Partial<Pick<Settings, 'purgeUrl' | 'purgeToken' | 'addressHeader' | 'role' | 'concurrency'>>

interface BackOfficeParts {
  /** Where clients find this server, and its media. */
  baseUrl: string
  cdnUrl: string
  data: DataFolder
  /** The database of the background jobs; by default that of the data folder. */
  workDatabase?: Database
  /** Null when no mail server is set up. */
  mailer: Mailer | null
  /** Called with each error; for one of a background job with its kind, account and attempt. */
  onError(error: unknown, job?: FailedJob): void
  onFailedSignIn?(failed: FailedSignIn): void
  report: Report
}

export type BackOffice = ReturnType<typeof createBackOffice>

/** Creates everything behind the read API: the pages for owners, and the background jobs. */
export function createBackOffice(settings: BackOfficeSettings, parts: BackOfficeParts) {
  const { baseUrl, cdnUrl, data, mailer, onError, onFailedSignIn, report } = parts
  const { database, media } = data
  const { connections, keys, jobs } = database
  const { workDatabase = database } = parts
  const {
    supportEmail,
    concurrency,
    purgeUrl,
    purgeToken = null,
    platformClientSecret = '',
  } = settings
  const platform = configuredPlatform(settings, baseUrl)
  const rules = downloadRules(platformRules, settings)
  const owners = createOwners({
    database,
    secret: data.secret,
    baseUrl,
    mailer,
    supportEmail,
    onError,
    ...(onFailedSignIn && { onFailedSignIn }),
  })
  return {
    dashboard: createDashboard({
      baseUrl,
      cdnUrl,
      platformImages: imageSources(rules),
      connections,
      keys,
      jobs,
      platform,
      onError,
      report,
      clock: Date.now,
      owners,
      addressHeader: settings.addressHeader ?? null,
      db: database.tables.db,
    }),
    /** What the platform calls; null without an app on it. */
    callbacks:
      platform &&
      platformCallbacks({
        baseUrl,
        connections,
        onError,
        clock: Date.now,
        clientSecret: platformClientSecret,
        deletions: database.deletions,
      }),
    /** Null if another process runs the background jobs. */
    work:
      settings.role === 'api'
        ? null
        : createWork({
            database: workDatabase,
            media,
            platform,
            concurrency,
            onError,
            report,
            download: createGuardedFetch(rules),
            purge:
              purgeUrl === undefined
                ? null
                : createEdgePurge({ url: purgeUrl, token: purgeToken }, fetch),
            notifyOwner: owners.byMail?.send ?? null,
            sendOwnerMail: owners.byMail?.send ?? null,
          }),
  }
}

const timeLimitMs = 10_000

/**
 * Creates the request that purges the cache in front of the API. It contains the SHA-256 of the key, by which the cache
 * can tag responses; keys themselves must not be in the logs of others. A token is sent as `Authorization: Bearer`.
 */
export function createEdgePurge(
  { url, token }: { url: string; token: string | null },
  fetch: typeof globalThis.fetch,
) {
  return async (keyHash: string, signal: AbortSignal): Promise<void> => {
    const response = await fetch(new URL(url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ keySha256: keyHash }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The purge request failed with HTTP ${response.status}.`)
  }
}
