import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { isPostgres } from './database.ts'
import { parseSmtpUrl } from './mail/mailer.ts'

/** Creates an option whose environment variable has its name: `--base-url` and PHOTOFEED_BASE_URL. */
export function setting<Flags extends string>(flags: Flags, description: string) {
  const option = new Option(flags, description)
  return option.env(`PHOTOFEED_${option.name().replaceAll('-', '_').toUpperCase()}`)
}

/** Returns the value of a flag in the environment; an empty one is false. */
export function parseFlag(variable: string, text: string): boolean {
  const value = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(value)) return true
  if (['', 'false', '0', 'no', 'off'].includes(value)) return false
  throw new UserError(`${variable} is neither true nor false. Set it to true, or leave it out.`)
}

/** Returns a parser that reports null as an invalid value, with a sentence that says what is valid. */
export function required<Value>(parse: (text: string) => Value | null, sentence: string) {
  return (text: string): Value => {
    const value = parse(text)
    if (value !== null) return value
    // Commander would print them.
    if (/:\/\/.*[@?]/s.test(text)) {
      throw new UserError(`An address is invalid, and may contain a password. ${sentence}`)
    }
    throw new InvalidArgumentError(sentence)
  }
}

export const parsePostgres = required(
  (text) => (isPostgres(text) ? text : null),
  'It must be the address of a PostgreSQL database, like postgres://user@host/name.',
)

export function numberFrom(minimum: number, maximum: number) {
  return required((text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? number : null
  }, `It must be a whole number from ${minimum} to ${maximum}.`)
}

export const parseUrl = required((text) => {
  const url = URL.parse(text)
  if (url?.username || url?.password) {
    // Commander would print the address with its password.
    throw new UserError(
      'An address contains a user name or a password. Take it out; credentials of the media store are set in the environment.',
    )
  }
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  return isBase ? url.href.replace(/\/+$/, '') : null
}, 'It must be an http or https URL without a query, like https://feed.example.')

/** Rejects what is not a mail server. Returns the text: where a parsed address is printed, its password would be shown. */
export function parseSmtp(text: string): string {
  parseSmtpUrl(text)
  return text
}

/** Returns the text: a file of SQLite, or the address of a PostgreSQL database, which is not printed with its password. */
export function parseDatabase(text: string): string {
  // As a file, the password would be in its name.
  if (!/^\s*[a-z][a-z\d+.-]*:\/\//i.test(text) || isPostgres(text)) return text
  throw new UserError(
    'The address of a database is not of PostgreSQL. Write it like postgres://user:password@host/name, without spaces in front.',
  )
}

/** Rejects what cannot be in a header. Errors of `fetch` would print the token. */
export function parseToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new UserError(
    '--purge-token must be visible ASCII characters, without spaces and line breaks, as in a header.',
  )
}
