import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { settings } from '../../src/start/settings.ts'
import { command } from '../support/commands.ts'

const range = (from: number, to: number) => `It must be a whole number from ${from} to ${to}.`
const isBase =
  'It must be an http or https URL without a user, a password and a query, like https://feed.example.'
const isSite =
  'It must be an http or https URL without a user, a password, a path and a query, like https://feed.example.'
const isHost = 'It must be an address of this machine or its name, like 127.0.0.1, without a port.'
const isEmail = 'It must be one email address, like feed@feed.example.'
const isFlag = 'It must be true or false.'
const isPostgres =
  'It must be like postgres://user:password@host/name. In the password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25.'
const isNoSocket =
  'A Unix socket is not supported. Let PostgreSQL listen on the loopback address, and name that, like postgres://user:password@127.0.0.1/name.'
const isDatabase =
  'It must be a file, or the address of a PostgreSQL database like postgres://user:password@host/name, without spaces in front.'
const isMode =
  'Its sslmode must be verify-full, disable, or no-verify, which accepts any certificate.'
const isMedia = 'It must be a folder, or s3://bucket or s3://bucket/prefix.'
const isMail =
  'It must be the address of a mail server like smtps://name:password@mail.example, or smtp:// for a server that upgrades to TLS.'
const isHosts =
  'It must be host names with commas between, each with *. in front if every host below it is meant.'
const isOrigins = 'It must be origins with commas between, like http://127.0.0.1:4401.'
const isHeaderValue =
  'It must be visible ASCII characters, without spaces and line breaks, as in a header.'
const isUnknown = (name: string) =>
  `PHOTOFEED_${name} is not a setting. List them with \`photofeed-server start --help\`.`

/** Values that cannot be one setting, and the sentence about it after "cannot be" or "is invalid". */
const values: [name: string, values: string[], sentence: string][] = [
  [
    'BASE_URL',
    [
      'https://feed.example/sub/path',
      'feed.example',
      'ftp://feed.example',
      'https://feed.example#top',
      'https://feed.example?a=b',
      'https://a:b@feed.example',
    ],
    isSite,
  ],
  [
    'CDN_URL',
    ['cdn.example', 'https://cdn.example?a=b', '//cdn.example', 'https://a@cdn.example'],
    isBase,
  ],
  ['PURGE_URL', ['cdn.example/purge', 'https://cdn.example/purge?all'], isBase],
  ['PLATFORM_URL', ['platform', 'ws://platform.example'], isBase],
  ['S3_ENDPOINT', ['s3.example', 's3://s3.example'], isBase],
  [
    'SUPPORT_EMAIL',
    ['nobody', 'a@b.example, c@d.example', 'Help <help@feed.example>', '@feed.example'],
    isEmail,
  ],
  ['MAIL_FROM', ['nobody', 'Feed <feed@feed.example>', 'a b@feed.example'], isEmail],
  ['HOST', ['http://127.0.0.1', '127.0.0.1:80', 'feed example', '[::1]:80'], isHost],
  ['ADMIN_HOST', ['http://127.0.0.1', '127.0.0.1:80', '*'], isHost],
  ['PORT', ['http', '-1', '65536', '80.5', ' 80', '0x50'], range(0, 65_535)],
  ['ADMIN_PORT', ['metrics', '70000', '1e3'], range(0, 65_535)],
  ['CONCURRENCY', ['0', '1001', 'many', '1.5'], range(1, 1000)],
  ['DATABASE_CONNECTIONS', ['1', '1001', 'ten'], range(2, 1000)],
  ['DRAIN', ['1000', '5s', '-1'], range(0, 999)],
  [
    'DATABASE',
    [
      'postgres://u:p#ss@127.0.0.1:1/x',
      'postgres://u:p/ss@127.0.0.1:1/x',
      'postgres://u:p?ss@127.0.0.1:1/x',
      'postgres://127.0.0.1:99999/x',
      'postgres://127.0.0.1',
      'postgres://',
      'postgres:///x',
      'postgres://u@127.0.0.1:1,:2x/x',
      'postgres://127.0.0.1:1/x/y',
    ],
    isPostgres,
  ],
  [
    'DATABASE',
    [
      'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/x',
      'postgres:///x?host=/var/run/postgresql',
      'postgres://u@127.0.0.1/x?sslmode=disable&host=/run/postgresql',
    ],
    isNoSocket,
  ],
  [
    'DATABASE',
    [
      'mysql://127.0.0.1/x',
      'postgres:/x',
      'postgres:x',
      ' postgres://127.0.0.1/x',
      'Postgres://127.0.0.1/x',
      'file:photofeed.sqlite',
    ],
    isDatabase,
  ],
  [
    'DATABASE',
    [
      'postgres://127.0.0.1:1/x?sslmode=require',
      'postgres://127.0.0.1:1/x?sslmode=prefer',
      'postgres://127.0.0.1:1/x?sslmode=on',
    ],
    isMode,
  ],
  [
    'MEDIA',
    [
      's3:photofeed',
      's3//photofeed',
      'S3://photofeed',
      's3://',
      's3://a',
      's3://Photo_Feed',
      's3://key:secret@bucket',
      'https://bucket.example',
      'gs://bucket',
      'file:///media',
    ],
    isMedia,
  ],
  [
    'S3_REGION',
    ['eu central', 'https://eu-central-1'],
    'It must be the name of a region, like eu-central-1.',
  ],
  ['PLATFORM_COMMENTS', ['path', '2'], isFlag],
  ['PRODUCTION', ['ja', 'production'], isFlag],
  ['PLATFORM_COMMENTS', ['si', '-1'], isFlag],
  ['ROLE', ['both', 'API', 'api,worker'], 'It must be all, api, or worker.'],
  ['SIGN_UP', ['all', 'closed'], 'It must be open or invitation.'],
  ['LOG_LEVEL', ['debug', 'INFO'], 'It must be info, warn, or error.'],
  ['MEDIA_HOSTS', ['https://x.example', '*', 'a b', '*.', 'x.example/path'], isHosts],
  ['MEDIA_ORIGINS', ['127.0.0.1', 'http://127.0.0.1/path', '*'], isOrigins],
  ['PLATFORM_VERSION', ['25', 'v25', '25.0', 'v25.0.1'], 'It must be a version like v25.0.'],
  [
    'SMTP_URL',
    [
      'mail.example',
      'smtp://',
      'http://mail.example',
      'smtp://a:b#c@mail.example',
      'smtp://mail.example:port',
      'smtp://mail.example/path',
    ],
    isMail,
  ],
  [
    'SMTP_URL',
    ['smtp://mail.example?tls=maybe', 'smtps://mail.example?tls=off'],
    'After the ? it may have only tls=on or tls=off, and only with smtp://.',
  ],
  [
    'SMTP_URL',
    ['smtp://a:b@mail.example?tls=off'],
    'It sends a password without TLS. Take out tls=off, or the name and the password.',
  ],
  [
    'SMTP_URL',
    ['smtps://a:50%@mail.example'],
    'Its name or password has a % that encodes nothing. Write a % itself as %25.',
  ],
  [
    'ADDRESS_HEADER',
    ['X-Forwarded-For:', 'X Forwarded For', 'X-Real-IP, X-Forwarded-For'],
    'It must be the name of a header, like X-Forwarded-For.',
  ],
  ['PURGE_TOKEN', ['a b', 'a\nb', 'ä'], isHeaderValue],
]

/** Settings that are wrong together, or at this place, and the sentence about them. `DATA` is the data folder. */
const rejections: [settings: Record<string, string>, sentence: string][] = [
  [
    { SMTP_ULR: 'smtps://mail.example' },
    `${isUnknown('SMTP_ULR')} Did you mean PHOTOFEED_SMTP_URL?`,
  ],
  [{ SITE: 'site' }, isUnknown('SITE')],
  [
    { SECRET_FILE: 'DATA/none' },
    'The file DATA/none of PHOTOFEED_SECRET_FILE cannot be read (ENOENT). Check its path and permissions.',
  ],
  [
    { SECRET: 'long enough for a key', SECRET_FILE: 'DATA/none' },
    'PHOTOFEED_SECRET and PHOTOFEED_SECRET_FILE are both set. Leave one of them out.',
  ],
  [
    { SECRET: 'short' },
    'The secret in PHOTOFEED_SECRET has fewer than 16 characters. Make one with `openssl rand -hex 32`. If keys are encrypted with this one already, set it as PHOTOFEED_PREVIOUS_SECRET, and run `photofeed-server secret rotate`.',
  ],
  [
    { ADMIN_PORT: '4400', PORT: '4400' },
    'The admin port is the port of the API. Set PHOTOFEED_ADMIN_PORT to another one.',
  ],
  [
    { ROLE: 'worker' },
    'A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.',
  ],
  [
    { PLATFORM_CLIENT_ID: '1' },
    'The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.',
  ],
  [
    { PLATFORM_CLIENT_SECRET: 'x' },
    'The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.',
  ],
  [
    { S3_ENDPOINT: 'https://s3.example' },
    'PHOTOFEED_S3_ENDPOINT says nothing without a bucket. Name it: --media s3://bucket',
  ],
  [
    { MEDIA: '/dev/null/media' },
    'No file can be created in the media folder /dev/null/media: /dev/null is no folder, or this user cannot write to it. Check PHOTOFEED_MEDIA.',
  ],
  [
    { DATA: '/dev/null/data' },
    'No file can be created in /dev/null/data: /dev/null is no folder, or this user cannot write to it. Check PHOTOFEED_DATA and --database.',
  ],
  [
    { DATABASE: '/dev/null/x' },
    'No file can be created in /dev/null: /dev/null is no folder, or this user cannot write to it. Check PHOTOFEED_DATA and PHOTOFEED_DATABASE.',
  ],
  [
    { DATABASE: 'FOLDER' },
    'The database FOLDER cannot be used: unable to open database file. Check its folder, disk and permissions, or name another file.',
  ],
  [
    { DATABASE: 'FOLDER/notes.txt' },
    'The database FOLDER/notes.txt cannot be used: file is not a database. Check its folder, disk and permissions, or name another file.',
  ],
  [
    { HOST: 'photofeed.invalid' },
    'The host name photofeed.invalid is unknown. Choose another with PHOTOFEED_HOST.',
  ],
  [
    { ADMIN_PORT: '0', ADMIN_HOST: 'photofeed.invalid' },
    'The host name photofeed.invalid is unknown. Choose another with PHOTOFEED_ADMIN_HOST.',
  ],
]

/** Their values are never repeated. */
const secrets = ['DATABASE', 'SMTP_URL', 'PURGE_TOKEN']

afterEach(() => void vi.unstubAllEnvs())

/** What three commands say about settings: an error, or the only broken line. */
async function said(settings: Record<string, string>): Promise<(string | number | null)[]> {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await writeFile(join(folder, 'notes.txt'), 'This is no database.\n'.repeat(10))
  for (const [name, value] of Object.entries({ PORT: '0', DATA: data, ...settings })) {
    vi.stubEnv(`PHOTOFEED_${name}`, value.replace('DATA', data).replace('FOLDER', folder))
  }
  const all = []
  for (const args of [['start'], ['doctor'], ['doctor', '--check-settings']]) {
    const { code, stdout, stderr } = await command(...args)
    const broken = stdout.split('\n').filter((line) => line.startsWith('broken'))
    const sentences = broken.length > 0 ? broken.map((line) => line.slice(22)) : [stderr.trimEnd()]
    all.push(
      code,
      ...sentences.map((sentence) =>
        sentence.replaceAll(data, 'DATA').replaceAll(folder, 'FOLDER'),
      ),
    )
  }
  vi.unstubAllEnvs()
  return all
}

test.each(values)('PHOTOFEED_%s cannot be %j', async (name, wrong, sentence) => {
  for (const value of wrong) {
    const found = await said({ [name]: value })
    const [, given = ''] = found
    expect(found).toEqual([1, given, 1, given, 1, given])
    const mayBeSecret = secrets.includes(name) || /:\/\/.*[@?]/.test(value)
    const what = mayBeSecret ? 'is invalid' : `cannot be '${value}'`
    expect(given).toBe(`PHOTOFEED_${name} ${what}. ${sentence}`)
  }
})

test.each(rejections)(
  '%j is rejected by `start`, `doctor` and `doctor --check-settings`',
  async (settings, sentence) => {
    expect(await said(settings)).toEqual([1, sentence, 1, sentence, 1, sentence])
  },
)

test('each setting that can be wrong has a value that is', () => {
  const tested = new Set(values.map(([name]) => `PHOTOFEED_${name}`))
  const canBeWrong = Object.values(settings).filter(
    ({ schema }) => !schema.safeParse('\0 :/').success,
  )
  expect(canBeWrong.length).toBeGreaterThan(20)
  expect(
    canBeWrong.map(({ variable }) => variable).filter((name) => !tested.has(String(name))),
  ).toEqual([])
})
