import type { DatabaseSync } from 'node:sqlite'
import { UserError } from '@photofeed/core/node'
import { isKnownStep } from './migrations.ts'

// 'pfed': SQLite keeps it in the file's header, so that we never write into another program's database.
const applicationId = 0x70_66_65_64

/** Throws when the file belongs to another program or to a newer photofeed. Writes nothing. */
export function refuseForeign(connection: DatabaseSync, file: string): void {
  const found = connection.prepare('pragma application_id').get()?.application_id
  if (found !== applicationId) {
    if (connection.prepare('select 1 from sqlite_schema limit 1').get() === undefined) return
    throw new UserError(`${file} is a database of another program; name another file.`)
  }
  const steps = connection.prepare('select name from kysely_migration').all()
  if (steps.some(({ name }) => !isKnownStep(String(name)))) {
    throw new UserError(
      `${file} was written by a newer photofeed-server; start that version or name another file.`,
    )
  }
}

/** Marks the file as ours, in the transaction that creates its tables. */
export function claim(connection: DatabaseSync): void {
  connection.exec(`pragma application_id = ${applicationId}`)
}
