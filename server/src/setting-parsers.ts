import { availableParallelism } from 'node:os'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { parseHosts, parseOrigins } from './import/download-rules.ts'
import { parseSmtpUrl } from './mail/mailer.ts'
import { type MediaLocation, parseMediaLocation } from './media/open-media-store.ts'

/**
 * Returns the value of a flag in the environment; an empty one is false.
 *
 * @throws {UserError} for any other text.
 */
export function parseFlag(variable: string, text: string): boolean {
  const value = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(value)) return true
  if (['', 'false', '0', 'no', 'off'].includes(value)) return false
  throw new UserError(`${variable} is neither true nor false. Set it to true, or leave it out.`)
}

export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}

export function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number, 1 or more.')
}

export function parseConcurrency(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}

/** Returns a number of processes; `auto` is the number of cores. */
export function parseWorkers(text: string): number {
  if (text === 'auto') return availableParallelism()
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 to 999, or auto.')
}

export function parseSeconds(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of seconds, up to 999.')
}

export function parseMedia(text: string): MediaLocation {
  const location = parseMediaLocation(text)
  if (location) return location
  throw new InvalidArgumentError('It must be a folder, or s3://bucket or s3://bucket/prefix.')
}

export function parseMediaHosts(text: string): string[] {
  const hosts = parseHosts(text)
  if (hosts) return hosts
  throw new InvalidArgumentError(
    'It must be host names with commas between, each with *. in front if every host below it is meant.',
  )
}

export function parseMediaOrigins(text: string): string[] {
  const origins = parseOrigins(text)
  if (origins) return origins
  throw new InvalidArgumentError(
    'It must be origins with commas between, like http://127.0.0.1:4401.',
  )
}

export function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.username || url?.password) {
    // Commander would print the address with its password.
    throw new UserError(
      'An address holds a user name or a password. Take it out; credentials of the media store are set in the environment.',
    )
  }
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, '')
  }
  throw new InvalidArgumentError(
    'It must be an http or https URL without a query, like https://feed.example.',
  )
}

/** Refuses what is no mail server; the text stays as it is, since a parsed one would show its password where it is printed. */
export function parseSmtp(text: string): string {
  parseSmtpUrl(text)
  return text
}
