import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { certificate, mail, mailer, patient, startMailServer } from '../../test/support/mail.ts'
import { listening } from '../../test/support/ports.ts'

describe('a server that', () => {
  it('rejects the recipient is quoted by its codes alone, and the mail is not retried', async () => {
    const { port, received } = await startMailServer({
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, callback) =>
        callback(
          Object.assign(new Error(`5.1.1 No mailbox ${address.toUpperCase()}`), {
            responseCode: 550,
          }),
        ),
    })
    await expect(mailer(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toMatchObject({
      message: `The mail server 127.0.0.1:${port} does not accept mail from this sender or for this recipient (550 5.1.1).`,
      isPermanent: true,
    })
    expect(received).toEqual([])
  })

  it('is busy may be tried again', async () => {
    const { port } = await startMailServer({
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_, __, callback) =>
        callback(Object.assign(new Error('Later, please'), { responseCode: 451 })),
    })
    await expect(mailer(`smtp://127.0.0.1:${port}`).send(mail)).rejects.toMatchObject({
      message: `The mail server 127.0.0.1:${port} does not accept mail from this sender or for this recipient (451).`,
      isPermanent: false,
      // Mails to other recipients may be accepted.
      isAboutMessage: true,
    })
  })

  it('rejects the password is named without it', async () => {
    const { port } = await startMailServer({ ...certificate, secure: true })
    const wrong = mailer(`smtps://feed:hunter2@localhost:${port}`, { ca: certificate.cert })
    const problem = {
      message: `The mail server localhost:${port} rejects the name or the password; check --smtp-url.`,
      isPermanent: false,
    }
    await expect(wrong.send(mail)).rejects.toMatchObject(problem)
    await expect(wrong.check()).rejects.toMatchObject(problem)
  })

  it('has an untrusted certificate gets no message', async () => {
    const { port, received } = await startMailServer({ ...certificate, secure: true })
    await expect(mailer(`smtps://feed:right@localhost:${port}`).send(mail)).rejects.toThrow(
      `The mail server localhost:${port} cannot be reached, or its certificate is not valid for this name; check host and port.`,
    )
    expect(received).toEqual([])
  })

  it('does not upgrade to TLS gets no message', async () => {
    const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
    await expect(mailer(`smtp://127.0.0.1:${port}?tls=on`).send(mail)).rejects.toThrow(
      `The mail server 127.0.0.1:${port} fails the TLS handshake; check its certificate, or use smtps://.`,
    )
    expect(received).toEqual([])
  })

  it('accepts the connection and is silent times out', async () => {
    const port = await listening(() => {})
    const limits = { ...patient, greeting: 300 }
    await expect(mailer(`smtp://127.0.0.1:${port}`, { limits }).send(mail)).rejects.toThrow(
      `The mail server 127.0.0.1:${port} does not respond in time; check host, port and firewall.`,
    )
  })

  it('is silent keeps the server running for a short time only when that stops', async () => {
    const port = await listening(() => {})
    const stopping = new AbortController()
    const limits = { ...patient, stop: 100 }
    const sent = mailer(`smtp://127.0.0.1:${port}`, { limits }).send(mail, stopping.signal)
    stopping.abort()
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
    await expect(sent).rejects.toThrow('did not accept the message in time')
    // The signal lives as long as the server.
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  })

  it('never ends its responses times out', async () => {
    const port = await listening((socket) => {
      socket.write('220-wait\r\n')
      const talking = setInterval(() => socket.write('220-wait\r\n'), 50)
      socket.on('close', () => clearInterval(talking))
    })
    const limits = { ...patient, message: 500 }
    await expect(mailer(`smtp://127.0.0.1:${port}`, { limits }).send(mail)).rejects.toThrow(
      `The mail server 127.0.0.1:${port} did not accept the message in time; check its log.`,
    )
  })
})
