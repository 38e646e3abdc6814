import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '@photofeed/core/node'
import { explainOpening, isLocked } from './database-error.ts'
import type { DatabaseHandles } from './handles.ts'

/** How long one process waits for another one's lock. */
const busyTimeoutMs = 5000
const pauseMs = 20

/**
 * Does what needs a lock, in turns until no other process holds it. The turns are counted, as SQLite counts its own: a
 * process that stood still in between has not waited.
 */
export async function whenUnlocked<T>(
  work: () => T | Promise<T>,
  timeoutMs = busyTimeoutMs,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || waitedMs >= timeoutMs) throw error
      await setTimeout(pauseMs)
    }
  }
}

// 'pfed' in the header of the file, so that we never write into another program's database.
export const applicationId = 0x70_66_65_64

/**
 * Opens a file with node:sqlite, and writes nothing. Enforces foreign keys, and waits for locks of other processes.
 *
 * @throws {UserError} if it cannot be opened, or belongs to another program.
 */
export function openFile(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  let opened: DatabaseSync | undefined
  try {
    opened = new DatabaseSync(file, {
      readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
    })
    // The tables first: a process that creates them writes the id in the same transaction.
    const isNew = opened.prepare('select 1 from sqlite_schema limit 1').get() === undefined
    const found = opened.prepare('pragma application_id').get()?.application_id
    if (isNew || found === applicationId) return opened
    throw new UserError(`${file} is a database of another program; name another file.`)
  } catch (error) {
    opened?.close()
    throw explainOpening(file, error)
  }
}

/**
 * Prepares queries on the connection itself. No transaction and no open cursor of the reader may hold back what they
 * see: a revoked key would work until it ends.
 */
export function preparingOn(connection: DatabaseSync): DatabaseHandles['prepare'] {
  return ({ sql }) => {
    const statement = connection.prepare(sql)
    statement.setReturnArrays(true)
    // The types of node:sqlite know rows as objects only.
    const read = (values: SQLInputValue[]) => statement.all(...values) as unknown as unknown[][]
    return (parameters) => whenUnlocked(() => read(parameters as SQLInputValue[]))
  }
}

/** Reads SQLite's count of the commits by all other connections (https://www.sqlite.org/pragma.html#pragma_data_version). */
export function dataVersionOf(connection: DatabaseSync): () => number {
  const statement = connection.prepare('pragma data_version')
  return () => Number(statement.get()?.data_version)
}
