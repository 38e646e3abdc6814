import { expect, test, vi } from 'vitest'
import { createSmtpMailer } from '../../src/mail/smtp-mailer.ts'
import { day, hour } from '../platform/platform-world.ts'
import { startMailServer } from '../support/mail.ts'
import { faultWorld } from './fault-world.ts'
import { gateTo } from './gate.ts'

const disabledCommands = ['STARTTLS']

function mailerOf(port: number) {
  return createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'feed@photos.example' })
}

test('a message waits while the mail server is down for hours, and goes out once when it is back', async () => {
  const { port, received } = await startMailServer({ disabledCommands })
  const gate = await gateTo(port)
  const world = await faultWorld({ mailer: mailerOf(gate.port) })
  const { connect, settle, read, emulator, time, db } = world
  const { apiKey, userId } = await connect()
  await settle()
  await gate.shut()
  emulator.faults.set(userId, 'password-changed')

  for (let tries = 1; tries <= 6; tries += 1) {
    time.now += hour
    const messages = await vi.waitUntil(
      async () => {
        const waiting = await db.selectFrom('work').selectAll().where('lane', '=', 'mail').execute()
        // Its last error is that of the try before until this one has ended.
        return waiting[0]?.attempts === tries && waiting[0].lease_until === 0 && waiting
      },
      { timeout: 60_000 },
    )
    expect(messages).toMatchObject([
      {
        kind: 'broken_connection_mail',
        last_error: `The mail server 127.0.0.1:${gate.port} cannot be reached, or its certificate is not valid for this name; check host and port.`,
      },
    ])
  }
  expect(await read(apiKey)).toMatchObject({ status: 200, body: { status: 'invalid_token' } })

  await gate.open()
  time.now += hour
  await settle()
  expect(received.map(({ to }) => to)).toEqual([['just.a.name@example.com']])
  time.now += day
  await settle()
  expect(received).toHaveLength(1)
})

test('a message that is deferred for a day is dropped, and the log says for whom', async () => {
  const { port, received } = await startMailServer({
    disabledCommands,
    onRcptTo: (_address, _, callback) =>
      callback(Object.assign(new Error('Mailbox full'), { responseCode: 452 })),
  })
  const world = await faultWorld({ mailer: mailerOf(port) })
  const { connect, settle, emulator, time, db, reports } = world
  const { userId, accountId } = await connect()
  await settle()
  emulator.faults.set(userId, 'password-changed')
  const waiting = () => db.selectFrom('work').selectAll().where('lane', '=', 'mail').execute()
  // The first attempt, and one that is more than a day later.
  for (const [later, attempts] of [
    [hour, 1],
    [day - hour, 2],
  ] as const) {
    time.now += later
    await vi.waitUntil(async () => {
      const [mail] = await waiting()
      return mail?.attempts === attempts && mail.lease_until === 0
    })
  }
  time.now += 2 * hour
  await settle()
  expect(received).toEqual([])
  expect(reports.filter(([event]) => event === 'unsentMail')).toEqual([
    [
      'unsentMail',
      {
        ...{ kind: 'broken_connection_mail', accountId, owner: expect.stringMatching(/^\w+$/) },
        error: `The mail server 127.0.0.1:${port} does not accept mail from this sender or for this recipient (452).`,
      },
    ],
  ])
})

test('a message that the mail server rejects permanently is dropped and reported, and the others are sent', async () => {
  const { port, received } = await startMailServer({
    disabledCommands,
    onRcptTo: ({ address }, _, callback) =>
      address === 'just.a.name@example.com'
        ? callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        : callback(),
  })
  const { connect, settle, emulator, time, reports } = await faultWorld({ mailer: mailerOf(port) })
  const users = [await connect('just.a.name'), await connect('hundred.hills')]
  await settle()
  for (const { userId } of users) emulator.faults.set(userId, 'app-removed')
  time.now += hour
  await settle()
  expect(received.map(({ to }) => to)).toEqual([['hundred.hills@example.com']])
  expect(reports.filter(([event]) => event === 'unsentMail')).toMatchObject([
    [
      'unsentMail',
      {
        error: `The mail server 127.0.0.1:${port} does not accept mail from this sender or for this recipient (550).`,
      },
    ],
  ])
})
