import { isPostgres } from '../../db/database.ts'
import { pendingSteps } from '../../db/migrations.ts'
import { createSecretBox } from '../../db/secret-box.ts'
import { sealedColumns, sealedRows } from '../../db/secret-rotation.ts'
import { openUnmigrated } from '../../db/unmigrated-database.ts'
import { storedSecret } from '../stored-secret.ts'
import { placeOfDatabase } from './check-database.ts'
import { broken, type Check, type Finding, ok, warning } from './finding.ts'

/** As many characters as 128 random bits have in hex (RFC 5869, section 4: what goes in has to be random). */
const shortest = 32

export const checkSecret: Check = async ({ settings }) => {
  const at = placeOfDatabase(settings)
  const secret = await storedSecret(settings)
  if (!secret) return [isPostgres(at) ? noSharedSecret : noSecret]
  const strength: Finding[] = isWeak(secret)
    ? [
        warning(
          'The secret can be guessed. Make one with `openssl rand -hex 32`, and change it with `photofeed-server secret rotate`.',
        ),
      ]
    : []
  // A database that cannot be read is another check's finding.
  const opened = await openAll(at, secret, settings.previousSecret).catch(() => null)
  return [...strength, ...(opened ? [judge(opened)] : [])]
}

const noSecret = warning(
  'There is no secret yet. The first start makes one, unless PHOTOFEED_SECRET is set.',
)
const noSharedSecret = broken(
  'A PostgreSQL database needs a secret that all its servers know. Set PHOTOFEED_SECRET.',
)

type Opened = Record<'all' | 'bySecret' | 'byPrevious', number>

/** Tries every stored key and token; null when there is no database that has them. */
async function openAll(at: string, secret: string, previous?: string): Promise<Opened | null> {
  await using found = await openUnmigrated(at)
  if (!found || (await pendingSteps(found.db)).length > 0) return null
  const box = createSecretBox(secret)
  const previousBox = previous ? createSecretBox(previous) : null
  const opened = { all: 0, bySecret: 0, byPrevious: 0 }
  for (const column of sealedColumns) {
    for await (const rows of sealedRows(found.db, column)) {
      for (const { account_id, sealed } of rows) {
        const label = column.label(account_id)
        opened.all += 1
        if (box.open(sealed, label) !== null) opened.bySecret += 1
        else if (previousBox && previousBox.open(sealed, label) !== null) opened.byPrevious += 1
      }
    }
  }
  return opened
}

function judge({ all, bySecret, byPrevious }: Opened): Finding {
  if (bySecret === all) return ok('The secret opens every stored key and token.')
  if (bySecret + byPrevious === all) {
    return warning(
      `${byPrevious} of ${all} stored keys and tokens open with the previous secret only. Run \`photofeed-server secret rotate\`.`,
    )
  }
  return broken(
    `${all - bySecret - byPrevious} of ${all} stored keys and tokens do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.`,
  )
}

function isWeak(secret: string): boolean {
  return secret.length < shortest || new Set(secret).size < 8
}
