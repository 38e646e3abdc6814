import { oneLine } from './plain-text.ts'
import type { SmtpPlace } from './smtp-url.ts'

/** One message in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for the same message however often it is handed over, so that a reader sees it once (RFC 5322, 3.6.4). */
  id?: string
}

/** Hands messages over to a mail server; rejects when that does not take them. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Sends a mail of the outbox. A permanent rejection is reported and not retried; other errors are thrown. */
export async function deliver(
  mailer: Mailer,
  mail: Mail,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailProblem && error.isPermanent)) throw error
    onError(error)
  }
}

/** Why the mail server did not take a message; holds neither the password nor the recipient. */
export class MailProblem extends Error {
  override name = 'MailProblem'
  /** The server rejects this message for good, so a retry is useless (RFC 5321, 4.2.1). */
  readonly isPermanent: boolean

  constructor(message: string, isPermanent: boolean) {
    super(message)
    this.isPermanent = isPermanent
  }
}

/** What nodemailer's codes mean: https://nodemailer.com/errors */
const explanations: Record<string, string> = {
  EDNS: 'is on a host that is not known; check the host name',
  ECONNECTION: 'ended the connection; check that it takes mail from here, and its log',
  ESOCKET: 'cannot be reached, or its certificate is not valid for this name; check host and port',
  ETIMEDOUT: 'does not answer in time; check host, port and firewall',
  ETLS: 'does not speak TLS as it should; check its certificate, or use smtps://',
  EAUTH: 'refuses the name or the password; check --smtp-url',
  EENVELOPE: 'does not take mail from this sender or for this recipient',
  EMESSAGE: 'does not take the message',
  EPROTOCOL: 'does not answer as a mail server; check host and port',
  ABORT_ERR: 'did not take the message in time; check its log',
}

/** Responses to these commands are about the message alone. */
const aboutTheMessage = new Set(['EENVELOPE', 'EMESSAGE'])

/** Nodemailer's error in one sentence. */
export function mailProblem(error: unknown, { host, port }: SmtpPlace, to?: string): MailProblem {
  const { code = '', responseCode, response, name } = error as SmtpError
  const known = explanations[code] ?? explanations[name === 'AbortError' ? 'ABORT_ERR' : '']
  const isRefusal = aboutTheMessage.has(code) && responseCode !== undefined
  return new MailProblem(
    [
      `The mail server ${host}:${port} ${known ?? 'cannot be used'}`,
      isRefusal ? ` (${words(response, to) || responseCode}).` : '.',
    ].join(''),
    isRefusal && responseCode >= 500,
  )
}

interface SmtpError {
  name?: string
  code?: string
  responseCode?: number
  response?: string
}

/** What the server said, without the address that it said it about. */
function words(response = '', to = ''): string {
  const line = oneLine(response, 200)
  return to === '' ? line : line.replaceAll(to, 'the recipient')
}

// Narrower than RFC 5321 (no quoted local part): nothing in it can end an address, a header or a command.
const address = /^[^\s\p{C}"(),:;<>@[\]\\]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)*[\p{L}\p{N}-]{1,63}$/u

/** Whether a text is one plain e-mail address. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && address.test(text)
}
