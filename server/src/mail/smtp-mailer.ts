import { timeouts, UserError } from '@photofeed/core/node'
import { createTransport, type NodemailerError } from 'nodemailer'
import { isMailAddress, type Mail, MailProblem, parseSmtpUrl, type SmtpPlace } from './mailer.ts'
import { oneLine } from './plain-text.ts'

export interface SmtpMailerOptions {
  /** See parseSmtpUrl. */
  url: string
  from: string
  /** Where answers go; by default to the sender. */
  replyTo?: string
  clock?: () => number
  limits?: SmtpLimits
  /** Certificates to trust beside the usual ones. */
  ca?: string
}

export type SmtpLimits = typeof timeouts.mail

/** Sends each message on a connection of its own: there are few. Rejects with MailProblem. Throws a UserError for a wrong URL. */
export function createSmtpMailer({
  url,
  from,
  replyTo,
  clock = Date.now,
  limits = timeouts.mail,
  ca,
}: SmtpMailerOptions) {
  const place = parseSmtpUrl(url)
  if (place === null) throw new UserError('The address of the mail server is none.')
  const domain = from.slice(from.indexOf('@') + 1)
  const transport = createTransport({
    host: place.host,
    port: place.port,
    secure: place.tls === 'implicit',
    requireTLS: place.tls === 'starttls',
    ignoreTLS: place.tls === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    // Without forceAuth a server that offers no login would be sent the message without one.
    ...(place.auth ? { auth: place.auth, forceAuth: true } : {}),
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socketIdle,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, text, html, id }: Mail, signal?: AbortSignal): Promise<void> {
      if (!isMailAddress(to)) throw new MailProblem('The recipient is not an email address.', true)
      // Not immediately: a message that the mail server has accepted would be sent twice.
      const stopped = new AbortController()
      const stop = () => void setTimeout(() => stopped.abort(), limits.stop).unref()
      if (signal?.aborted) stop()
      signal?.addEventListener('abort', stop)
      try {
        await transport.sendMail({
          from: { name: 'photofeed', address: from },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          to: { name: '', address: to },
          envelope: { from, to },
          subject: oneLine(subject),
          text,
          html,
          textEncoding: 'quoted-printable',
          date: new Date(clock()),
          // RFC 3834, section 5: prevents out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([AbortSignal.timeout(limits.message), stopped.signal]),
          messageId: `<${id}@${domain}>`,
        })
      } catch (error) {
        throw mailProblem(error, place)
      } finally {
        signal?.removeEventListener('abort', stop)
      }
    },
    /** Connects and logs in, and sends nothing; rejects with MailProblem. */
    async check(): Promise<void> {
      try {
        await transport.verify()
      } catch (error) {
        throw mailProblem(error, place)
      }
    },
  }
}

/** What nodemailer's codes mean: https://nodemailer.com/errors */
const explanations: Record<string, string> = {
  EDNS: 'is on an unknown host; check the host name',
  ECONNECTION: 'closed the connection; check that it accepts mail from here, and its log',
  ESOCKET: 'cannot be reached, or its certificate is not valid for this name; check host and port',
  ETIMEDOUT: 'does not respond in time; check host, port and firewall',
  ETLS: 'fails the TLS handshake; check its certificate, or use smtps://',
  EAUTH: 'rejects the name or the password; check --smtp-url',
  EENVELOPE: 'does not accept mail from this sender or for this recipient',
  EMESSAGE: 'does not accept the message',
  EPROTOCOL: 'does not respond as a mail server; check host and port',
  ABORT_ERR: 'did not accept the message in time; check its log',
}

/** Responses to these commands are about the message alone. */
const aboutTheMessage = new Set(['EENVELOPE', 'EMESSAGE'])

function mailProblem(error: unknown, { host, port }: SmtpPlace): MailProblem {
  const { code = '', responseCode, response, name } = error as Partial<NodemailerError>
  const known = explanations[name === 'AbortError' ? 'ABORT_ERR' : code]
  const isRejected = aboutTheMessage.has(code) && responseCode !== undefined
  // The codes alone (RFC 3463): the server's words may repeat the recipient, or a link of the mail.
  const [codes] = /^\d{3}(?:[ -]\d(?:\.\d{1,3}){2})?/.exec(response ?? '') ?? []
  const said = isRejected ? ` (${codes ?? responseCode})` : ''
  return new MailProblem(
    `The mail server ${host}:${port} ${known ?? 'cannot be used'}${said}.`,
    isRejected && responseCode >= 500,
    isRejected,
  )
}
