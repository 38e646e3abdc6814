import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

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
