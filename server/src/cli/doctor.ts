import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createCommand } from '@commander-js/extra-typings'
import { options, type Settings, withOptions } from '../config.ts'
import { openNewestToken, rotateSecret } from '../connections/sealed-values.ts'
import {
  assertNoOtherData,
  assertNotMissing,
  assertReplicable,
  placeOfDatabase,
  storedSecret,
} from '../data-folder.ts'
import { isPostgres, readUnmigrated } from '../database.ts'
import { hasTables, pendingSteps } from '../db/migrations.ts'
import type { Db } from '../db/schema.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { oneLine } from '../mail/plain-text.ts'
import { assertUsable, findOwner, readStoreIdentity } from '../media/media-owner.ts'
import { readStopped } from '../media/media-sweep.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import { damageSentence, findDamage } from '../operations/damage.ts'
import { testMigration } from '../operations/health.ts'
import { within } from '../operations/readiness.ts'
import { settingProblems } from '../setting-problems.ts'
import { failedCheck, printResult } from './output.ts'
import { compareWithPlatform } from './platform.ts'

/** The result of a check, in a sentence with what to do. */
interface Finding {
  level: 'ok' | 'warning' | 'broken'
  sentence: string
}

/** A check may have several findings; an error is one too. */
type Check = (settings: Settings) => Promise<Finding | Finding[]>

const ok = (sentence: string): Finding => ({ level: 'ok', sentence })
const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
const broken = (sentence: string): Finding => ({ level: 'broken', sentence })

const megabyte = 1024 * 1024

async function checkSettings(settings: Settings) {
  const { errors, warnings } = settingProblems(settings)
  const found = [...errors.map(broken), ...warnings.map(warning)]
  return found.length > 0 ? found : ok('The settings fit together.')
}

const lowMegabytes = 1024
const criticalMegabytes = 64

async function checkDisk({ data }: Settings) {
  const found = await statfs(data).catch(() => null)
  if (!found) return warning(`There is no data folder ${data} yet. The first start creates it.`)
  const free = Math.floor((found.bavail * found.bsize) / megabyte)
  if (free >= lowMegabytes) return ok('The disk of the data folder has room.')
  const sentence = `The disk of the data folder has ${free} MB left. Make room.`
  return free < criticalMegabytes ? broken(sentence) : warning(sentence)
}

async function checkDatabase(settings: Settings) {
  const at = placeOfDatabase(settings)
  await assertNotMissing(at, settings.data)
  const findings = await readUnmigrated(at, async (db) => {
    const { length } = await pendingSteps(db)
    await testMigration(db)
    const damage = isPostgres(at) ? null : await findDamage(at)
    if (damage !== null) return broken(damageSentence(at, damage))
    if (length > 0) {
      if (isPostgres(at) && !(await hasTables(db))) await assertNoOtherData(at, settings.data)
      return warning(
        `The database lacks ${length} ${length === 1 ? 'step' : 'steps'}. Run \`photofeed-server migrate\`, or start this version.`,
      )
    }
    const upToDate = ok('The database can be read and written, and is up to date.')
    if (!isPostgres(at)) return upToDate
    // Loaded only here: `pg` is not needed on SQLite.
    const { explainMissingSettings } = await import('../db/postgres-settings.ts')
    const missing = await explainMissingSettings(at)
    return missing === null ? upToDate : [upToDate, warning(missing)]
  })
  if (findings) return findings
  return warning(
    'There is no database yet. The first start creates it; if there should be one, check --data and --database.',
  )
}

/** One segment of the write-ahead log. */
const farBehind = 16 * megabyte

async function checkReplica(settings: Settings) {
  const { databaseReplica: url } = settings
  if (url === undefined) return []
  const at = placeOfDatabase(settings)
  assertReplicable(at, url)
  const { connectReplica } = await import('../db/replica.ts')
  const behind = await readUnmigrated(at, async (reader) => {
    const { pool, lagBytes } = await connectReplica(url, { url: at, reader })
    return await lagBytes().finally(() => pool.end())
  })
  if ((behind ?? 0) < farBehind) return ok('The replica responds, and is up to date.')
  return warning(
    `The replica is ${Math.floor((behind ?? 0) / megabyte)} MB behind: while the database does not respond, clients would get what is older. Check its network and its load.`,
  )
}

async function checkSecret(settings: Settings) {
  const secret = await storedSecret(settings)
  if (!secret) {
    return isPostgres(placeOfDatabase(settings))
      ? broken(
          'A PostgreSQL database needs a secret that all its servers know. Set PHOTOFEED_SECRET.',
        )
      : warning(
          'There is no secret yet. The first start creates one, unless PHOTOFEED_SECRET is set.',
        )
  }
  // 128 random bits in hexadecimal have 32 characters.
  const isWeak = secret.length < 32 || new Set(secret).size < 8
  const weak = warning(
    'The secret can be guessed. Generate one with `openssl rand -hex 32`, and change it with `photofeed-server secret rotate`.',
  )
  const { previousSecret } = settings
  const boxes = {
    current: createSecretBox(secret),
    previous: previousSecret ? createSecretBox(previousSecret) : null,
  }
  const opened = await tryToRead(settings, async (db) =>
    (await pendingSteps(db)).length > 0 ? null : rotateSecret(db, boxes, { isDryRun: true }),
  )
  return [...(isWeak ? [weak] : []), ...(opened ? [describeSealed(opened)] : [])]
}

function describeSealed(count: Awaited<ReturnType<typeof rotateSecret>>): Finding {
  const { upToDate, renewed, unreadable } = count
  const all = upToDate + renewed + unreadable
  if (unreadable > 0) {
    return broken(
      `${unreadable} of ${all} stored keys and tokens do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.`,
    )
  }
  if (renewed === 0) return ok('The secret opens every stored key and token.')
  return warning(
    `${renewed} of ${all} stored keys and tokens open with the previous secret only. Run \`photofeed-server secret rotate\`.`,
  )
}

const mediaLimitMs = 10_000

async function checkMedia(settings: Settings) {
  const findings: Finding[] = []
  const stopped = await tryToRead(settings, readStopped)
  if (stopped) {
    findings.push(
      warning(
        `The media sweep stopped: it would delete ${stopped.garbage} of ${stopped.listed} files. List them with \`photofeed-server media sweep --dry-run\`, and delete them with --confirm.`,
      ),
    )
  }
  const usual = join(settings.data, 'media')
  const folder = settings.media?.kind === 's3' ? null : (settings.media?.folder ?? usual)
  // A check would create it.
  if (folder !== null && !existsSync(folder)) {
    return [warning('There is no media folder yet. The first start creates it.'), ...findings]
  }
  const files = await openMediaFiles(settings, usual)
  const identity = await tryToRead(settings, readStoreIdentity)
  assertUsable(await within(mediaLimitMs, findOwner(files, identity)), files.place)
  await within(mediaLimitMs, files.check())
  return [ok('The media store responds, and can be used.'), ...findings]
}

/** Reads from the database; null if it cannot be read, which is another check's finding. */
function tryToRead<T>(settings: Settings, read: (db: Db) => Promise<T>): Promise<T | null> {
  return readUnmigrated(placeOfDatabase(settings), read).catch(() => null)
}

async function checkMail({ smtpUrl, mailFrom, supportEmail, platformClientId }: Settings) {
  if (!smtpUrl) {
    return platformClientId
      ? warning(
          'No mail server is set, so owners get no mail about broken connections and cannot reset a password. Set PHOTOFEED_SMTP_URL.',
        )
      : ok('No mail server is set, and no owner needs mail.')
  }
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  await createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail }).check()
  return ok('The mail server responds and accepts the login.')
}

const platformLimitMs = 10_000
const largestSkewMs = 5 * 60_000

/** Any response shows that the platform can be reached; its Date (RFC 9110, 6.6.1) shows whether our clock is right. */
async function checkPlatform(settings: Settings) {
  const { platformClientId, platformGraphUrl } = settings
  if (!platformClientId) {
    return ok('No app of the photo platform is set: nothing is connected or refreshed.')
  }
  const signal = AbortSignal.timeout(platformLimitMs)
  const response = await fetch(platformGraphUrl, { redirect: 'manual', signal }).catch(() => null)
  if (!response) {
    return broken(
      `The photo platform does not respond at ${platformGraphUrl}. Check the address, DNS and the firewall.`,
    )
  }
  await response.body?.cancel()
  const skew = Date.now() - Date.parse(response.headers.get('date') ?? '')
  if (Math.abs(skew) > largestSkewMs) {
    return warning(
      `The clock of this machine is ${Math.round(Math.abs(skew) / 60_000)} minutes ${skew > 0 ? 'ahead' : 'behind'}. Set it by NTP: tokens are renewed by it.`,
    )
  }
  return [
    ok('The photo platform responds, and the clock agrees with it.'),
    ...(await checkPlatformData(settings)),
  ]
}

/** What the platform sends for one of the connected accounts, where the server does not expect it. */
async function checkPlatformData(settings: Settings): Promise<Finding[]> {
  const secret = await storedSecret(settings)
  const token =
    secret && (await tryToRead(settings, (db) => openNewestToken(db, createSecretBox(secret))))
  if (!token) return []
  const found = await compareWithPlatform(settings, token)
  // Limits are reported only after enough requests.
  const expected = settings.platformComments ? ['limits'] : ['limits', 'comments']
  return found
    .filter(({ check, level }) => level !== 'ok' && !expected.includes(check))
    .map(({ sentence }) => warning(`For one of the connected accounts: ${sentence}`))
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
async function examine(settings: Settings): Promise<(Finding & { check: string })[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const findings = await run(settings).catch((error: unknown) =>
        // Long enough for our own sentences, whose paths may be long.
        broken(oneLine(error instanceof Error ? error.message : String(error), 2000)),
      )
      return [findings].flat().map((finding) => ({ check, ...finding }))
    }),
  )
  return found.flat()
}

export const doctorCommand = withOptions(createCommand('doctor'), options)
  .description(
    'look at everything that `start` with the same settings needs, and say what to do; ends with 1 if something is broken',
  )
  .action(async (settings, command) => {
    const found = await examine(settings)
    const lines = found.map(
      ({ check, level, sentence }) => `${level.padEnd(9)}${check.padEnd(10)}${sentence}\n`,
    )
    printResult(command, found, lines.join(''))
    if (found.some(({ level }) => level === 'broken')) throw failedCheck()
  })
