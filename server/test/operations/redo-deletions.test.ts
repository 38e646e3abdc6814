import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { command, commandProcess, startProcess } from '../support/commands.ts'
import { addOwner, connect } from '../support/owners.ts'

const mara = 'mara@harbour.example'
const finn = 'finn@harbour.example'

/** Two owners, of whom Finn has two accounts. */
async function populate(data: string) {
  await using opened = await openDataFolder(data, undefined, {}, { migrate: true })
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

test('what was deleted after a backup is deleted again after its restore', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await populate(data)
  const server = await startProcess('--data', data)
  const backup = join(folder, 'backup')
  await commandProcess('backup', backup, '--data', data, '--with-secret')

  await commandProcess('owners', 'delete', mara, '--data', data, '--yes')
  await commandProcess('accounts', 'disconnect', 'finn.fish', '--data', data, '--yes')
  await expect
    .poll(() => server.stderr().match(/"account deleted"/g)?.length, { timeout: 20_000 })
    .toBe(2)
  await server.stop()
  const expected = { owners: [finn], accounts: ['finn.boats'] }
  expect(await left(data)).toEqual(expected)

  expect(await left(backup)).toMatchObject({ owners: [finn, mara] })
  const log = join(folder, 'photofeed.log')
  await writeFile(log, `a line of another program\n${server.stderr()}{"event":"deletedOwner","own`)
  const redo = (...more: string[]) =>
    command('owners', 'redo-deletions', log, '--data', backup, ...more)
  expect(await redo()).toMatchObject({
    code: 1,
    stderr:
      'This deletes 1 owner and 2 accounts that were deleted before the restore. Pass --yes to confirm.\n',
  })
  expect(await redo('--yes')).toMatchObject({
    code: 0,
    stdout:
      'The logs have 1 deleted owner and 2 deleted accounts. Deleted again: 1 owner and 2 accounts. A running server deletes posts and media.\n',
  })
  const restored = await startProcess('--data', backup)
  await expect.poll(() => left(backup), { timeout: 20_000 }).toEqual(expected)
  await expect
    .poll(() => restored.stderr().match(/"event":"(deletedOwner|disconnected)"/g)?.length)
    .toBe(3)
  await restored.stop()
  expect((await redo()).stdout).toContain('Deleted again: 0 owners and 0 accounts.')
})

test('a log that cannot be read is named', async () => {
  const data = join(await tempFolder(), 'data')
  await populate(data)
  const log = join(data, 'none.log')
  expect(await command('owners', 'redo-deletions', log, '--data', data)).toMatchObject({
    ...{ code: 1, stderr: `The log ${log} cannot be read (ENOENT).\n` },
  })
})
