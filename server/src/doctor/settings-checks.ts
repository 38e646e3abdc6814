import type { Settings } from '../config.ts'
import { placeOfDatabase, storedSecret } from '../data-folder.ts'
import { isPostgres } from '../database.ts'
import { settingProblems } from '../setting-problems.ts'
import { broken, type Finding, ok, warning } from './finding.ts'

export async function checkSettings(settings: Settings) {
  const { errors, warnings } = settingProblems(settings)
  const found = [...errors.map(broken), ...warnings.map(warning)]
  return found.length > 0 ? found : ok('The settings fit together.')
}

export const noSharedSecret =
  'A PostgreSQL database needs a secret that all its servers know. Set PHOTOFEED_SECRET.'

/** Returns a warning if the secret can be guessed: 128 random bits in hexadecimal have 32 characters. */
export function weakness(secret: string): Finding[] {
  if (secret.length >= 32 && new Set(secret).size >= 8) return []
  return [
    warning(
      'The secret can be guessed. Generate one with `openssl rand -hex 32`, and change it with `photofeed-server secret rotate`.',
    ),
  ]
}

/** What can be said about the database and its secret without opening anything. */
export async function checkPlaces(settings: Settings) {
  const at = placeOfDatabase(settings)
  const { secret } = settings
  if (secret === undefined) return isPostgres(at) ? broken(noSharedSecret) : []
  await storedSecret(settings)
  return weakness(secret)
}
