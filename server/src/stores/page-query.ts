import type { PostQuery } from '@photofeed/core'
import { sql } from 'kysely'
import { type DatabaseHandles, isOneOf, type PreparedQuery } from './engine/engine.ts'
import type { PostRow } from './engine/schema.ts'

/** Position, document, and comments if the query requests them. */
export type PageRow = [position: number, doc: string, comments?: string]

type Handles = Pick<DatabaseHandles, 'db' | 'engine' | 'prepare'>

/** Creates the function that reads one page of an account's posts. Each shape of a query is compiled and prepared once. */
export function createPageReader(handles: Handles) {
  const prepared = new Map<string, PreparedQuery>()
  const readRange = rangeReader(handles)
  return async (accountId: number, query: PostQuery): Promise<PageRow[]> => {
    const { order, comments } = query
    const range = rangeOf(query)
    if (order.by === 'position' && (range.first !== null || range.last !== null)) {
      const page = await readRange(accountId, query)
      if (page) return page
    }
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

/** Dates with fewer posts are sorted here: in the order of positions, all posts of an account may be between them. */
const fewPosts = 200

/** Creates the function that reads a page by position of the posts between two dates; null if these are many. */
function rangeReader({ db, engine, prepare }: Handles) {
  const positionsOf = [false, true].map((hasType) => {
    const index = `post_by_${hasType ? 'type_and_' : ''}time`
    const positions = db
      .selectFrom(sql<PostRow>`post`.as<'post'>(engine.postThrough(index)))
      .select('position')
      .where('account_id', '=', 0)
      .$if(hasType, (posts) => posts.where('media_type', '=', 'IMAGE'))
      .where('published_at', '>=', 0)
      .where('published_at', '<=', 0)
      .limit(fewPosts)
    return prepare(positions.compile())
  })
  const rowsOf = [false, true].map((hasComments) =>
    prepare(
      db
        .selectFrom('post')
        .select(['position', 'doc'])
        .$if(hasComments, (rows) => rows.select('comments'))
        .where('account_id', '=', 0)
        .where(isOneOf(db, 'position', []))
        .compile(),
    ),
  )

  return async (accountId: number, query: PostQuery): Promise<PageRow[] | null> => {
    const { order, type, comments, after, publishedAfter, publishedBefore, limit } = query
    const earliest = publishedAfter ?? Number.MIN_SAFE_INTEGER
    const latest = publishedBefore ?? Number.MAX_SAFE_INTEGER
    const values = [accountId, type, earliest, latest, fewPosts].filter((value) => value !== null)
    const found = (await positionsOf[type === null ? 0 : 1]?.(values)) as [number][]
    if (found.length === fewPosts) return null
    const sign = order.direction === 'asc' ? 1 : -1
    const behind = after ? sign * after.position : Number.NEGATIVE_INFINITY
    const positions = found.map(([position]) => sign * position).filter((place) => place > behind)
    const page = positions.sort((one, other) => one - other).slice(0, limit)
    if (page.length === 0) return []
    const wanted = page.map((place) => sign * place)
    const list = engine.name === 'postgres' ? wanted : JSON.stringify(wanted)
    const rows = (await rowsOf[comments ? 1 : 0]?.([accountId, list])) as PageRow[]
    // Some were deleted between the two statements: a short page would look like the last.
    if (rows.length < page.length) return null
    return rows.toSorted(([one], [other]) => sign * (one - other))
  }
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
