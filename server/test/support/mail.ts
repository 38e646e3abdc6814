import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import {
  createSmtpMailer,
  type SmtpLimits,
  type SmtpMailerOptions,
} from '../../src/mail/smtp-mailer.ts'

export interface Received {
  /** Who logged in, with which password; null for nobody. */
  login: string | null
  from: string
  to: string[]
  isEncrypted: boolean
  lines: string[]
}

/** A mail server on a real port that keeps what it takes; ends with the test. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  let login: string | null = null
  const server = new SMTPServer({
    disableReverseLookup: true,
    authOptional: true,
    closeTimeout: 100,
    onAuth({ username, password }, _, callback) {
      if (password !== 'right') return callback(new Error('No, not right.'))
      login = `${username}:${password}`
      callback(null, { user: username })
    },
    onData(stream, { envelope, secure }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          login,
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          isEncrypted: secure,
          lines: Buffer.concat(chunks).toString().split('\r\n'),
        })
        callback()
      })
    },
    ...options,
  })
  // A client that leaves in the middle is what some tests are about.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, received, server }
}

export const from = 'feed@photos.example'

/** What a test is not about takes as long as it takes: a machine may stand still for seconds. */
export const patient: SmtpLimits = {
  connect: 60_000,
  greeting: 60_000,
  socketIdle: 60_000,
  message: 60_000,
  stop: 60_000,
}

export const mail = {
  to: 'owner@mail.example',
  subject: 'Bitte @hafen verbinden',
  text: 'Grüße vom Hafen.\nhttps://feed.example/dashboard?a=1&b=2\n',
  html: '<p>Grüße vom Hafen.</p>\n',
  id: 'outbox-17',
}

/** A mailer with long timeouts, on a clock that stands still. */
export function mailer(url: string, more: Partial<SmtpMailerOptions> = {}) {
  const clock = () => Date.UTC(2026, 2, 1, 6)
  return createSmtpMailer({ url, from, clock, limits: patient, ...more })
}

/** Returns a new key and its certificate for localhost and 127.0.0.1, signed by itself (RFC 5280). */
function localCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(objectId('550403'), der(0x0c, Buffer.from('localhost')))))
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const names = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(objectId('551d11'), der(0x04, names)))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

/** X.690, section 8.1: a tag, the length, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x18, Buffer.from(text))

export const certificate = localCertificate()
