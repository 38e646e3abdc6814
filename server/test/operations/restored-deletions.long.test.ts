import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { command, commandProcess, startProcess } from '../support/commands.ts'
import { addOwner, connect } from '../support/owners.ts'

const mara = 'mara@harbour.example'
const finn = 'finn@harbour.example'

/** Two owners, of whom Finn has two accounts. */
async function populate(data: string) {
  await using opened = await openDataFolder(data, undefined)
  await connect(opened.database, await addOwner(opened.database, { email: mara }), 'mara.photos')
  const id = await addOwner(opened.database, { email: finn, plan: 'premium' })
  await connect(opened.database, id, 'finn.boats')
  await connect(opened.database, id, 'finn.fish')
}

/** The accounts that are left, and the owners. */
async function left(data: string) {
  await using opened = await openDataFolder(data, undefined)
  const { db } = opened.database.tables
  const owners = await db.selectFrom('owner').select('email').execute()
  const accounts = await db.selectFrom('account').select('profile').execute()
  return {
    owners: owners.map(({ email }) => email).sort(),
    accounts: accounts.map(({ profile }) => JSON.parse(profile).username).sort(),
  }
}

test('the log and the output of commands say which owners and accounts to delete again after a restore', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await populate(data)
  const server = await startProcess('--data', data)
  const backup = join(folder, 'backup')
  await commandProcess('backup', backup, '--data', data)
  await copyFile(join(data, 'secret'), join(backup, 'secret'))

  const printed = await commandProcess('owners', 'delete', mara, '--data', data, '--yes')
  await commandProcess('accounts', 'disconnect', 'finn.fish', '--data', data, '--yes')
  const expected = { owners: [finn], accounts: ['finn.boats'] }
  await expect.poll(() => left(data), { timeout: 20_000 }).toEqual(expected)
  const logged = /^.*"account deleted".*$/gm
  await expect.poll(() => server.stderr().match(logged), { timeout: 20_000 }).toHaveLength(2)
  await server.stop()

  expect(await left(backup)).toMatchObject({ owners: [finn, mara] })
  const lines = server.stderr().match(logged) ?? []
  const again = [
    ['owners', 'delete', /\S+@\S+/.exec(printed.stdout)?.[0] ?? ''],
    ...lines.map((line) => ['accounts', 'disconnect', `${JSON.parse(line).accountId}`]),
  ]
  const codes = []
  for (const args of again) codes.push((await command(...args, '--data', backup, '--yes')).code)
  // The owner's account is disconnected with the owner.
  expect(codes.toSorted()).toEqual([0, 0, 1])
  const restored = await startProcess('--data', backup)
  await expect.poll(() => left(backup), { timeout: 20_000 }).toEqual(expected)
  await restored.stop()
})
