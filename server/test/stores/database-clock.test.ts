import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/stores/database.ts'
import { engineOf } from '../../src/stores/engine/engine.ts'
import { postgres, testSecret } from '../support/databases.ts'

/** Tests of the tables pass their own clock, which replaces this one. */
test.each([
  ['SQLite', async () => ':memory:'],
  ['PostgreSQL', postgres.make],
])('the clock of %s is in milliseconds, and goes on within a transaction', async (_, make) => {
  const { tables, close } = await openDatabase({ at: await make(), secret: testSecret })
  onTestFinished(close)
  await tables.db.transaction().execute(async (transaction) => {
    const now = async () => {
      const read = sql<{ now: number }>`select ${engineOf(transaction).now()} as now`
      return (await read.execute(transaction)).rows[0]?.now ?? 0
    }
    const before = Date.now()
    const first = await now()
    // The clock of PostgreSQL may be another one, of this machine too.
    expect(Math.abs(first - before)).toBeLessThan(60_000)
    await vi.waitUntil(async () => (await now()) > first, { interval: 1, timeout: 5000 })
  })
})
