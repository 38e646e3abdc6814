// The data of the first release: its tables as it created them, and a small service. Run this file to write them again.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { copiedTables } from '../../../src/stores/copy-to-postgres.ts'
import { statements } from '../../../src/stores/engine/baseline.ts'
import { engineOf, postgresEngine, sqliteEngine } from '../../../src/stores/engine/engine.ts'
import { type Db, openAsItIs } from '../../../src/stores/stored-data.ts'
import { readTables } from '../../support/databases.ts'
import { populate } from '../../support/population.ts'

type Row = Record<string, unknown>
interface Release {
  keys: string[]
  tables: Record<'sqlite' | 'postgres', string[]>
  rows: Record<string, Row[]>
}

export const releaseSecret = 'the secret of the first release'
const file = new URL('first-release.json', import.meta.url)

/** Reads what the first release wrote. */
export const readRelease = async (): Promise<Release> =>
  JSON.parse(await readFile(file, 'utf8'), (_, value) =>
    value?.hex === undefined ? value : Buffer.from(value.hex, 'hex'),
  )

/** Creates the tables of the first release with its rows. Returns the keys of its accounts. */
export async function createFirstRelease(at: string): Promise<string[]> {
  const { keys, tables, rows } = await readRelease()
  if (!at.includes('://')) await writeFile(at, '')
  await using opened = await openAsItIs(at)
  if (!opened) throw new Error(`There is no database at ${at}.`)
  const engine = at.includes('://') ? 'postgres' : 'sqlite'
  for (const statement of tables[engine]) await sql.raw(statement).execute(opened.db)
  await insertRows(opened.db, rows)
  return keys
}

async function insertRows(db: Db, rows: Release['rows']): Promise<void> {
  const isPostgres = engineOf(db).name === 'postgres'
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
      const overriding = isPostgres ? sql`overriding system value` : sql``
      await sql`insert into ${sql.table(table)} (${columns}) ${overriding}
        values (${sql.join(Object.values(row))})`.execute(db)
    }
    if (!isPostgres || typeof all[0]?.id !== 'number') continue
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(db)
  }
}

/** Inserts, reads, updates and deletes rows of every table as the first release does, in tables without rows. */
export async function useAsFirstRelease(db: Db): Promise<void> {
  const { photofeed_version: _, ...rows } = (await readRelease()).rows
  await insertRows(db, rows)
  for (const [table, all] of Object.entries(rows).reverse()) {
    const columns = Object.keys(all[0] ?? {}).map((column) => sql.ref(column))
    const found = await sql`select ${sql.join(columns)} from ${sql.table(table)}`.execute(db)
    if (found.rows.length !== all.length) throw new Error(`Rows of ${table} are missing.`)
    // PostgreSQL generates the id.
    const changes = sql.join(columns.slice(1).map((column) => sql`${column} = ${column}`))
    await sql`update ${sql.table(table)} set ${changes}`.execute(db)
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
}

async function writeFirstRelease(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-release-'))
  const keys = await populate(1, [folder, releaseSecret])
  const rows = await readTables(join(folder, 'photofeed.sqlite'), async (db) => {
    const found: Record<string, Row[]> = { photofeed_version: [{ number: 1 }] }
    for (const table of copiedTables) {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
      found[table] = rows
    }
    return found
  })
  const tables = { sqlite: statements(sqliteEngine), postgres: statements(postgresEngine) }
  const text = JSON.stringify(
    { keys, tables, rows },
    (_, value) =>
      value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value,
    1,
  )
  await writeFile(file, `${text}\n`)
  execFileSync('npx', ['biome', 'format', '--write', fileURLToPath(file)])
  await rm(folder, { recursive: true })
}

if (import.meta.main) await writeFirstRelease()
