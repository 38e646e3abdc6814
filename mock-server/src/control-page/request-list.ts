import type { RecordedRequest } from '../request-log.ts'
import { part } from './element.ts'
import { createKeyedList } from './keyed-list.ts'
import { createRequestRow } from './request-row.ts'

export function createRequestList(): (requests: readonly RecordedRequest[]) => void {
  const list = part('ol', 'request-list')
  const empty = part('p', 'no-request')
  const showRows = createKeyedList<RecordedRequest>(list, {
    // Durations are so fine that no two requests are alike in everything.
    keyOf: (request) => JSON.stringify(request),
    createRow: createRequestRow,
  })
  return (requests) => {
    showRows(requests)
    list.hidden = requests.length === 0
    empty.hidden = requests.length > 0
  }
}
