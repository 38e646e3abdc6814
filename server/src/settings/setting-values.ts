import { resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { z } from 'zod'
import { isMailAddress, parseSmtpUrl } from '../mail/mailer.ts'
import { parseMediaLocation } from '../media/open-media-files.ts'
import { parseHosts, parseOrigins } from '../platform/download-rules.ts'
import { isPostgres, serversOf } from '../stores/engine/postgres-address.ts'

export const text = z.string()

/**
 * A schema of texts that a function reads; `sentence` says which ones it does not reject with null. A sentence that it throws
 * is more precise.
 */
function textFor<Value>(read: (text: string) => Value | null, sentence: string) {
  return text.transform((given, context): Value => {
    let message = sentence
    try {
      const value = read(given)
      if (value !== null) return value
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      message = error.message
    }
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

export function wholeNumber(minimum: number, maximum: number) {
  return textFor((given) => {
    const number = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN
    return number >= minimum && number <= maximum ? number : null
  }, `It must be a whole number from ${minimum} to ${maximum}.`)
}

export const port = wholeNumber(0, 65_535)

export const unitMs = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

/** A whole number of a unit, as milliseconds: no user of a setting multiplies. */
export function duration(unit: keyof typeof unitMs, minimum: number, maximum: number) {
  return wholeNumber(minimum, maximum).transform((number) => number * unitMs[unit])
}

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(values)
  return z.enum(values, { error: `It must be ${list}.` })
}

/** A flag without a value; its variable has a word. */
export const flag = z
  .preprocess(
    (given) => String(given).trim(),
    z.stringbool({
      truthy: ['true', '1', 'yes', 'on'],
      falsy: ['false', '0', 'no', 'off'],
      error: 'It must be true or false.',
    }),
  )
  .default(false)

export const folder = text.transform((given) => resolve(given))

function parseUrl(given: string): string | null {
  const parsed = URL.parse(given)
  const isBase = parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash
  return isBase && !parsed.username && !parsed.password ? parsed.href.replace(/\/+$/, '') : null
}

export const url = textFor(
  parseUrl,
  'It must be an http or https URL without a user, a password and a query, like https://feed.example.',
)

/** The pages, the API and the media have paths of their own. */
export const siteUrl = textFor((given) => {
  const parsed = parseUrl(given)
  return parsed !== null && URL.parse(parsed)?.pathname === '/' ? parsed : null
}, 'It must be an http or https URL without a user, a password, a path and a query, like https://feed.example.')

export const host = text.regex(
  /^(?:[a-z\d.-]+|[a-f\d:.]*:[a-f\d:.]*:[a-f\d:.]*)$/i,
  'It must be an address of this machine or its name, like 127.0.0.1, without a port.',
)

export const email = textFor(
  (given) => (isMailAddress(given) ? given : null),
  'It must be one email address, like feed@feed.example.',
)

/** What looks like the address of another service: as a folder or file, a password would be in its name. */
const otherScheme = /^\s*[a-z][a-z\d+.-]+:/i

function parsePostgres(given: string): string | null {
  if (!isPostgres(given)) return null
  // The two forms of libpq: a folder as the host, or as the parameter `host`.
  if (/^\w+:\/\/(?:[^/]*@)?%2f|[?&]host=/i.test(given)) {
    throw new UserError(
      'A Unix socket is not supported. Let PostgreSQL listen on the loopback address, and name that, like postgres://user:password@127.0.0.1/name.',
    )
  }
  const servers = serversOf(given).map((server) => URL.parse(server))
  const isWhole = servers.every((server) => server?.host && /^\/[^/]+$/.test(server.pathname))
  if (!isWhole || given.includes('#')) {
    throw new UserError(
      'It must be like postgres://user:password@host/name. In the password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25.',
    )
  }
  // The driver prints a warning for others, and means something else by them from its next version on.
  const mode = servers[0]?.searchParams.get('sslmode') ?? 'disable'
  if (['disable', 'verify-full', 'no-verify'].includes(mode)) return given
  throw new UserError(
    'Its sslmode must be verify-full, disable, or no-verify, which accepts any certificate.',
  )
}

export const database = textFor(
  (given) => (isPostgres(given) || otherScheme.test(given) ? parsePostgres(given) : given),
  'It must be a file, or the address of a PostgreSQL database like postgres://user:password@host/name, without spaces in front.',
)

export const postgres = textFor(
  parsePostgres,
  'It must be the address of a PostgreSQL database, like postgres://user@host/name.',
)

export const mediaPlace = textFor(
  parseMediaLocation,
  'It must be a folder, or s3://bucket or s3://bucket/prefix.',
)

export const region = text.regex(/^[\w-]+$/, 'It must be the name of a region, like eu-central-1.')

/** The text: where a parsed address is printed, its password would be shown. */
export const smtpUrl = textFor(
  (given) => parseSmtpUrl(given) && given,
  'It must be the address of a mail server like smtps://name:password@mail.example, or smtp:// for a server that upgrades to TLS.',
)

export const hosts = textFor(
  parseHosts,
  'It must be host names with commas between, each with *. in front if every host below it is meant.',
)

export const origins = textFor(
  parseOrigins,
  'It must be origins with commas between, like http://127.0.0.1:4401.',
)

export const platformVersion = text.regex(/^v\d{1,3}\.\d$/, 'It must be a version like v25.0.')

export const headerName = text.regex(
  /^[\w-]+$/,
  // With others, each form fails.
  'It must be the name of a header, like X-Forwarded-For.',
)

export const headerValue = text.regex(
  /^[\x21-\x7e]+$/,
  // Errors of `fetch` would print others.
  'It must be visible ASCII characters, without spaces and line breaks, as in a header.',
)
