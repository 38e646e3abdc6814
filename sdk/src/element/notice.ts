import type { Connection } from '../index.ts'
import { day } from './day.ts'
import { h, type Tree } from './tree.ts'

/** Tells that the posts may be old; nothing while the feed is fresh. */
export function notice({ stale, explanation, lastFetchedAt }: Connection): Tree {
  if (!stale) return null
  return h(
    'div',
    { part: 'notice' },
    explanation,
    ...(lastFetchedAt === null ? [] : [' Last updated ', day(lastFetchedAt, null), '.']),
  )
}
