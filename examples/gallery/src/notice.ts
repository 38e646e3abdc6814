import type { Connection } from '@photofeed/sdk'
import { date } from './date.ts'
import { element } from './element.ts'

/** What a visitor should know about the age of the posts; nothing while all is well. */
export function notice(connection: Connection): Node[] {
  if (connection.stale) return [staleNotice(connection)]
  if (connection.status !== 'importing') return []
  return [
    element(
      'div',
      { className: 'notice' },
      element('p', {}, element('strong', {}, 'The first import is still running.')),
      element('p', {}, 'Posts appear here as they arrive; look again shortly.'),
    ),
  ]
}

function staleNotice({ explanation, lastFetchedAt }: Connection) {
  return element(
    'div',
    { className: 'notice warning' },
    element('p', {}, element('strong', {}, 'This feed has stopped updating.')),
    element('p', {}, explanation ?? ''),
    lastFetchedAt === null
      ? element('p', { className: 'quiet' }, 'Its posts were never fetched.')
      : element('p', { className: 'quiet' }, 'Last fetched ', date(lastFetchedAt)),
  )
}
