import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { command } from '../support/commands.ts'
import { account, post } from '../support/feeds.ts'

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
