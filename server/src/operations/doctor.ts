import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { rotateSecret } from '../connections/sealed-values.ts'
import { isPostgres, openUnmigrated } from '../database.ts'
import { pendingSteps } from '../db/migrations.ts'
import type { Db } from '../db/schema.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { oneLine } from '../mail/plain-text.ts'
import { assertUsable, findOwner } from '../media/media-owner.ts'
import { readStopped, readStoreIdentity } from '../media/media-sweeps.ts'
import {
  assertNotMissing,
  assertReplicable,
  damageSentence,
  findDamage,
  storedSecret,
} from './data-checks.ts'
import { testMigration } from './health.ts'
import { within } from './readiness.ts'
import {
  broken,
  type Check,
  checkMail,
  checkPlatform,
  checkSettings,
  type DoctorParts,
  type Finding,
  ok,
  warning,
} from './service-checks.ts'

const megabyte = 1024 * 1024
const low = 1024 * megabyte
const critical = 64 * megabyte

const checkDisk: Check = async ({ settings }) => {
  const found = await statfs(settings.data).catch(() => null)
  if (!found) {
    return warning(`There is no data folder ${settings.data} yet. The first start creates it.`)
  }
  const free = found.bavail * found.bsize
  if (free >= low) return ok('The disk of the data folder has room.')
  const sentence = `The disk of the data folder has ${Math.floor(free / megabyte)} MB left. Make room.`
  return free < critical ? broken(sentence) : warning(sentence)
}

function placeOfDatabase({ database, data }: Settings): string {
  return database ?? join(data, 'photofeed.sqlite')
}

/** Loaded only here: `pg` is not needed on SQLite. */
async function explainMissing(at: string): Promise<string | null> {
  const { explainMissingSettings } = await import('../db/postgres-settings.ts')
  return explainMissingSettings(at)
}

const checkDatabase: Check = async ({ settings }) => {
  const at = placeOfDatabase(settings)
  await assertNotMissing(at, settings.data)
  await using found = await openUnmigrated(at)
  if (!found) {
    return warning(
      'There is no database yet. The first start creates it; if there should be one, check --data and --database.',
    )
  }
  try {
    const { length } = await pendingSteps(found.db)
    await testMigration(found.db)
    const damage = isPostgres(at) ? null : await findDamage(at)
    if (damage !== null) return broken(damageSentence(at, damage))
    if (length === 0) {
      const missing = isPostgres(at) ? await explainMissing(at) : null
      return [
        ok('The database can be read and written, and is up to date.'),
        ...(missing === null ? [] : [warning(missing)]),
      ]
    }
    return warning(
      `The database lacks ${length} ${length === 1 ? 'step' : 'steps'}. Run \`photofeed-server migrate\`, or start this version.`,
    )
  } catch (error) {
    return broken(found.explain(error).message)
  }
}

/** One segment of the write-ahead log. */
const farBehind = 16 * megabyte

const checkReplica: Check = async ({ settings }) => {
  const { databaseReplica: url } = settings
  if (url === undefined) return []
  const at = placeOfDatabase(settings)
  assertReplicable(at, url)
  await using primary = await openUnmigrated(at)
  if (!primary) return []
  const { connectReplica } = await import('../db/replica.ts')
  try {
    const { pool, lagBytes } = await connectReplica(url, { url: at, reader: primary.db })
    const behind = await lagBytes().finally(() => pool.end())
    if (behind < farBehind) return ok('The replica responds, and is up to date.')
    return warning(
      `The replica is ${Math.floor(behind / megabyte)} MB behind: while the database does not respond, clients would get what is older. Check its network and its load.`,
    )
  } catch (error) {
    return broken(primary.explain(error).message)
  }
}

/** 128 random bits in hex. */
const shortest = 32

const checkSecret: Check = async ({ settings }) => {
  const at = placeOfDatabase(settings)
  const secret = await storedSecret(settings)
  if (!secret) {
    return isPostgres(at)
      ? broken(
          'A PostgreSQL database needs a secret that all its servers know. Set PHOTOFEED_SECRET.',
        )
      : warning(
          'There is no secret yet. The first start creates one, unless PHOTOFEED_SECRET is set.',
        )
  }
  const weak = warning(
    'The secret can be guessed. Generate one with `openssl rand -hex 32`, and change it with `photofeed-server secret rotate`.',
  )
  // A database that cannot be read is another check's finding.
  const opened = await checkSealed(at, secret, settings.previousSecret).catch(() => [])
  return [...(isWeak(secret) ? [weak] : []), ...opened]
}

/** Tries to open every stored key and token; no finding if no database has them. */
async function checkSealed(at: string, secret: string, previous?: string): Promise<Finding[]> {
  await using found = await openUnmigrated(at)
  if (!found || (await pendingSteps(found.db)).length > 0) return []
  const secrets = {
    current: createSecretBox(secret),
    previous: previous ? createSecretBox(previous) : null,
  }
  const { upToDate, renewed, unreadable } = await rotateSecret(found.db, secrets, {
    isDryRun: true,
  })
  const all = upToDate + renewed + unreadable
  if (unreadable > 0) {
    return [
      broken(
        `${unreadable} of ${all} stored keys and tokens do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.`,
      ),
    ]
  }
  if (renewed === 0) return [ok('The secret opens every stored key and token.')]
  return [
    warning(
      `${renewed} of ${all} stored keys and tokens open with the previous secret only. Run \`photofeed-server secret rotate\`.`,
    ),
  ]
}

function isWeak(secret: string): boolean {
  return secret.length < shortest || new Set(secret).size < 8
}

const checkMedia: Check = async ({ settings, files }) => {
  const stopped = await fromDatabase(settings, readStopped)
  const findings = stopped
    ? [
        warning(
          `The media sweep stopped: it would delete ${stopped.garbage} of ${stopped.listed} files. List them with \`photofeed-server media sweep --dry-run\`, and delete them with --confirm.`,
        ),
      ]
    : []
  if (!files) {
    return [warning('There is no media folder yet. The first start creates it.'), ...findings]
  }
  const identity = await fromDatabase(settings, readStoreIdentity)
  assertUsable(await within(10_000, findOwner(files, identity)), files.place)
  await within(10_000, files.check())
  return [ok('The media store responds, and can be used.'), ...findings]
}

/** Reads from the database; null if it cannot be read, which is another check's finding. */
async function fromDatabase<T>(
  settings: Settings,
  read: (db: Db) => Promise<T>,
): Promise<T | null> {
  try {
    await using found = await openUnmigrated(placeOfDatabase(settings))
    return found && (await read(found.db))
  } catch {
    return null
  }
}

const checks: Record<string, Check> = {
  settings: checkSettings,
  disk: checkDisk,
  database: checkDatabase,
  replica: checkReplica,
  secret: checkSecret,
  media: checkMedia,
  mail: checkMail,
  platform: checkPlatform,
}

/** Runs all checks and returns their findings in order. A check that throws is broken, and does not affect the others. */
export async function examine(parts: DoctorParts): Promise<(Finding & { check: string })[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const findings = await run(parts).catch((error: unknown) =>
        broken(oneLine(error instanceof Error ? error.message : String(error))),
      )
      return [findings].flat().map((finding) => ({ check, ...finding }))
    }),
  )
  return found.flat()
}
