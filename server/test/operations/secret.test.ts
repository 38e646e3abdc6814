import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { command, start } from '../support/commands.ts'
import { account, keys, post } from '../support/feeds.ts'
import { saveAccount } from '../support/seed.ts'

const [oldSecret, newSecret] = ['0'.repeat(32), '1'.repeat(32)]

test('a secret is changed while a server runs, and the old one opens nothing afterwards', async () => {
  const data = join(await tempFolder(), 'data')
  {
    await using folder = await openDataFolder(data, oldSecret)
    for (const [index, apiKey] of [keys.premium, keys.other].entries()) {
      await saveAccount(folder.database, account({ platformId: `${index}`, apiKey }))
    }
  }
  const server = await start('--data', data, '--secret', oldSecret)
  const rotate = (...args: string[]) => command('secret', 'rotate', '--data', data, ...args)
  const status = async () => (await fetch(`${server.url}/api/v1/me?api_key=${keys.other}`)).status

  expect(await rotate('--secret', newSecret)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: 'Set PHOTOFEED_PREVIOUS_SECRET to the secret before this one.\n',
  })
  expect(await rotate('--previous-secret', oldSecret)).toMatchObject({
    ...{ code: 1, stderr: 'There is no secret. Set PHOTOFEED_SECRET to the new one.\n' },
  })
  expect(await rotate('--secret', newSecret, '--previous-secret', 'another')).toEqual({
    code: 1,
    stdout: 'Keys and tokens encrypted with the new secret: 0 now, 0 before.\n',
    stderr:
      '2 open with neither secret and stay as they are. Run it again with the secret that they were encrypted with as PHOTOFEED_PREVIOUS_SECRET.\n',
  })
  const both = ['--secret', newSecret, '--previous-secret', oldSecret]
  expect(await rotate(...both)).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: 'Keys and tokens encrypted with the new secret: 2 now, 0 before.\n',
  })
  expect(await rotate(...both, '--json')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: '{"renewed":0,"upToDate":2,"unreadable":0}\n',
  })
  expect(await status()).toBe(200)
  const listed = (secret: string) => command('keys', '--data', data, '--secret', secret)
  expect((await listed(newSecret)).stdout).toContain(keys.other)
  expect((await listed(oldSecret)).stdout).toMatch(
    /^ACCOUNT .*\n(.*\(unreadable: regenerate it\)\n){2}$/,
  )
})

test('a secret that stays the same, and a folder without a database', async () => {
  const data = join(await tempFolder(), 'data')
  const rotate = (...args: string[]) => command('secret', 'rotate', '--data', data, ...args)
  expect((await rotate('--secret', newSecret, '--previous-secret', newSecret)).stderr).toBe(
    'The previous secret is the same as the new one. Set another secret.\n',
  )
  expect((await rotate('--secret', newSecret, '--previous-secret', 'b')).stderr).toBe(
    `The database ${data}/photofeed.sqlite has no tables. Check --data and --database.\n`,
  )
})

test('a lost secret is not replaced by itself; with a new one, new keys are issued', async () => {
  const folder = await tempFolder()
  const data = await openDataFolder(folder, undefined)
  await saveAccount(data.database, account({ posts: [post('1', 0)] }))
  await data[Symbol.asyncDispose]()
  await rm(join(folder, 'secret'))

  const file = join(folder, 'secret')
  const lost = `The file ${file} is missing, but keys in the database are encrypted. Put it back, or set PHOTOFEED_SECRET. If it is lost, write a new one with \`openssl rand -hex 32 > ${file}\`, and issue new keys with \`photofeed-server keys regenerate\`.\n`
  for (const name of ['start', 'keys', 'accounts']) {
    expect(await command(name, '--data', folder)).toEqual({ code: 1, stdout: '', stderr: lost })
  }
  expect(existsSync(file)).toBe(false)
  await writeFile(file, '0123456789abcdef'.repeat(4))
  const start = await command('start', '--port', '0', '--data', folder)
  expect(start).toMatchObject({ code: 1, stderr: expect.stringContaining('If it is lost') })
  const { code, stdout } = await command('keys', 'regenerate', 'harbour.lights', '--data', folder)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)])
  expect(stdout.trim()).not.toBe(keys.premium)
  const listed = await command('keys', '--data', folder)
  expect(listed.stdout).toContain(stdout.trim())
})

const short = (place: string) =>
  `The secret in ${place} has fewer than 16 characters. Make one with \`openssl rand -hex 32\`. If keys are encrypted with this one already, set it as PHOTOFEED_PREVIOUS_SECRET, and run \`photofeed-server secret rotate\`.`

const readers = [
  ['start', '--port', '0'],
  ['keys'],
  ['accounts'],
  ['plan', 'mara@harbour.example', 'premium'],
  ['jobs'],
  ['secret', 'rotate', '--previous-secret', oldSecret],
]

test.each(readers)(
  '%s rejects a secret of fewer than 16 characters, and an empty file',
  async (...args) => {
    const data = join(await tempFolder(), 'data')
    for (const secret of ['a', '', ' '.repeat(20), '0'.repeat(15)]) {
      const { code, stderr } = await command(...args, '--data', data, '--secret', secret)
      expect([code, stderr]).toEqual([1, `${short('PHOTOFEED_SECRET')}\n`])
    }
    expect(existsSync(data)).toBe(false)
    await mkdir(data)
    const file = join(data, 'secret')
    await writeFile(file, '0'.repeat(15))
    expect((await command(...args, '--data', data)).stderr).toBe(`${short(`the file ${file}`)}\n`)
    await writeFile(file, '\n')
    expect((await command(...args, '--data', data)).stderr).toBe(
      `The file ${file} is empty. Put the secret back that the API keys were encrypted with, or delete the file and replace the keys.\n`,
    )
  },
)

test('doctor calls an empty file of the secret broken', async () => {
  const data = await tempFolder()
  await writeFile(join(data, 'secret'), '')
  const { code, stdout } = await command('doctor', '--data', data)
  const broken = stdout.split('\n').filter((line) => line.startsWith('broken'))
  expect([code, broken.map((line) => line.slice(12))]).toEqual([
    1,
    [
      `database  The database ${data}/photofeed.sqlite is missing, but ${data} is the data folder of a service: it contains a secret. Restore the database from a backup, or check --data and --database. To start without accounts, use an empty folder.`,
      `secret    The file ${data}/secret is empty. Put the secret back that the API keys were encrypted with, or delete the file and replace the keys.`,
    ],
  ])
})

test('a secret that is too short can be replaced', async () => {
  const data = await tempFolder()
  const database = await openDatabase({ at: join(data, 'photofeed.sqlite'), secret: 'short' })
  await saveAccount(database, account())
  await database.close()
  const secrets = ['--secret', newSecret, '--previous-secret', 'short']
  const { stdout } = await command('secret', 'rotate', '--data', data, ...secrets)
  expect(stdout).toBe('Keys and tokens encrypted with the new secret: 1 now, 0 before.\n')
})
