import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { settings } from '../../src/settings/settings.ts'
import { command } from '../support/commands.ts'
import { rangeIn, wrongOf } from '../support/setting-values.ts'

const isUnknown = (name: string) =>
  `PHOTOFEED_${name} is not a setting. List them with \`photofeed-server start --help\`.`

/** Every setting that can be wrong, with its wrong values. */
const values = Object.values(settings)
  .filter(({ schema }) => !schema.safeParse('\0 :/').success)
  .map(({ variable, schema }) => [String(variable).slice(10), schema] as const)

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

test.each(values)('PHOTOFEED_%s cannot be wrong', async (name, schema) => {
  const wrong = wrongOf(schema).flatMap(([values, sentence]) =>
    values.map((value) => ({ value, sentence })),
  )
  expect(wrong.length, 'give "kinds" the values that it cannot have').toBeGreaterThan(0)
  for (const { value, sentence } of wrong) {
    const found = await said({ [name]: value })
    const [, given = ''] = found
    expect(found).toEqual([1, given, 1, given, 1, given])
    const mayBeSecret = secrets.includes(name) || /:\/\/.*[@?]/.test(value)
    const what = mayBeSecret ? 'is invalid' : `cannot be '${value}'`
    expect(given).toBe(`PHOTOFEED_${name} ${what}. ${sentence}`)
  }
  for (const value of wrong.flatMap(({ sentence }) => rangeIn(sentence))) {
    expect(schema.safeParse(value).success, `${value} is in the range`).toBe(true)
  }
})

test.each(rejections)(
  '%j is rejected by `start`, `doctor` and `doctor --check-settings`',
  async (settings, sentence) => {
    expect(await said(settings)).toEqual([1, sentence, 1, sentence, 1, sentence])
  },
)
