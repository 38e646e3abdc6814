import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../config.ts'
import {
  assertNoOtherData,
  assertNotMissing,
  placeOfDatabase,
  storedSecret,
} from '../data-folder.ts'
import { isPostgres, readUnmigrated } from '../database.ts'
import { openMediaFiles } from '../media/open-media-files.ts'
import {
  countConnections,
  countJobs,
  testMigration,
  workingConnections,
} from '../operations/health.ts'
import { within } from '../operations/readiness.ts'
import { hasTables, pendingSteps } from '../stores/migrations.ts'
import { findDamage } from '../stores/open-sqlite.ts'
import { hasSealedValues, rotateSecret } from '../stores/sealed-values.ts'
import { createSecretBox } from '../stores/secret-box.ts'
import { broken, type Finding, ok, tryToRead, warning } from './finding.ts'
import { noSharedSecret, weakness } from './settings-checks.ts'

const megabyte = 1024 * 1024

const lowMegabytes = 1024
const criticalMegabytes = 64

export async function checkDisk({ data }: Settings) {
  const found = await statfs(data).catch(() => null)
  if (!found) return warning(`There is no data folder ${data} yet. The first start creates it.`)
  if (!(await stat(data)).isDirectory()) {
    return broken(`The data folder ${data} is a file. Choose another with --data.`)
  }
  const free = Math.floor((found.bavail * found.bsize) / megabyte)
  if (free >= lowMegabytes) return ok('The disk of the data folder has room.')
  const sentence = `The disk of the data folder has ${free} MB left. Make room.`
  return free < criticalMegabytes ? broken(sentence) : warning(sentence)
}

export async function checkDatabase(settings: Settings) {
  const at = placeOfDatabase(settings)
  await assertNotMissing(at, settings.data)
  const findings = await readUnmigrated(at, async (db) => {
    const { length } = await pendingSteps(db)
    await testMigration(db)
    const damage = isPostgres(at) ? null : await findDamage(db)
    if (damage !== null) {
      return broken(
        `The database ${at} is damaged; restore it from a backup. SQLite reports: ${damage}`,
      )
    }
    if (length > 0) {
      if (isPostgres(at) && !(await hasTables(db))) await assertNoOtherData(at, settings.data)
      return warning(
        `The database lacks ${length} ${length === 1 ? 'step' : 'steps'}. Run \`photofeed-server migrate\`, or start this version.`,
      )
    }
    return ok('The database can be read and written, and is up to date.')
  })
  if (findings) return findings
  return warning(
    'There is no database yet. The first start creates it; if there should be one, check --data and --database.',
  )
}

export async function checkSecret(settings: Settings) {
  const secret = await storedSecret(settings)
  if (!secret) {
    if (isPostgres(placeOfDatabase(settings))) return broken(noSharedSecret)
    if (await tryToRead(settings, hasSealedValues)) {
      return broken(
        `The database has encrypted keys or tokens, but there is no secret. Put back the file ${join(settings.data, 'secret')}, or set PHOTOFEED_SECRET.`,
      )
    }
    return warning(
      'There is no secret yet. The first start creates one, unless PHOTOFEED_SECRET is set.',
    )
  }
  const { previousSecret } = settings
  const boxes = {
    current: createSecretBox(secret),
    previous: previousSecret ? createSecretBox(previousSecret) : null,
  }
  const opened = await tryToRead(settings, async (db) =>
    (await pendingSteps(db)).length > 0 ? null : rotateSecret(db, boxes, { isDryRun: true }),
  )
  return [...weakness(secret), ...(opened ? [describeSealed(opened)] : [])]
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

export async function checkMedia(settings: Settings) {
  const usual = join(settings.data, 'media')
  const folder = settings.media?.kind === 's3' ? null : (settings.media?.folder ?? usual)
  // A check would create it.
  if (folder !== null && !existsSync(folder)) {
    return [warning('There is no media folder yet. The first start creates it.')]
  }
  const files = await openMediaFiles(settings, usual)
  await within(mediaLimitMs, files.check())
  return [ok('The media store responds, and can be used.')]
}

/** Recurring work that needs the operator: tokens that were not renewed, and jobs that fail. */
export async function checkJobs(settings: Settings) {
  const found = await tryToRead(settings, async (db) =>
    (await pendingSteps(db)).length > 0
      ? null
      : { jobs: await countJobs(db), connections: await countConnections(db) },
  )
  if (!found) return []
  const findings: Finding[] = []
  const failing = found.jobs.filter(({ state }) => state === 'failing_for_a_day')
  for (const { kind, count } of failing) {
    findings.push(
      warning(
        `${count} ${count === 1 ? 'job' : 'jobs'} of the kind ${kind} failed for a day. List the errors with \`photofeed-server jobs --failing\`, remove the cause, and run \`photofeed-server jobs retry\`.`,
      ),
    )
  }
  const working = workingConnections(found.connections)
  const expiring = working.reduce((sum, { expiring }) => sum + expiring, 0)
  if (expiring > 0) {
    const first = Math.min(...working.flatMap(({ earliestExpiry }) => earliestExpiry ?? []))
    findings.push(
      warning(
        `${expiring} ${expiring === 1 ? 'token expires' : 'tokens expire'} in less than 14 days, the first on ${new Date(first).toISOString().slice(0, 10)}, and should have been renewed. See \`photofeed-server jobs --failing\`; check that a server with the app of the platform runs jobs.`,
      ),
    )
  }
  return findings.length > 0 ? findings : ok('No job failed for a day, and no token expires soon.')
}
