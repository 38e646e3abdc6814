import type { PostQuery } from '@photofeed/core'
import type { MediaType } from '@photofeed/openapi'
import { sql } from 'kysely'
import type { DatabaseHandles } from './handles.ts'
import type { PostRow } from './schema.ts'

/** Position, document, and comments if the query requests them. */
export type PageRow = [position: number, doc: string, comments?: string]

type ReadPage = (values: PageValues) => Promise<readonly unknown[][]>

/** Creates the function that reads one page of an account's posts. Each shape of a query is compiled and prepared once. */
export function createPageReader(handles: Pick<DatabaseHandles, 'reader' | 'engine' | 'prepare'>) {
  const prepared = new Map<string, ReadPage>()
  return async (accountId: number, query: PostQuery): Promise<PageRow[]> => {
    const values = pageValues(accountId, query)
    const shape = shapeOf(query, values)
    let read = prepared.get(shape)
    if (!read) {
      const compiled = compilePage(handles, query, values)
      const run = handles.prepare(compiled)
      read = (values) => run(compiled.parameters.map((name) => values[name]))
      prepared.set(shape, read)
    }
    return (await read(values)) as PageRow[]
  }
}

/** What a query compares with; null where it does not. */
export interface PageValues {
  accountId: number
  limit: number
  type: MediaType | null
  /** The bound at which the ordering begins, and the one at which it ends. */
  first: number | null
  last: number | null
  /** The place behind which the page starts. */
  publishedAt: number | null
  position: number | null
}

/** Returns the values of a query by their names. */
export function pageValues(accountId: number, query: PostQuery): PageValues {
  const { after, order, limit, type, publishedAfter, publishedBefore } = query
  const forward = order.direction === 'asc'
  const first = forward ? publishedAfter : publishedBefore
  const last = forward ? publishedBefore : publishedAfter
  const page = { accountId, limit, type, last }
  if (order.by === 'position') {
    return { ...page, first, publishedAt: null, position: after?.position ?? null }
  }
  // Only the nearer of the two starts: SQLite seeks by one of them and would read every row up to the other.
  if (after !== null && (first === null || !isBefore(after.publishedAt, first, forward))) {
    return { ...page, first: null, publishedAt: after.publishedAt, position: after.position }
  }
  return { ...page, first, publishedAt: null, position: null }
}

function isBefore(time: number, other: number, forward: boolean): boolean {
  return forward ? time < other : time > other
}

/** Equal for queries with the same SQL. */
function shapeOf({ order, comments }: PostQuery, values: PageValues): string {
  const isThere = (value: unknown) => (value === null ? 0 : 1)
  return `${order.by} ${order.direction} ${comments} ${isThere(values.type)}${isThere(values.first)}${isThere(values.last)}${isThere(values.position)}`
}

/**
 * Compiles the query for one page; it seeks to the page and reads nothing in front of it. Its parameters are the names of
 * the values.
 */
export function compilePage(
  { reader, engine }: Pick<DatabaseHandles, 'reader' | 'engine'>,
  { order, comments }: PostQuery,
  values: PageValues,
) {
  const forward = order.direction === 'asc'
  const behind = forward ? '>' : '<'
  const notBefore = forward ? '>=' : '<='
  const notAfter = forward ? '<=' : '>='

  let page = reader
    .selectFrom(sql<PostRow>`post`.as<'post'>(engine.postThrough(indexFor(order.by, values.type))))
    .select(['position', 'doc'])
    .$if(comments, (rows) => rows.select('comments'))
    .where('account_id', '=', parameter('accountId'))
    .limit(parameter('limit'))
  if (values.type !== null) page = page.where('media_type', '=', parameter('type'))
  if (values.last !== null) page = page.where('published_at', notAfter, parameter('last'))
  if (values.first !== null) page = page.where('published_at', notBefore, parameter('first'))

  if (order.by === 'position') {
    if (values.position !== null) page = page.where('position', behind, parameter('position'))
    page = page.orderBy('position', order.direction)
  } else {
    if (values.position !== null) {
      const place = [parameter('publishedAt'), parameter('position')] as const
      page = page.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('published_at', 'position'), behind, tuple(...place)),
      )
    }
    page = page.orderBy('published_at', order.direction).orderBy('position', order.direction)
  }
  const compiled = page.compile()
  return { ...compiled, parameters: compiled.parameters as readonly (keyof PageValues)[] }
}

/** Kysely has no named parameters: each is its own name until the query runs. */
function parameter<Name extends keyof PageValues>(name: Name): NonNullable<PageValues[Name]> {
  return name as unknown as NonNullable<PageValues[Name]>
}

type PostIndex =
  | 'post_by_time'
  | 'post_by_type_and_time'
  | 'post_by_position'
  | 'post_by_type_and_position'

function indexFor(by: PostQuery['order']['by'], type: MediaType | null): PostIndex {
  if (by === 'position') return type ? 'post_by_type_and_position' : 'post_by_position'
  return type ? 'post_by_type_and_time' : 'post_by_time'
}
