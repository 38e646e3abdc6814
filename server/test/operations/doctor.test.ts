import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { platformFlags, platformWorld } from '../platform/platform-world.ts'
import { command } from '../support/commands.ts'
import { account } from '../support/feeds.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { startMailServer } from '../support/mail.ts'
import { saveAccount } from '../support/seed.ts'
import { seedAccount } from '../support/seed-account.ts'

test('a server that has all it needs', async () => {
  const { doctor, fill } = await patient()
  await fill()
  const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] })
  const platform = platformFlags((await platformWorld()).emulator)
  const mail = ['--smtp-url', `smtp://feed:right@127.0.0.1:${port}`, '--mail-from', 'a@b.example']
  const { code, text } = await doctor(
    ...['--production', '--base-url', 'https://feed.example', '--support-email', 'a@b.example'],
    ...['--address-header', 'X-Forwarded-For', '--purge-url', 'https://edge.example/purge'],
    ...[...platform, ...mail],
  )
  expect(text).toMatchInlineSnapshot(`
    "ok          settings  The settings fit together.
    ok          database  The database can be read and written.
    ok          secret    The secret opens every stored key and token.
    ok          media     The media store responds, and can be used.
    ok          mail      The mail server responds and accepts the login.
    ok          platform  The photo platform responds, and does not reject the app.
    "
  `)
  expect(code).toBe(0)
  expect(received).toEqual([])
})

test('a folder without anything stays without anything', async () => {
  const { data, doctor } = await patient()
  const { code, text } = await doctor()
  expect(text).toMatchInlineSnapshot(`
    "ok          settings  The settings fit together.
    warning     database  The database DATA/photofeed.sqlite has no tables yet. The first start creates them.
    not checked secret    The database was not read.
    not checked media     The database was not read.
    ok          mail      No mail server is set, and no owner needs mail.
    ok          platform  No app of the photo platform is set: nothing is refreshed.
    "
  `)
  expect(code).toBe(0)
  expect(existsSync(data)).toBe(false)
})

test('settings that contradict each other, and services that are down', async () => {
  const { data, doctor, fill } = await patient()
  await fill('short short short')
  const { code, text } = await doctor(
    ...[
      '--production',
      '--secret',
      'short short short',
      '--platform-client-id',
      '1',
      '--admin-port',
      '9090',
    ],
    ...[
      '--admin-host',
      '0.0.0.0',
      '--purge-token',
      'hunter2',
      '--media',
      join(data, 'secret', 'x'),
    ],
    ...['--platform-url', 'http://127.0.0.1:1', '--smtp-url', 'smtp://name:hunter2@127.0.0.1:1'],
  )
  expect(text).toMatchInlineSnapshot(`
    "broken      settings  The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.
    warning     settings  The secret can be guessed. Generate one with \`openssl rand -hex 32\`, and change it with \`photofeed-server secret rotate\`.
    warning     settings  PHOTOFEED_PURGE_TOKEN has no effect without PHOTOFEED_PURGE_URL. Set that too.
    warning     settings  Mail would come from an address at localhost. Set PHOTOFEED_MAIL_FROM.
    warning     settings  Errors name a support address at localhost. Set PHOTOFEED_SUPPORT_EMAIL.
    warning     settings  With PHOTOFEED_PRODUCTION, shared caches may store responses, and nothing purges them: a revoked key reads old ones there. Set PHOTOFEED_PURGE_URL, or leave PHOTOFEED_PRODUCTION out.
    warning     settings  Links name an address that is not https, and a key travels in each. Set PHOTOFEED_BASE_URL to the public https address.
    warning     settings  The admin port listens beyond this machine. Let a firewall restrict it to your own network.
    ok          database  The database can be read and written.
    ok          secret    The secret opens every stored key and token.
    warning     media     There is no media folder yet. The first start creates it.
    broken      mail      The mail server 127.0.0.1:1 cannot be reached, or its certificate is not valid for this name; check host and port.
    ok          platform  No app of the photo platform is set: nothing is refreshed.
    "
  `)
  expect(code).toBe(1)
  expect(text).not.toContain('hunter2')
})

test('a wrong secret, and one that is being changed', async () => {
  const { doctor, fill } = await patient()
  const [before, now] = ['0123456789abcdef'.repeat(4), 'fedcba9876543210'.repeat(4)]
  await fill(before)
  const wrong = await doctor('--secret', now)
  expect(wrong.code).toBe(1)
  expect(lineOf(wrong.text, 'secret')).toBe(
    'broken      secret    1 of 1 stored keys and tokens do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.',
  )
  const changing = await doctor('--secret', now, '--previous-secret', before)
  expect(changing.code).toBe(0)
  expect(lineOf(changing.text, 'secret')).toBe(
    'warning     secret    1 of 1 stored keys and tokens open with the previous secret only. Run `photofeed-server secret rotate`.',
  )
})

test('tables of another version, and a file that is no database', async () => {
  const { data, doctor, fill } = await patient()
  await fill()
  {
    await using folder = await openDataFolder(data, undefined)
    await sql`update photofeed_version set number = 99`.execute(folder.database.tables.db)
  }
  const older = await doctor()
  expect(older.code).toBe(1)
  expect(lineOf(older.text, 'database')).toBe(
    'broken      database  The tables of the database are of version 99, and this photofeed-server knows versions up to 2. Start a newer photofeed-server, or restore the backup from before its first start.',
  )
  expect(lineOf(older.text, 'secret')).toBe('not checked secret    The database was not read.')
  await writeFile(join(data, 'other.sqlite'), 'This is no database at all.'.repeat(50))
  const other = ['--database', join(data, 'other.sqlite')]
  const { code, text } = await doctor(...other)
  expect(code).toBe(1)
  expect(lineOf(text, 'database')).toBe(
    'broken      database  The database DATA/other.sqlite cannot be used: file is not a database. Check its folder, disk and permissions, or name another file.',
  )
  const found = JSON.parse((await doctor('--json', ...other)).text)
  expect(found).toContainEqual({
    ...{ check: 'database', level: 'broken' },
    sentence:
      'The database DATA/other.sqlite cannot be used: file is not a database. Check its folder, disk and permissions, or name another file.',
  })
})

test('a media folder that lacks what posts show', async () => {
  const { data, doctor } = await patient()
  await seedAccount('--data', data)
  expect(lineOf((await doctor()).text, 'media')).toBe(
    'ok          media     The media store responds, and can be used.',
  )
  const another = join(data, 'another')
  const forgotten =
    'There is no folder DATA/another/accounts, but posts show pictures and videos. Set PHOTOFEED_MEDIA to the folder or bucket that has them. If they are lost, make this folder: refreshes download them again.'
  for (const args of [[], ['--check-settings']]) {
    const { code, text } = await doctor(...args, '--media', another)
    expect(lineOf(text, 'media')).toBe(`broken      media     ${forgotten}`)
    expect(code).toBe(1)
  }
  const started = await command('start', '--port', '0', '--data', data, '--media', another)
  expect(started).toMatchObject({ code: 1, stderr: `${forgotten.replaceAll('DATA', data)}\n` })
  await mkdir(join(another, 'accounts'), { recursive: true })
  const { code, text } = await doctor('--media', another)
  expect(lineOf(text, 'media')).toBe(
    'broken      media     The media folder DATA/another lacks the newest file that a post shows. Check --media.',
  )
  expect(code).toBe(1)
})

test('a media host that does not send what posts show', async () => {
  const { data, doctor } = await patient()
  await seedAccount('--data', data)
  const asked: unknown[] = []
  const edge = await serveHttp(({ url }, response) => {
    asked.push(url)
    response.writeHead(403).end()
  })
  const cdnUrl = `${edge.url}/media`
  const { code, text } = await doctor('--cdn-url', cdnUrl)
  expect(lineOf(text, 'media')).toBe(
    `broken      media     ${cdnUrl} does not send the newest file that a post shows (403). Check --cdn-url.`,
  )
  expect(code).toBe(1)
  expect(asked).toEqual([expect.stringMatching(/^\/media\/[\da-f]+\/[\da-f]+\.(?:jpg|mp4)$/)])
})

/** A data folder that is not there yet, and the doctor who looks at it. */
async function patient() {
  const data = join(await tempFolder(), 'data')
  return {
    data,
    async fill(secret?: string): Promise<void> {
      await using folder = await openDataFolder(data, secret)
      await folder.media.check()
      await saveAccount(folder.database, account())
    },
    async doctor(...args: string[]) {
      const { code, stdout, stderr } = await command('doctor', '--data', data, ...args)
      expect(stderr).toBe('')
      return { code, text: stdout.replaceAll(data, 'DATA') }
    },
  }
}

/** The line about one check. */
function lineOf(text: string, check: string): string | undefined {
  return text.split('\n').find((line) => line.slice(12).startsWith(`${check} `))
}
