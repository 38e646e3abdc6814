/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { RequestDetails } from '../../log/request-details.ts'
import type { LogEntry } from '../../log/request-log.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, clock, Filter, formatFault, Prose } from './parts.tsx'
import { RequestDetail } from './request-detail.tsx'

/** The latest requests, newest first, with a filter. */
export function RequestList({ mock }: { mock: MockSource }) {
  const [filter, setFilter] = useState('')
  const { requests = [] } = mock.state ?? {}
  const words = filter.trim().toLowerCase().split(/\s+/)
  const found = requests.filter((request) => {
    const text = textOf(request)
    return words.every((word) => text.includes(word))
  })
  const clear = () =>
    mock.act({ name: 'clear-requests', body: {} }, () => 'The requests are cleared.')
  const empty =
    requests.length === 0
      ? 'No requests yet. Requests of your page to the mock appear here within a second.'
      : 'No request matches the filter.'
  return (
    <>
      <h2>
        Requests <span class="quiet">{requests.length}</span>
      </h2>
      <div class="field" hidden={requests.length === 0}>
        <Filter placeholder="Filter requests by any text" value={filter} onChange={setFilter} />
        <Button name="Clear the requests" onClick={clear}>
          Clear
        </Button>
      </div>
      <ol class="list" hidden={found.length === 0}>
        {found.map((request) => (
          <RequestRow key={`${request.id} ${request.at}`} request={request} mock={mock} />
        ))}
      </ol>
      <p class="empty" role="status">
        {mock.state && found.length === 0 && empty}
      </p>
    </>
  )
}

/** What the filter searches. `error` finds requests that failed, and `warning` those with warnings. */
function textOf({ method, target, status, scenario, fault, warnings }: LogEntry): string {
  const path = target.replace(/api_key=[^&]*/, '')
  const outcome = status === null || status >= 400 ? `${status ?? 'none'} error` : status
  const notes = warnings.map((warning) => `warning ${warning}`)
  return [method, path, outcome, scenario, formatFault(fault), ...notes].join(' ').toLowerCase()
}

/** By the first digit of the status. */
const tones: Record<number, string> = { 2: 'good', 3: 'good', 4: 'caution' }

function RequestRow({ request, mock }: { request: LogEntry; mock: MockSource }) {
  const { id, at, method, path, target, scenario, status, milliseconds, fault, warnings } = request
  const [isOpen, setOpen] = useState(false)
  const [details, setDetails] = useState<RequestDetails | null>()

  async function toggle(): Promise<void> {
    setOpen(!isOpen)
    if (!isOpen && details === undefined) setDetails(await mock.readDetails(id))
  }

  return (
    <li class="request">
      <div class="summary">
        <span class={`status ${tones[Math.floor((status ?? 0) / 100)] ?? 'bad'}`}>
          {status ?? 'none'}
        </span>
        <div class="about">
          <p class="target">
            <b>{method}</b> <code>{path}</code>
            <code class="quiet">{queryText(target.slice(path.length))}</code>
          </p>
          <p class="facts">
            <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>
            <span>{Math.round(milliseconds)} ms</span>
            {scenario && <span class="whose">{scenario}</span>}
            {fault && <span class="caution">fault: {formatFault(fault)}</span>}
          </p>
        </div>
        <Button
          class="icon more"
          name={`Details of ${method} ${path}`}
          aria-expanded={isOpen}
          onClick={toggle}
        />
      </div>
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map((warning) => (
            <li>
              <Prose text={warning} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && details !== undefined && (
        <RequestDetail request={request} details={details} mock={mock} />
      )}
    </li>
  )
}

/** Returns the query string to display, without the key. */
function queryText(target: string): string {
  // Browsers escape the brackets of page[size].
  const query = target.replace(/%5B/gi, '[').replace(/%5D/gi, ']')
  return query.replace(/(^\?|&)api_key=[^&]*&?/, '$1').replace(/[?&]$/, '')
}
