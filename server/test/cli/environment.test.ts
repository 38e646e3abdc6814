import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { commands } from '../../cli/run-command.ts'
import { settings } from '../../src/settings/settings.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { command } from '../support/commands.ts'
import { account, keys } from '../support/feeds.ts'
import { saveAccount } from '../support/seed.ts'

const secret = '0123456789abcdef'.repeat(4)

afterEach(() => void vi.unstubAllEnvs())

test('names of clients and of Kubernetes are no settings', async () => {
  const data = ['--data', join(await tempFolder(), 'data')]
  for (const name of ['URL', 'KEY', 'KEYS', 'KEY_FREE', 'SERVICE_HOST', 'PORT_4400_TCP_ADDR']) {
    vi.stubEnv(`PHOTOFEED_${name}`, 'tcp://10.0.0.1:4400')
  }
  expect((await command('doctor', ...data)).code).toBe(0)
})

test('empty variables are unset', async () => {
  const data = ['--data', join(await tempFolder(), 'data')]
  for (const name of ['BASE_URL', 'PORT', 'MEDIA', 'SECRET', 'SECRET_FILE', 'PRODUCTION', 'ROLE']) {
    vi.stubEnv(`PHOTOFEED_${name}`, '')
  }
  const { code, stdout } = await command('doctor', ...data)
  expect(code).toBe(0)
  expect(stdout).toContain('ok          settings  The settings fit together.')
  expect(process.env.PHOTOFEED_PORT).toBe('')
})

/** A data folder whose keys are encrypted with the secret, which is not in it. */
async function service(): Promise<string> {
  const data = join(await tempFolder(), 'data')
  await using folder = await openDataFolder(data, secret)
  await saveAccount(folder.database, account())
  return data
}

test('a secret is read from the file of its variable, and from the credentials of systemd', async () => {
  const data = await service()
  const folder = await tempFolder()
  const listed = async () => (await command('keys', '--data', data)).stdout
  await writeFile(join(folder, 'PHOTOFEED_SECRET'), `${secret}\n`)
  expect(await listed()).not.toContain(keys.premium)
  vi.stubEnv('PHOTOFEED_SECRET_FILE', join(folder, 'PHOTOFEED_SECRET'))
  expect(await listed()).toContain(keys.premium)
  // Child processes read the file themselves.
  expect(process.env.PHOTOFEED_SECRET).toBeUndefined()
  vi.unstubAllEnvs()
  vi.stubEnv('CREDENTIALS_DIRECTORY', folder)
  expect(await listed()).toContain(keys.premium)
  const other = 'f'.repeat(32)
  expect((await command('keys', '--data', data, '--secret', other)).stdout).not.toContain(
    keys.premium,
  )
})

test('a file that is empty, and one that is a folder, are errors', async () => {
  const data = ['--data', join(await tempFolder(), 'data')]
  const folder = await tempFolder()
  const file = join(folder, 'secret')
  vi.stubEnv('PHOTOFEED_SECRET_FILE', file)
  const error = async () => (await command('doctor', ...data)).stderr
  await writeFile(file, '\n')
  expect(await error()).toBe(
    `The file ${file} of PHOTOFEED_SECRET_FILE is empty. Write the value into it.\n`,
  )
  vi.unstubAllEnvs()
  vi.stubEnv('CREDENTIALS_DIRECTORY', folder)
  await mkdir(join(folder, 'PHOTOFEED_SMTP_URL'))
  expect(await error()).toBe(
    `The file ${folder}/PHOTOFEED_SMTP_URL of PHOTOFEED_SMTP_URL cannot be read (EISDIR). Check its path and permissions.\n`,
  )
})

test.each([
  ['random bytes', Buffer.from([0xff, 0x00, 0x81, ...Buffer.from(secret)])],
  ['a text with a NUL, which would end it', Buffer.from(`${secret}\0${secret}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${secret}\r\n`, 'utf16le')],
  ['several lines', Buffer.from(`# the secret\n${secret}\n`)],
])('a file with %s is an error', async (_, content) => {
  const file = join(await tempFolder(), 'secret')
  await writeFile(file, content)
  vi.stubEnv('PHOTOFEED_SECRET_FILE', file)
  expect((await command('doctor', '--check-settings')).stderr).toBe(
    `The file ${file} of PHOTOFEED_SECRET_FILE is not one line of UTF-8 text. Write only the value into it.\n`,
  )
})

test('a byte order mark before a secret, as Notepad writes it, is not part of it', async () => {
  const data = await service()
  const file = join(await tempFolder(), 'secret')
  await writeFile(file, `\ufeff${secret}\r\n\r\n`)
  vi.stubEnv('PHOTOFEED_SECRET_FILE', file)
  expect((await command('keys', '--data', data)).stdout).toContain(keys.premium)
})

test('every setting that may contain a secret can be in a file', () => {
  const secret = Object.values(settings).filter((one) => one.secret !== null)
  expect(secret.map(({ variable }) => variable?.replace('PHOTOFEED_', ''))).toEqual([
    ...['DATABASE', 'SECRET', 'PREVIOUS_SECRET'],
    ...['PLATFORM_CLIENT_SECRET', 'SMTP_URL', 'PURGE_TOKEN'],
  ])
})

test('an option of a command that is a setting has its variable too', () => {
  const all = commands.flatMap((command) => [command, ...command.commands])
  const unset = all.flatMap((command) =>
    command.options
      .filter(({ flags, description }) => {
        const [long] = flags.split(' ')
        const same = Object.values(settings).find((each) => each.flags.split(' ')[0] === long)
        return same && !description.includes(`env: ${same.variable})`)
      })
      .map(({ flags }) => `${command.name()} ${flags}`),
  )
  // The environment may name the database of a service, which the demo must not change.
  expect(unset).toEqual(['demo --database <url>'])
})
