import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { plans } from '@photofeed/openapi'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { command } from '../support/commands.ts'

const planNames = Object.keys(plans).join(', ')

test.each<[args: string[], sentence: string]>([
  [
    ['start', '--port', 'http'],
    "--port cannot be 'http'. It must be a whole number from 0 to 65535.",
  ],
  [
    ['start', '--port', '65536'],
    "--port cannot be '65536'. It must be a whole number from 0 to 65535.",
  ],
  [
    ['demo', '--base-url', 'feed.example'],
    "--base-url cannot be 'feed.example'. It must be an http or https URL without a user, a password and a query, like https://feed.example.",
  ],
  [['start', '--prot', '1'], "Unknown option '--prot'. (Did you mean --port?)"],
  [
    ['doctor', '--address-header', 'X-Forwarded-For:'],
    "--address-header cannot be 'X-Forwarded-For:'. It must be the name of a header, like X-Forwarded-For.",
  ],
  [['stort'], "Unknown command 'stort'. (Did you mean start?)"],
  [['copy'], '--to is missing. Pass it, or set PHOTOFEED_DATABASE.'],
  [
    ['plan', 'mara@harbour.example', 'gold'],
    `Command-argument value 'gold' is invalid for argument 'plan'. Allowed choices are ${planNames}.`,
  ],
  [['backup'], "Missing required argument 'folder'."],
])('%j is a usage error', async (args, sentence) => {
  const { code, stdout, stderr } = await command(...args)
  expect(stdout).toBe('')
  expect(stderr.split('\n')[0]).toBe(sentence)
  expect(code).toBe(1)
})

test('the variable of a flag is true or false, and nothing else', async () => {
  const variable = 'PHOTOFEED_PRODUCTION'
  onTestFinished(() => void vi.unstubAllEnvs())
  const checked = async (value: string) => {
    vi.stubEnv(variable, value)
    return (await command('doctor', '--check-settings')).stderr
  }
  for (const value of ['maybe', '2', 'ture']) {
    expect(await checked(value)).toBe(
      `${variable} cannot be '${value}'. It must be true or false.\n`,
    )
  }
  for (const value of ['true', '1', 'YES', 'on', '', 'false', '0', 'No', 'off']) {
    expect(await checked(value)).toBe('')
  }
})

test('a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const data = join(await tempFolder(), 'data')
  expect(await command('start', '--port', String(port), '--data', data)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for a free one.\n`,
  })
})

test('a data folder that cannot be used, and a database of something else', async () => {
  const data = await tempFolder()
  const file = join(data, 'photofeed.sqlite')
  await writeFile(file, 'This is no database, whatever its name says.'.repeat(50))
  const started = async (folder: string) => {
    const { code, stderr } = await command('start', '--port', '0', '--data', folder)
    return [code, stderr]
  }
  expect(await started(join(file, 'data'))).toEqual([
    1,
    `The data folder ${file}/data cannot be made (ENOTDIR). Choose another with --data.\n`,
  ])
  expect(await started(data)).toEqual([
    1,
    `The database ${file} cannot be used: file is not a database. Check its folder, disk and permissions, or name another file.\n`,
  ])
})

test.each([
  [
    'PHOTOFEED_PURGE_TOKEN',
    ['of\nhunter2', 'of hunter2', '\ufeffhunter2'],
    'PHOTOFEED_PURGE_TOKEN is invalid. It must be visible ASCII characters, without spaces and line breaks, as in a header.',
  ],
  [
    'PHOTOFEED_DATABASE',
    ['mysql://a:hunter2@b/c', ' postgres://a:hunter2@b/c', 'Postgres://a:hunter2@b/c'],
    'PHOTOFEED_DATABASE is invalid. It must be a file, or the address of a PostgreSQL database like postgres://user:password@host/name, without spaces in front.',
  ],
  [
    'PHOTOFEED_BASE_URL',
    ['https://a:hunter2@b:c', 'https://a:hunter2@b', 'https://b/?hunter2'],
    'PHOTOFEED_BASE_URL is invalid. It must be an http or https URL without a user, a password and a query, like https://feed.example.',
  ],
  [
    'PHOTOFEED_MEDIA',
    ['s3://a:hunter2@b'],
    'PHOTOFEED_MEDIA is invalid. It must be a folder, or s3://bucket or s3://bucket/prefix.',
  ],
])('an unusable %s is an error that does not repeat it', async (variable, values, sentence) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const value of values) {
    vi.stubEnv(variable, value)
    expect(await command('doctor', '--check-settings')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    })
  }
})

test('--help and --version', async () => {
  expect(await command('--version')).toEqual({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  })
  const { code, stdout } = await command('start', '--help')
  expect(code).toBe(0)
  expect(stdout).toContain('env: PHOTOFEED_PORT)')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`Documentation: ${packageJson.homepage}`)
})
