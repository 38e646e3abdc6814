import { describe, expect, it } from 'vitest'
import {
  certificate,
  from,
  mail,
  mailer,
  type Received,
  startMailServer,
} from '../../test/support/mail.ts'

const textMessage = [
  'Auto-Submitted: auto-generated',
  'From: photofeed <feed@photos.example>',
  'To: owner@mail.example',
  'Subject: Bitte @hafen verbinden',
  'Message-ID: <outbox-17@photos.example>',
  'Date: Sun, 01 Mar 2026 06:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative;',
  ' boundary="--part"',
  '',
  '----part',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=C3=BC=C3=9Fe vom Hafen.',
  'https://feed.example/dashboard?a=3D1&b=3D2',
  '',
]

/** The message up to its part in HTML, and that part. */
function partsOf({ lines, ...envelope }: Received) {
  const text = lines.join('\n').replace(/_NmP-[\da-f]+-Part_1/g, 'part')
  const [before = '', after = ''] = text.split('\n----part\nContent-Type: text/html; charset=utf-8')
  const html = after
    .replace(/^[\s\S]*?\n\n/, '')
    .replace(/\n----part--\n$/, '')
    .replace(/=\n/g, '')
    .replace(/((?:=[\dA-F]{2})+)/g, (bytes) => decodeURIComponent(bytes.replaceAll('=', '%')))
  return { ...envelope, lines: before.split('\n'), html }
}

describe('a message', () => {
  it('arrives as it is meant, without TLS on this machine', async () => {
    const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
    await mailer(`smtp://127.0.0.1:${port}`).send(mail)
    expect(received.map(partsOf)).toEqual([
      {
        ...{ login: null, from, to: [mail.to], isEncrypted: false, lines: textMessage },
        html: mail.html,
      },
    ])
  })

  it.each([
    ['TLS from the first byte', 'smtps://', '', { secure: true }],
    ['STARTTLS', 'smtp://', '?tls=on', {}],
  ])('arrives over %s with a login', async (_, scheme, query, options) => {
    const { port, received } = await startMailServer({ ...certificate, ...options })
    const url = `${scheme}feed%40photos.example:right@localhost:${port}${query}`
    await mailer(url, { ca: certificate.cert }).send(mail)
    expect(received.map(partsOf)).toEqual([
      {
        login: 'feed@photos.example:right',
        ...{ from, to: [mail.to], isEncrypted: true, lines: textMessage, html: mail.html },
      },
    ])
  })

  it('has one line as its subject, whatever is put into it', async () => {
    const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
    const subject = 'Hello\r\nBcc: all@victim.example\r\n\r\n<b>'
    await mailer(`smtp://127.0.0.1:${port}`).send({ ...mail, subject })
    expect(received[0]?.to).toEqual([mail.to])
    expect(received[0]?.lines.slice(0, 5)).toEqual([
      ...textMessage.slice(0, 3),
      'Subject: Hello Bcc: all@victim.example <b>',
      ...textMessage.slice(4, 5),
    ])
  })

  it.each([
    'owner@mail.example, other@mail.example',
    'owner@mail.example\r\nRCPT TO:<other@mail.example>',
    'Owner <owner@mail.example>',
    '"owner"@mail.example',
    'owner',
    '@mail.example',
    'owner@mail.example@other.example',
  ])('is not sent to %j', async (to) => {
    await expect(mailer('smtp://127.0.0.1:9').send({ ...mail, to })).rejects.toMatchObject({
      message: 'The recipient is not an email address.',
      isPermanent: true,
    })
  })

  it('reads no file and no URL, whatever the text contains', async () => {
    const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
    const text = { path: import.meta.filename } as unknown as string
    await expect(mailer(`smtp://127.0.0.1:${port}`).send({ ...mail, text })).rejects.toThrow()
    expect(received).toEqual([])
  })
})

describe('a check', () => {
  it('logs in and sends nothing', async () => {
    const { port, received } = await startMailServer({ ...certificate, secure: true })
    const { check } = mailer(`smtps://feed:right@localhost:${port}`, { ca: certificate.cert })
    expect(await check()).toBeUndefined()
    expect(received).toEqual([])
  })
})
