import { lookup } from 'node:dns/promises'
import { loopback, UserError } from '@photofeed/core/node'
import type { Settings } from '../settings/settings.ts'
import { describePending } from '../stores/engine/migrations.ts'
import { isPostgres, named } from '../stores/engine/postgres-address.ts'
import type { DataFacts } from './data-facts.ts'

/** Returns a mistake of the operator, in a sentence that says what to do; false if these facts have none. */
export type Rejection<Facts> = (facts: Facts) => string | false

/** Returns the sentences of the rejections that apply, in their order. */
export function sentencesOf<Facts>(
  rejections: readonly Rejection<Facts>[],
  facts: Facts,
): string[] {
  return rejections.map((rejection) => rejection(facts)).filter((sentence) => sentence !== false)
}

/** @throws {UserError} with the sentence of the first rejection that applies. */
export function assertNone<Facts>(rejections: readonly Rejection<Facts>[], facts: Facts): void {
  const [first] = sentencesOf(rejections, facts)
  if (first !== undefined) throw new UserError(first)
}

/** Servers that share a database decrypt each other's keys. Checked last: a copied database keeps its secret. */
export const noSharedSecret: Rejection<Pick<Settings, 'database' | 'secret'>> = (facts) =>
  isPostgres(facts.database) &&
  facts.secret === undefined &&
  'A PostgreSQL database needs a secret that all its servers know: set PHOTOFEED_SECRET to the same long, random text on each.'

/** What `start` rejects of its settings. */
export const settingRejections: readonly Rejection<Settings>[] = [
  ({ role, baseUrl }) =>
    role === 'worker' &&
    !baseUrl &&
    'A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.',
  ({ role, port, adminPort }) =>
    role !== 'worker' &&
    adminPort === port &&
    port !== 0 &&
    'The admin port is the port of the API. Set PHOTOFEED_ADMIN_PORT to another one.',
  ({ platformClientId, platformClientSecret }) =>
    !platformClientId !== !platformClientSecret &&
    'The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.',
]

/** @throws {UserError} for a name on which no server can listen. */
export async function assertHostsKnown({ role, host, adminPort, adminHost }: Settings) {
  const names = {
    ...(role !== 'worker' && { '--host': host }),
    ...(adminPort !== undefined && { '--admin-host': adminHost }),
  }
  for (const [flag, name] of Object.entries(names)) {
    await lookup(name).catch(() => {
      throw new UserError(`The host name ${name} is unknown. Choose another with ${flag}.`)
    })
  }
}

const isBehindProxy = ({ baseUrl }: Settings) => baseUrl?.startsWith('https://') ?? false
const hasLocalSupport = ({ supportEmail }: Settings) => supportEmail.endsWith('@localhost')

/** What probably is a mistake. */
export const settingWarnings: readonly Rejection<Settings>[] = [
  // 128 random bits in hexadecimal have 32 characters.
  ({ secret }) =>
    secret !== undefined &&
    (secret.length < 32 || new Set(secret).size < 8) &&
    'The secret can be guessed. Generate one with `openssl rand -hex 32`, and change it with `photofeed-server secret rotate`.',
  ({ role, platformClientId }) =>
    role === 'worker' &&
    !platformClientId &&
    'A worker without an app on the photo platform refreshes nothing. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET.',
  ({ purgeUrl, purgeToken }) =>
    !purgeUrl &&
    Boolean(purgeToken) &&
    'PHOTOFEED_PURGE_TOKEN has no effect without PHOTOFEED_PURGE_URL. Set that too.',
  (settings) =>
    Boolean(settings.smtpUrl) &&
    !settings.mailFrom &&
    hasLocalSupport(settings) &&
    'Mail would come from an address at localhost. Set PHOTOFEED_MAIL_FROM.',
  (settings) =>
    (settings.production || isBehindProxy(settings)) &&
    hasLocalSupport(settings) &&
    'Errors name a support address at localhost. Set PHOTOFEED_SUPPORT_EMAIL.',
  ({ production, purgeUrl }) =>
    production &&
    !purgeUrl &&
    'With PHOTOFEED_PRODUCTION, shared caches may store responses, and nothing purges them: a revoked key reads old ones there. Set PHOTOFEED_PURGE_URL, or leave PHOTOFEED_PRODUCTION out.',
  (settings) =>
    isBehindProxy(settings) &&
    !settings.addressHeader &&
    settings.role !== 'worker' &&
    'Behind the proxy of the https address, all visitors share its address and the limits of sign-ins. Set PHOTOFEED_ADDRESS_HEADER to the header in which the proxy writes the address of the visitor.',
  (settings) =>
    settings.production &&
    !isBehindProxy(settings) &&
    'Links name an address that is not https, and a key travels in each. Set PHOTOFEED_BASE_URL to the public https address.',
  ({ adminPort, adminHost }) =>
    adminPort !== undefined &&
    !loopback.test(adminHost) &&
    'The admin port listens beyond this machine. Let a firewall restrict it to your own network.',
]

/** What `start` and commands reject of the places of the data, before they create anything. */
export const dataRejections: readonly Rejection<DataFacts>[] = [
  ({ blocked }) =>
    blocked !== null &&
    `No file can be created in ${blocked.folder}: ${blocked.by} is no folder, or this user cannot write to it. Check --data and --database.`,
  // It would go on with what was copied.
  ({ at, moved }) =>
    moved !== null &&
    `The database ${at} was ${moved}. Set PHOTOFEED_DATABASE to that database. To use the file again, delete ${at}.moved.`,
  // A secret and media are created after the database.
  ({ at, folder, traces, file }) =>
    traces !== null &&
    file !== 'used' &&
    `The database ${at} is ${file}, but ${folder} is the data folder of a service: it contains ${traces}. Restore the database from a backup, or check --data and --database. To start without accounts, use an empty folder.`,
  ({ at, file, mustExist }) =>
    file === 'missing' &&
    mustExist &&
    `There is no database at ${at}. Name the data folder with --data; \`photofeed-server start\` creates it.`,
  ({ left }) =>
    left !== null &&
    `The PostgreSQL database has no tables, but ${left} has accounts. Run \`photofeed-server copy\`, or set another data folder.`,
  ({ file, version, mustExist }) =>
    file === null &&
    version === 0 &&
    mustExist &&
    'The database is empty: it has no tables of photofeed. Check --database, restore a backup, or let `photofeed-server start` create them.',
  ({ at, version, mustExist }) => {
    const pending = describePending(version)
    return mustExist && version > 0 && pending !== null && `The database ${named(at)} ${pending}`
  },
]
