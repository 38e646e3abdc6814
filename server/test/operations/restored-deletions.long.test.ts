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

test('the log says which owners and accounts to delete again after a restore', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await populate(data)
  const server = await startProcess('--data', data)
  const backup = join(folder, 'backup')
  await commandProcess('backup', backup, '--data', data)
  await copyFile(join(data, 'secret'), join(backup, 'secret'))

  await commandProcess('owners', 'delete', mara, '--data', data, '--yes')
  await commandProcess('accounts', 'disconnect', 'finn.fish', '--data', data, '--yes')
  const expected = { owners: [finn], accounts: ['finn.boats'] }
  await expect.poll(() => left(data), { timeout: 20_000 }).toEqual(expected)
  const logged = /^.*"event":"(?:deletedOwner|disconnected)".*$/gm
  await expect.poll(() => server.stderr().match(logged), { timeout: 20_000 }).toHaveLength(2)
  await server.stop()

  expect(await left(backup)).toMatchObject({ owners: [finn, mara] })
  const lines = server.stderr().match(logged) ?? []
  const listed = await command('owners', 'list', '--json', '--data', backup)
  const owners: { id: string; email: string }[] = JSON.parse(listed.stdout)
  for (const line of lines) {
    const { event, ownerId, accountId } = JSON.parse(line)
    const email = owners.find(({ id }) => id === ownerId)?.email ?? ''
    const args =
      event === 'deletedOwner'
        ? ['owners', 'delete', email]
        : ['accounts', 'disconnect', `${accountId}`]
    expect(await command(...args, '--data', backup, '--yes')).toMatchObject({ code: 0 })
  }
  const restored = await startProcess('--data', backup)
  await expect.poll(() => left(backup), { timeout: 20_000 }).toEqual(expected)
  await restored.stop()
})
