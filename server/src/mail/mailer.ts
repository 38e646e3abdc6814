import { loopback, UserError } from '@photofeed/core/node'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** A dot-atom, the same for each attempt to send a message, so that a reader sees it once (RFC 5322, 3.6.4). */
  id: string
}

/** Sends messages through a mail server; rejects if the server does not accept one. */
export interface Mailer {
  /** The signal ends it, such as when the server stops. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

/** The mail server did not accept a message. Contains neither the password nor the recipient. */
export class MailProblem extends Error {
  override name = 'MailProblem'
  /** The server rejects this message for good, so a retry is useless (RFC 5321, 4.2.1). */
  readonly isPermanent: boolean
  /** The server works, and rejects or defers this message or its recipient. */
  readonly isAboutMessage: boolean

  constructor(message: string, isPermanent: boolean, isAboutMessage = isPermanent) {
    super(message)
    this.isPermanent = isPermanent
    this.isAboutMessage = isAboutMessage
  }
}

// Narrower than RFC 5321 (no quoted local part): nothing in it can end an address, a header or a command.
const address = /^[^\s\p{C}"(),:;<>@[\]\\]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)*[\p{L}\p{N}-]{1,63}$/u

export function isMailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}

/** A mail server and how to connect to it. */
export interface SmtpPlace {
  host: string
  port: number
  /** From the first byte, after STARTTLS (RFC 3207), or never. */
  tls: 'implicit' | 'starttls' | 'none'
  auth: { user: string; pass: string } | null
}

/** The ports of RFC 8314, section 3.3, and of RFC 6409. */
const ports: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 }

const hostName = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[a-f\d:.]+\])$/i

/** Returns null if it is none. Throws a UserError that does not repeat the address, which may contain a password. */
export function parseSmtpUrl(text: string): SmtpPlace | null {
  const url = URL.parse(text)
  const usual = url && ports[url.protocol]
  if (!url || !usual || !hostName.test(url.hostname) || !/^\/?$/.test(url.pathname) || url.hash) {
    return null
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(url.port) || usual, tls: tlsOf(url), auth: authOf(url) }
  if (place.auth && place.tls === 'none' && !loopback.test(host)) {
    throw new UserError(
      'It sends a password without TLS. Take out tls=off, or the name and the password.',
    )
  }
  return place
}

function tlsOf({ protocol, hostname, search }: URL): SmtpPlace['tls'] {
  const modes: Record<string, SmtpPlace['tls']> = {
    'smtps:': 'implicit',
    'smtp:': loopback.test(hostname) ? 'none' : 'starttls',
    'smtp:?tls=on': 'starttls',
    'smtp:?tls=off': 'none',
  }
  const mode = modes[protocol + search]
  if (mode) return mode
  throw new UserError('After the ? it may have only tls=on or tls=off, and only with smtp://.')
}

function authOf({ username, password }: URL): SmtpPlace['auth'] {
  if (username === '' && password === '') return null
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  } catch {
    throw new UserError(
      'Its name or password has a % that encodes nothing. Write a % itself as %25.',
    )
  }
}
