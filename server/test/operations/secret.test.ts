import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { command, start } from '../support/commands.ts'
import { account, keys, post } from '../support/feeds.ts'

const [oldSecret, newSecret] = ['0'.repeat(32), '1'.repeat(32)]

test('a secret is changed while a server answers, and the old one is then of no use', async () => {
  const data = join(await tempFolder(), 'data')
  {
    await using folder = await openDataFolder(data, oldSecret)
    for (const [index, apiKey] of [keys.premium, keys.other].entries()) {
      const { accountId } = await folder.database.feeds.save(account({ platformId: `${index}` }))
      await folder.database.keys.issue(accountId, apiKey)
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
    stdout: '0 keys and tokens are encrypted anew; 0 were already.\n',
    stderr:
      '2 open with neither secret and stay as they are. Run it again with the secret that they were encrypted with as PHOTOFEED_PREVIOUS_SECRET.\n',
  })
  const both = ['--secret', newSecret, '--previous-secret', oldSecret]
  expect(await rotate(...both)).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: '2 keys and tokens are encrypted anew; 0 were already.\n',
  })
  expect(await rotate(...both, '--json')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: '{"renewed":0,"upToDate":2,"unreadable":0}\n',
  })
  expect(await status()).toBe(200)
  const listed = (secret: string) => command('keys', '--data', data, '--secret', secret)
  expect((await listed(newSecret)).stdout).toContain(keys.other)
  expect(await listed(oldSecret)).toMatchObject({ code: 1, stdout: '' })
})

test('a secret that stays the same, and a folder without a database', async () => {
  const data = join(await tempFolder(), 'data')
  const rotate = (...args: string[]) => command('secret', 'rotate', '--data', data, ...args)
  expect((await rotate('--secret', 'a', '--previous-secret', 'a')).stderr).toBe(
    'The previous secret is the same as the new one. Set another secret.\n',
  )
  expect((await rotate('--secret', 'a', '--previous-secret', 'b')).stderr).toBe(
    `There is no database at ${data}/photofeed.sqlite. Name the data folder with --data.\n`,
  )
})

test('with the secret lost, a new key is issued, and the new secret is the one in force', async () => {
  const folder = await tempFolder()
  const data = await openDataFolder(folder, undefined)
  const { accountId } = await data.database.feeds.save(account({ posts: [post('1', 0)] }))
  const before = await data.database.keys.issue(accountId)
  await data[Symbol.asyncDispose]()
  await rm(join(folder, 'secret'))

  const start = await command('start', '--port', '0', '--data', folder)
  expect(start).toMatchObject({ code: 1, stderr: expect.stringContaining('If it is lost') })
  const { code, stdout } = await command('keys', 'regenerate', 'harbour.lights', '--data', folder)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)])
  expect(stdout.trim()).not.toBe(before)
  const listed = await command('keys', '--data', folder)
  expect(listed.stdout).toContain(stdout.trim())
})
