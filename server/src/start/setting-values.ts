import { resolve } from 'node:path'
import { z } from 'zod'
import { parseSmtpUrl } from '../mail/mailer.ts'
import { parseMediaLocation } from '../media/open-media-files.ts'
import { parseHosts, parseOrigins } from '../platform/download-rules.ts'
import { isPostgres } from '../stores/engine/postgres-address.ts'

export const text = z.string()

/** A schema of texts that a function reads; `sentence` says which ones it does not reject with null. */
function textFor<Value>(read: (text: string) => Value | null, sentence: string) {
  return text.transform((given, context): Value => {
    const value = read(given)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: sentence })
    return z.NEVER
  })
}

export function wholeNumber(minimum: number, maximum: number) {
  return textFor((given) => {
    const number = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN
    return number >= minimum && number <= maximum ? number : null
  }, `It must be a whole number from ${minimum} to ${maximum}.`)
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

export const url = textFor((given) => {
  const parsed = URL.parse(given)
  const isBase = parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash
  return isBase && !parsed.username && !parsed.password ? parsed.href.replace(/\/+$/, '') : null
}, 'It must be an http or https URL without a user, a password and a query, like https://feed.example.')

/** A file of SQLite, or the address of a PostgreSQL database. As a file, a password would be in its name. */
export const database = textFor(
  (given) => (!/^\s*[a-z][a-z\d+.-]*:\/\//i.test(given) || isPostgres(given) ? given : null),
  'It must be a file, or the address of a PostgreSQL database like postgres://user:password@host/name, without spaces in front.',
)

export const postgres = textFor(
  (given) => (isPostgres(given) ? given : null),
  'It must be the address of a PostgreSQL database, like postgres://user@host/name.',
)

export const mediaPlace = textFor(
  parseMediaLocation,
  'It must be a folder, or s3://bucket or s3://bucket/prefix.',
)

/** The text: where a parsed address is printed, its password would be shown. */
export const smtpUrl = text.transform((given) => {
  parseSmtpUrl(given)
  return given
})

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
