import type { PostQuery } from '@photofeed/core'
import { sql } from 'kysely'
import type { DatabaseHandles, PreparedQuery } from './engine/engine.ts'
import type { PostRow } from './engine/schema.ts'

/** Position, document, and comments if the query requests them. */
export type PageRow = [position: number, doc: string, comments?: string]

/** Creates the function that reads one page of an account's posts. Each shape of a query is compiled and prepared once. */
export function createPageReader(handles: Pick<DatabaseHandles, 'db' | 'engine' | 'prepare'>) {
  const prepared = new Map<string, PreparedQuery>()
  return async (accountId: number, query: PostQuery): Promise<PageRow[]> => {
    const { order, comments } = query
    const range = rangeOf(query)
    // In the order of the parameters in the query.
    const values = [accountId, query.type, range.last, range.first, range.publishedAt]
    values.push(range.position, query.limit)
    // Equal for queries with the same SQL.
    const shape = `${order.by} ${order.direction} ${comments} ${values.map((value) => value === null)}`
    let read = prepared.get(shape)
    if (!read) {
      read = handles.prepare(compilePage(handles, accountId, query))
      prepared.set(shape, read)
    }
    return (await read(values.filter((value) => value !== null))) as PageRow[]
  }
}

type RangeQuery = Pick<PostQuery, 'after' | 'order' | 'publishedAfter' | 'publishedBefore'>

/** Returns the dates between which a page is read, and the place behind which it starts; null where there is no bound. */
function rangeOf({ after, order, publishedAfter, publishedBefore }: RangeQuery) {
  const forward = order.direction === 'asc'
  const first = forward ? publishedAfter : publishedBefore
  const last = forward ? publishedBefore : publishedAfter
  if (order.by === 'position') {
    return { first, last, publishedAt: null, position: after?.position ?? null }
  }
  // Only the nearer of the two starts: SQLite seeks by one of them and would read every row up to the other.
  const isBefore = (time: number, other: number) => (forward ? time < other : time > other)
  if (after !== null && (first === null || !isBefore(after.publishedAt, first))) {
    return { first: null, last, publishedAt: after.publishedAt, position: after.position }
  }
  return { first, last, publishedAt: null, position: null }
}

/** Compiles the query for one page; it seeks to the page and reads nothing in front of it. */
export function compilePage(
  { db, engine }: Pick<DatabaseHandles, 'db' | 'engine'>,
  accountId: number,
  query: PostQuery,
) {
  const { order, type, comments, limit, ...range } = query
  // A type error here names a filter without a condition below.
  range satisfies { [Name in keyof typeof range]: Name extends keyof RangeQuery ? unknown : never }
  const { first, last, publishedAt, position } = rangeOf({ ...range, order })
  const [behind, notBefore, notAfter] =
    order.direction === 'asc' ? (['>', '>=', '<='] as const) : (['<', '<=', '>='] as const)
  const byTime = order.by === 'publishedAt'
  const index = `post_by_${type ? 'type_and_' : ''}${byTime ? 'time' : 'position'}`

  let page = db
    .selectFrom(sql<PostRow>`post`.as<'post'>(engine.postThrough(index)))
    .select(['position', 'doc'])
    .$if(comments, (rows) => rows.select('comments'))
    .where('account_id', '=', accountId)
    .limit(limit)
  if (type !== null) page = page.where('media_type', '=', type)
  if (last !== null) page = page.where('published_at', notAfter, last)
  if (first !== null) page = page.where('published_at', notBefore, first)
  if (byTime) page = page.orderBy('published_at', order.direction)
  if (publishedAt !== null && position !== null) {
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('published_at', 'position'), behind, tuple(publishedAt, position)),
    )
  } else if (position !== null) page = page.where('position', behind, position)
  return page.orderBy('position', order.direction).compile()
}
