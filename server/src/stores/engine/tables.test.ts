import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases, testSecret } from '../../../test/support/databases.ts'
import { openDatabase } from '../database.ts'
import { readStored } from '../stored-data.ts'

onBothDatabases((databases) => {
  it('creates the tables of a new database', async () => {
    const at = await databases.bare()
    expect(await readStored(at, async () => 'tables')).toBeNull()
    const { accounts, close } = await openDatabase({ at, secret: testSecret })
    onTestFinished(close)
    expect(await accounts.list()).toEqual([])
    expect(await readStored(at, async () => 'tables')).toBe('tables')
  })

  it('rejects the tables of another version', async () => {
    const at = await databases.place()
    const { tables } = await databases.open({ at })
    await sql`update photofeed_version set fingerprint = 'another'`.execute(tables.db)
    const sentence =
      'The database has the tables of another version of photofeed-server, or of another program. Start that version, or name another database.'
    await expect(openDatabase({ at, secret: testSecret })).rejects.toThrow(sentence)
    await expect(readStored(at, async () => 'tables')).rejects.toThrow(sentence)
  })
})
