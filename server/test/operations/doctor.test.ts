import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { lineOf, patient } from './doctor-patient.ts'

/** A platform that has never heard of anything, whose clock is off by so much. */
async function platform(offMinutes = 0): Promise<string> {
  const server = createServer((_, response) => {
    const date = new Date(Date.now() + offMinutes * 60_000).toUTCString()
    response.writeHead(404, { Date: date }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a server that has all it needs', async () => {
  const { doctor, fill } = await patient()
  await fill()
  const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const app = ['--platform-client-id', '1', '--platform-client-secret', 'hunter2']
  const mail = ['--smtp-url', `smtp://feed:right@127.0.0.1:${port}`, '--mail-from', 'a@b.example']
  const { code, text } = await doctor(
    ...['--production', '--base-url', 'https://feed.example', '--support-email', 'a@b.example'],
    ...['--platform-graph-url', await platform(), ...app, ...mail],
  )
  expect(text).toMatchInlineSnapshot(`
    "ok       settings  The settings fit together.
    ok       disk      The disk of the data folder has room.
    ok       database  The database can be read and written, and is up to date.
    ok       secret    The secret opens every stored key and token.
    ok       media     The media store answers.
    ok       mail      The mail server answers and takes the login.
    ok       platform  The photo platform answers, and the clock agrees with it.
    "
  `)
  expect(code).toBe(0)
  expect(received).toEqual([])
})

test('a folder without anything stays without anything', async () => {
  const { data, doctor } = await patient()
  const { code, text } = await doctor()
  expect(text).toMatchInlineSnapshot(`
    "ok       settings  The settings fit together.
    warning  disk      There is no data folder DATA yet. The first start makes it.
    warning  database  There is no database yet. The first start makes it; if there should be one, see --data and --database.
    warning  secret    There is no secret yet. The first start makes one, unless PHOTOFEED_SECRET is set.
    warning  media     There is no media folder yet. The first start makes it.
    ok       mail      No mail server is set, and there is nobody to write to.
    ok       platform  No app of the photo platform is set: nothing is connected or refreshed.
    "
  `)
  expect(code).toBe(0)
  expect(existsSync(data)).toBe(false)
})

test('settings that do not fit, and a server without what it relies on', async () => {
  const { data, doctor, fill } = await patient()
  await fill('short')
  const { code, text } = await doctor(
    ...['--production', '--secret', 'short', '--platform-client-id', '1', '--admin-port', '9090'],
    ...[
      '--admin-host',
      '0.0.0.0',
      '--purge-token',
      'hunter2',
      '--media',
      join(data, 'secret', 'x'),
    ],
    ...[
      '--platform-graph-url',
      'http://127.0.0.1:1',
      '--smtp-url',
      'smtp://name:hunter2@127.0.0.1:1',
    ],
  )
  expect(text).toMatchInlineSnapshot(`
    "warning  settings  The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.
    warning  settings  PHOTOFEED_PURGE_TOKEN says nothing without PHOTOFEED_PURGE_URL. Set that too.
    warning  settings  Mail would come from an address at localhost. Set PHOTOFEED_MAIL_FROM.
    warning  settings  Errors name a support address at localhost. Set PHOTOFEED_SUPPORT_EMAIL.
    warning  settings  Links name an address that is not https, and a key travels in each. Set PHOTOFEED_BASE_URL to the public https address.
    warning  settings  The admin port listens beyond this machine. See that a firewall lets only your own network reach it.
    ok       disk      The disk of the data folder has room.
    ok       database  The database can be read and written, and is up to date.
    warning  secret    The secret can be guessed. Make one with \`openssl rand -hex 32\`, and change it with \`photofeed-server secret rotate\`.
    ok       secret    The secret opens every stored key and token.
    warning  media     There is no media folder yet. The first start makes it.
    broken   mail      The mail server 127.0.0.1:1 cannot be reached, or its certificate is not valid for this name; check host and port.
    broken   platform  The photo platform does not answer at http://127.0.0.1:1. Check the address, DNS and the firewall.
    "
  `)
  expect(code).toBe(1)
  expect(text).not.toContain('hunter2')
})

test('a wrong secret, one that is being changed, and a clock that is wrong', async () => {
  const { doctor, fill } = await patient()
  const [before, now] = ['0123456789abcdef'.repeat(4), 'fedcba9876543210'.repeat(4)]
  await fill(before)
  const wrong = await doctor('--secret', now)
  expect(wrong.code).toBe(1)
  expect(lineOf(wrong.text, 'secret')).toBe(
    'broken   secret    1 of 1 stored keys and tokens do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.',
  )
  const graph = await platform(-42)
  const changing = await doctor(
    ...['--secret', now, '--previous-secret', before],
    ...['--platform-client-id', '1', '--platform-graph-url', graph],
  )
  expect(changing.code).toBe(0)
  expect(lineOf(changing.text, 'secret')).toBe(
    'warning  secret    1 of 1 stored keys and tokens open with the previous secret only. Run `photofeed-server secret rotate`.',
  )
  expect(lineOf(changing.text, 'platform')).toMatch(
    /^warning {2}platform {2}The clock of this machine is 4[12] minutes ahead\. Set it by NTP: tokens are renewed by it\.$/,
  )
})
