import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { hasTables } from '../../src/stores/engine/tables.ts'
import { openAsItIs } from '../../src/stores/stored-data.ts'
import { command } from '../support/commands.ts'
import { sharedPostgres } from '../support/postgres.ts'

test.each(['accounts', 'jobs', 'keys'])(
  '%s creates no tables in an empty PostgreSQL database, which a restore needs empty',
  async (name) => {
    const database = await (await sharedPostgres()).create()
    const place = ['--data', join(await tempFolder(), 'data'), '--database', database]
    const secret = ['--secret', 'one secret for all servers of the test']
    const found = await command(name, ...place, ...secret)
    await using opened = await openAsItIs(database)
    expect.soft([found.code, opened && (await hasTables(opened.db))]).toEqual([1, false])
  },
)
