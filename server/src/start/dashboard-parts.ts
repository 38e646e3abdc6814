import type { DashboardParts } from '../dashboard/routes.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createArchive } from '../owners/archive.ts'
import { createOwners } from '../owners/owners.ts'
import type { PasswordHashing } from '../owners/passwords.ts'
import { downloadRules, imageSources } from '../platform/download-rules.ts'
import type { Database } from '../stores/database.ts'
import type { Settings } from './settings.ts'

interface DashboardBase extends Pick<DashboardParts, 'platform' | 'clock' | 'onError' | 'report'> {
  settings: Pick<
    Settings,
    'supportEmail' | 'signUp' | 'addressHeader' | 'mediaHosts' | 'mediaOrigins'
  >
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
  const { supportEmail, signUp, addressHeader = null } = settings
  const common = { ...database, baseUrl, supportEmail, clock, onError, report }
  return {
    ...{ ...common, cdnUrl, platform, signUp, addressHeader },
    owners: createOwners({
      ...{ ...common, secret, mailer },
      ...(base.passwords && { passwords: base.passwords }),
    }),
    archive: createArchive({ data: database, cdnUrl, clock }),
    platformImages: imageSources(downloadRules(settings)),
  }
}
