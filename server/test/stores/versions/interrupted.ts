// Opens a database with one more migration, and stops in the middle of it until the process is killed.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/stores/database.ts'
import { migrations } from '../../../src/stores/engine/migrations.ts'
import { releaseSecret } from './first-release.ts'

const [, , at = ''] = process.argv
await openDatabase({
  ...{ at, secret: releaseSecret },
  migrations: [
    ...migrations,
    async (transaction) => {
      await sql`alter table account add column note text`.execute(transaction)
      await sql`update account set plan = 'free'`.execute(transaction)
      console.log('in the middle')
      await setTimeout(2 ** 30)
    },
  ],
})
