import type { DashboardParts } from '../dashboard/routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createArchive } from '../owners/archive.ts'
import { createOwners } from '../owners/owners.ts'
import type { PasswordHashing } from '../owners/passwords.ts'
import { downloadRules, imageSources } from '../platform/download-rules.ts'
import type { Settings } from '../settings/settings.ts'
import type { Database } from '../stores/database.ts'

interface DashboardBase extends Pick<DashboardParts, 'platform' | 'clock' | 'onError' | 'report'> {
  settings: Settings
  database: Database
  secret: string
  mailer: Mailer | null
  passwords?: PasswordHashing | undefined
}

/** Puts together what the pages of owners need, of a server and of a test. */
export function dashboardParts(
  base: DashboardBase,
  { baseUrl, cdnUrl }: Pick<DashboardParts, 'baseUrl' | 'cdnUrl'>,
): DashboardParts & Pick<Database, 'deletions'> {
  const { settings, database, secret, mailer, platform, clock, onError, report } = base
  const common = { ...database, settings, baseUrl, clock, onError, report }
  return {
    ...{ ...common, cdnUrl, platform },
    owners: createOwners({
      ...{ ...common, secret, mailer },
      ...(base.passwords && { passwords: base.passwords }),
    }),
    archive: createArchive({ data: database, cdnUrl, clock }),
    platformImages: imageSources(downloadRules(settings)),
  }
}
