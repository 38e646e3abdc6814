import { UserError } from '@photofeed/core/node'
import { isLoopback } from './plain-text.ts'

/** A mail server and how it is spoken to. */
export interface SmtpPlace {
  host: string
  port: number
  /** From the first byte on, after STARTTLS (RFC 3207), or not at all. */
  tls: 'implicit' | 'starttls' | 'none'
  auth: { user: string; pass: string } | null
}

/** The ports of RFC 8314, section 3.3, and of RFC 6409. */
const ports: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 }

const example = 'It is written like smtps://name:password@mail.example'
const hostName = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[a-f\d:.]+\])$/i

/**
 * Reads the setting --smtp-url.
 *
 * @throws {UserError} in a sentence that does not repeat the address, since that may hold a password.
 */
export function parseSmtpUrl(text: string): SmtpPlace {
  const url = URL.parse(text)
  const usual = url && ports[url.protocol]
  if (!url || !usual || !hostName.test(url.hostname) || !/^\/?$/.test(url.pathname) || url.hash) {
    throw new UserError(
      `--smtp-url is not the address of a mail server. ${example}, or smtp:// for a server that upgrades to TLS.`,
    )
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(url.port) || usual, tls: tlsOf(url), auth: authOf(url) }
  if (place.auth && place.tls === 'none' && !isLoopback(host)) {
    throw new UserError(
      '--smtp-url sends a password without TLS. Take out tls=off, or the name and the password.',
    )
  }
  return place
}

function tlsOf({ protocol, hostname, search }: URL): SmtpPlace['tls'] {
  if (protocol === 'smtps:' && search === '') return 'implicit'
  if (protocol === 'smtp:') {
    if (search === '?tls=on') return 'starttls'
    if (search === '?tls=off') return 'none'
    if (search === '') return isLoopback(hostname) ? 'none' : 'starttls'
  }
  throw new UserError(
    '--smtp-url knows nothing after the ? but tls=on and tls=off, and these with smtp:// only.',
  )
}

function authOf({ username, password }: URL): SmtpPlace['auth'] {
  if (username === '' && password === '') return null
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw new UserError(
      '--smtp-url has a % in the name or the password that encodes nothing. Write a % itself as %25.',
    )
  }
}
