import { UserError } from '@photofeed/core/node'
import type { Database } from '../db/ports.ts'
import { authOptions } from './auth-options.ts'

/**
 * Compares the database with what the installed better-auth reads and writes.
 *
 * @throws {UserError} when something is missing or different.
 */
export async function assertOwnerSchema(tables: Database['tables']): Promise<void> {
  const { getMigrations } = await import('better-auth/db/migration')
  const options = authOptions({ tables, secret: '', baseUrl: 'http://localhost', onError() {} })
  const warnings: string[] = []
  const logger = { level: 'warn' as const, log: (_: string, line: string) => warnings.push(line) }
  const found = await getMigrations({ ...options, logger }, { throwOnUnsafe: false })
  const missing = [...found.toBeCreated, ...found.toBeAdded].flatMap(({ table, fields }) =>
    Object.keys(fields).map((column) => `${table}.${column}`),
  )
  const problems = [...found.unsafeChanges, ...found.schemaProblems, ...warnings]
  if (missing.length === 0 && problems.length === 0) return
  const what =
    missing.length > 0
      ? `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`
      : problems.join(' ')
  throw new UserError(
    `The database does not have the tables that signing in needs: ${what}. ` +
      'Restore it from a backup, or install photofeed-server again with the versions that it names.',
  )
}
