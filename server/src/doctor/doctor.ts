import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { originalUrl } from '@photofeed/core'
import { UserError } from '@photofeed/core/node'
import { oneLine } from '../mail/plain-text.ts'
import { mediaKey, originalPath } from '../media/media-keys.ts'
import { assertMediaThere, openMediaFiles } from '../media/open-media-files.ts'
import { within } from '../operations/readiness.ts'
import type { Finding } from '../platform/platform-check.ts'
import { configuredPlatform, platformHostsAt } from '../platform/platform-client.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import type { Settings } from '../settings/settings.ts'
import * as data from '../start/data-facts.ts'
import {
  assertHostsKnown,
  assertNone,
  dataRejections,
  noSharedSecret,
  sentencesOf,
  settingRejections,
  settingWarnings,
} from '../start/rejections.ts'
import { describePending } from '../stores/engine/migrations.ts'
import { findDamage } from '../stores/engine/open-sqlite.ts'
import { isPostgres, named } from '../stores/engine/postgres-address.ts'
import { createSecretBox } from '../stores/engine/secret-box.ts'
import { testCommit } from '../stores/service/health.ts'
import { hasShownFile, newestShownFile } from '../stores/service/media-files.ts'
import { hasSealedValues, rotateSecret } from '../stores/service/sealed-values.ts'
import { countFutureTimes } from '../stores/service/times.ts'
import { type Db, readStored } from '../stores/stored-data.ts'

type Found = Omit<Finding, 'check'>
const ok = (sentence: string): Found => ({ level: 'ok', sentence })
const warning = (sentence: string): Found => ({ level: 'warning', sentence })
const broken = (sentence: string): Found => ({ level: 'broken', sentence })
const notChecked = (sentence: string): Found => ({ level: 'not checked', sentence })

/** Runs a query on the database. Throws DatabaseNotRead unless the check of the database found nothing. */
type Read = <T>(query: (db: Db) => Promise<T>) => Promise<T>
class DatabaseNotRead extends Error {}

/** What a check throws is broken, or not checked. Without `mayTest` it connects to nothing but the database. */
type Check = (settings: Settings, read: Read, mayTest: boolean) => Promise<Found | Found[]>

const limitMs = 10_000

const checkSettings: Check = async (settings) => {
  if (settings.secret !== undefined) await data.storedSecret(settings)
  // Sends no request.
  await openMediaFiles(settings, join(settings.data, 'media'))
  await assertHostsKnown(settings)
  const found = [
    ...sentencesOf([...settingRejections, noSharedSecret], settings).map(broken),
    ...sentencesOf(settingWarnings, settings).map(warning),
  ]
  return found.length > 0 ? found : ok('The settings fit together.')
}

/** Whether the known secret opens the keys and tokens in the database. */
export async function checkSecret(
  settings: data.DataPlace & Pick<Settings, 'previousSecret'>,
  read: Read,
): Promise<Found> {
  const secret = await data.storedSecret(settings)
  if (secret === null) {
    if (!(await read(hasSealedValues))) return ok('No key or token is encrypted yet.')
    return broken(
      `The database has encrypted keys or tokens, but there is no secret. Put back the file ${join(settings.data, 'secret')}, or set PHOTOFEED_SECRET.`,
    )
  }
  const boxes = {
    current: createSecretBox(secret),
    previous: settings.previousSecret ? createSecretBox(settings.previousSecret) : null,
  }
  const count = await read((db) => rotateSecret(db, boxes, { isDryRun: true }))
  const total = count.upToDate + count.renewed + count.unreadable
  const all = `of ${total} stored keys and tokens`
  if (count.unreadable > 0) {
    return broken(
      `${count.unreadable} ${all} do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.`,
    )
  }
  if (total === 0) return ok('No key or token is encrypted yet.')
  if (count.renewed === 0) return ok('The secret opens every stored key and token.')
  return warning(
    `${count.renewed} ${all} open with the previous secret only. Run \`photofeed-server secret rotate\`.`,
  )
}

const checkDatabase: Check = async (settings, _, mayTest) => {
  const at = data.placeOfDatabase(settings)
  const facts = await data.readFacts(settings, false)
  assertNone(dataRejections, facts)
  const pending = describePending(facts.version)
  const found = await readStored(at, async (db): Promise<Found | Found[]> => {
    if (mayTest) await testCommit(db, Date.now())
    const damage = isPostgres(at) || !mayTest ? null : await findDamage(db)
    if (damage === null && pending) return warning(`The database ${named(at)} ${pending}`)
    const future = damage === null ? await countFutureTimes(db) : 0
    const isRead = ok(`The database can be read${mayTest ? ' and written' : ''}.`)
    const ahead = `Stored times in the future: ${future}. A clock was ahead. Set the clocks by NTP. A running server makes the jobs due, and renews tokens.`
    if (damage === null) return future === 0 ? isRead : [isRead, warning(ahead)]
    return broken(`The database ${at} is damaged; restore it from a backup. SQLite: ${damage}`)
  })
  return found ?? warning(`The database ${named(at)} ${pending}`)
}

const checkMedia: Check = async (settings, read, mayTest) => {
  const usual = join(settings.data, 'media')
  const files = await openMediaFiles(settings, usual)
  await assertMediaThere(settings, usual, () => read(hasShownFile))
  if (!mayTest) return ok('The media are at the place that is set.')
  const folder = settings.media?.kind === 's3' ? null : (settings.media?.folder ?? usual)
  // A check would create it.
  const isThere = folder === null || existsSync(folder)
  if (isThere) await within(limitMs, files.check())
  const shown = await read(newestShownFile)
  const key = shown && mediaKey(originalPath(shown))
  const found = key && isThere ? await within(limitMs, files.open(key, 'bytes=0-0')) : null
  found?.body?.destroy()
  if (key && !found) {
    return broken(`${files.place} lacks the newest file that a post shows. Check --media.`)
  }
  if (shown && settings.cdnUrl !== undefined) {
    const signal = AbortSignal.timeout(limitMs)
    const sent = await fetch(originalUrl(settings.cdnUrl, shown), { signal }).catch(() => null)
    await sent?.body?.cancel()
    if (!sent?.ok) {
      return broken(
        `${settings.cdnUrl} does not send the newest file that a post shows (${sent?.status ?? 'no response'}). Check --cdn-url.`,
      )
    }
  }
  if (isThere) return ok('The media store responds, and can be used.')
  return warning('There is no media folder yet. The first start creates it.')
}

const checkMail: Check = async ({ smtpUrl, mailFrom, supportEmail, platformClientId }) => {
  if (!smtpUrl && !platformClientId) return ok('No mail server is set, and no owner needs mail.')
  if (!smtpUrl) {
    return warning(
      'No mail server is set, so owners get no mail about broken connections and cannot reset a password. Set PHOTOFEED_SMTP_URL.',
    )
  }
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  await createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail }).check()
  return ok('The mail server responds and accepts the login.')
}

const checkPlatform: Check = async (settings) => {
  const { baseUrl = 'https://feed.example', platformUrl } = settings
  const platform = configuredPlatform(settings, baseUrl)
  if (!platform) return ok('No app of the photo platform is set: nothing is refreshed.')
  const signal = AbortSignal.timeout(limitMs)
  // A code that does not exist: the platform says whether it rejects the code or the app.
  const error = await platform.exchangeCode('photofeed-doctor', { signal }).catch((error) => error)
  if (error instanceof PlatformError && error.kind === 'app') {
    return broken(
      `The photo platform rejects the app: ${oneLine(error.message, 300)}. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET to the Instagram app ID and the Instagram app secret, not to those of the Meta app that contains it.`,
    )
  }
  if (!(error instanceof PlatformError) || error.kind === 'outage') {
    return broken(
      `The photo platform does not respond at ${platformHostsAt(platformUrl).token}. Check the network.`,
    )
  }
  return ok('The photo platform responds, and does not reject the app.')
}

const checks = {
  settings: checkSettings,
  database: checkDatabase,
  secret: checkSecret,
  media: checkMedia,
  mail: checkMail,
  platform: checkPlatform,
} satisfies Record<string, Check>

/** Looks at everything that `start` needs. Without `mayTest`, a database that does not respond is not checked. */
export async function examine(settings: Settings, mayTest: boolean): Promise<Finding[]> {
  let isRead = false
  const read: Read = async (query) => {
    const at = data.placeOfDatabase(settings)
    const found = isRead && (await readStored(at, async (db) => [await query(db)] as const))
    if (!found) throw new DatabaseNotRead()
    return found[0]
  }
  async function run(check: keyof typeof checks): Promise<Finding[]> {
    const found = await checks[check](settings, read, mayTest).catch(
      async (error: unknown): Promise<Found> => {
        if (error instanceof DatabaseNotRead) return notChecked('The database was not read.')
        const sentence = oneLine(error instanceof Error ? error.message : String(error), 2000)
        const mayBeDown = !mayTest && check === 'database' && isPostgres(settings.database)
        return mayBeDown && (await isDown(error)) ? notChecked(sentence) : broken(sentence)
      },
    )
    return [found].flat().map((one) => ({ check, ...one }))
  }
  const database = await run('database')
  isRead = database[0]?.level === 'ok'
  const tested = mayTest ? [run('mail'), run('platform')] : []
  const others = [run('secret'), run('media'), ...tested]
  const all = (await Promise.all([run('settings'), database, ...others])).flat()
  // One cause is one line.
  return all.filter(
    ({ sentence, level }, index) =>
      level === 'not checked' || all.findIndex((one) => one.sentence === sentence) === index,
  )
}

async function isDown(error: unknown): Promise<boolean> {
  const { isOutage } = await import('../stores/engine/postgres.ts')
  return error instanceof UserError && error.cause !== undefined && isOutage(error.cause)
}
