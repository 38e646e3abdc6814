import type { PostQuery } from '@photofeed/core'
import { sql } from 'kysely'
import type { Connections } from './connections.ts'
import type { PostRow } from './schema.ts'

/** The query for one page of an account's posts; it seeks to the page and reads nothing in front of it. */
export function pageQuery(
  { reader, engine }: Pick<Connections, 'reader' | 'engine'>,
  accountId: number,
  query: PostQuery,
) {
  const { after, order, type } = query
  const forward = order.direction === 'asc'
  const behind = forward ? '>' : '<'
  const first = forward ? query.publishedAfter : query.publishedBefore
  const last = forward ? query.publishedBefore : query.publishedAfter

  let page = reader
    .selectFrom(sql<PostRow>`post`.as<'post'>(engine.postThrough(indexFor(query))))
    .select(['position', 'doc'])
    .$if(query.comments, (rows) => rows.select('comments'))
    .where('account_id', '=', accountId)
    .limit(query.limit)
  if (type !== null) page = page.where('media_type', '=', type)
  if (last !== null) page = page.where('published_at', forward ? '<=' : '>=', last)

  if (order.by === 'position') {
    if (first !== null) page = page.where('published_at', forward ? '>=' : '<=', first)
    if (after !== null) page = page.where('position', behind, after.position)
    return page.orderBy('position', order.direction)
  }

  // Only the nearer of the two starts: SQLite seeks by one of them and would read every row up to the other.
  if (after !== null && (first === null || !isBefore(after.publishedAt, first, forward))) {
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('published_at', 'position'), behind, tuple(after.publishedAt, after.position)),
    )
  } else if (first !== null) {
    page = page.where('published_at', forward ? '>=' : '<=', first)
  }
  return page.orderBy('published_at', order.direction).orderBy('position', order.direction)
}

function isBefore(time: number, other: number, forward: boolean): boolean {
  return forward ? time < other : time > other
}

type PostIndex =
  | 'post_by_time'
  | 'post_by_type_and_time'
  | 'post_by_position'
  | 'post_by_type_and_position'

function indexFor({ order, type }: PostQuery): PostIndex {
  if (order.by === 'position') return type ? 'post_by_type_and_position' : 'post_by_position'
  return type ? 'post_by_type_and_time' : 'post_by_time'
}
