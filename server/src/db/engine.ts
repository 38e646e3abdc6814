import { type ColumnDefinitionBuilder, type RawBuilder, sql } from 'kysely'

/** Where the two databases speak differently; everything else is one code. */
export interface Engine {
  name: 'sqlite' | 'postgres'
  /** The type of a column of bytes. */
  bytes: 'blob' | 'bytea'
  /** An id that is never given twice, also not after a deletion: cached answers are kept by id and version. */
  id: {
    type: 'integer' | 'bigint'
    generated: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  }
  /** The name of the post table in a query that should go through an index. */
  postThrough(index: string): RawBuilder<unknown>
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  bytes: 'blob',
  id: { type: 'integer', generated: (column) => column.autoIncrement() },
  // Left to itself, SQLite takes date filters as a reason to read all that match them and to sort that for each page.
  postThrough: (index) => sql`post indexed by ${sql.ref(index)}`,
}

export const postgresEngine: Engine = {
  name: 'postgres',
  bytes: 'bytea',
  id: { type: 'bigint', generated: (column) => column.generatedAlwaysAsIdentity() },
  postThrough: () => sql`post`,
}
