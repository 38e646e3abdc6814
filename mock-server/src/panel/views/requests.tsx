/** @jsxImportSource preact */

import { useState } from 'preact/hooks'
import type { LogEntry } from '../../log/request-log.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, clock, formatFault, Prose } from './parts.tsx'

export function RequestList({ mock }: { mock: MockSource }) {
  const [filter, setFilter] = useState('')
  const { requests = [] } = mock.state ?? {}
  const words = filter.trim().toLowerCase().split(/\s+/)
  const found = requests.filter((request) => {
    const text = textOf(request)
    return words.every((word) => text.includes(word))
  })
  const clear = () => mock.act(['clearRequests'], () => 'The requests are cleared.')
  const isEmpty = requests.length === 0
  const text = isEmpty
    ? 'No requests yet. Requests of your page to the mock appear here within a second.'
    : 'No request matches the filter.'
  // The page of a local mock sends its own requests.
  const action = isEmpty ? !mock.client?.isLocal && 'Send a request' : 'Show all requests'
  const hasNone = mock.state !== null && found.length === 0

  async function send(): Promise<void> {
    const apiKey = mock.state?.scenarios.find((scenario) => scenario.apiKey !== null)?.apiKey
    // A request that a fault breaks is displayed too.
    await fetch(`/api/v1/me?api_key=${apiKey}`).catch(() => {})
    mock.refresh()
  }

  return (
    <>
      <div class="field" hidden={isEmpty}>
        <input
          class="input"
          type="search"
          autocomplete="off"
          spellcheck={false}
          aria-label="Filter requests by any text"
          placeholder="Filter requests by any text"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <Button name="Clear the requests" onClick={clear}>
          Clear
        </Button>
      </div>
      <ol class="list" hidden={found.length === 0}>
        {found.map((request) => (
          <RequestRow key={`${request.id} ${request.at}`} request={request} />
        ))}
      </ol>
      {/* A live region that appears with its text is not read aloud, so it stays in the page. */}
      <div class="empty">
        <p role="status">{hasNone && text}</p>
        {hasNone && action && (
          <Button onClick={isEmpty ? send : () => setFilter('')}>{action}</Button>
        )}
      </div>
    </>
  )
}

/** What the filter searches. `error` finds requests that failed, and `warning` those with warnings. */
function textOf({ method, target, body, status, scenario, fault, warnings }: LogEntry): string {
  const path = target.replace(/api_key=[^&]*/, '')
  const outcome = status === null || status >= 400 ? `${status ?? 'none'} error` : status
  const notes = warnings.map((warning) => `warning ${warning}`)
  return [method, path, body, outcome, scenario, formatFault(fault), ...notes]
    .join(' ')
    .toLowerCase()
}

const tones: Record<number, string> = { 2: 'good', 3: 'good', 4: 'caution' }

function RequestRow({ request }: { request: LogEntry }) {
  const { at, method, path, target, body, scenario, status, milliseconds, fault, warnings } =
    request
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
          {body !== null && <code class="quiet">{body.slice(0, 300)}</code>}
          <p class="facts">
            <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>
            <span>{milliseconds.toFixed(milliseconds < 9.95 ? 1 : 0)} ms</span>
            {scenario && <span class="whose">{scenario}</span>}
            {fault && <span class="caution">fault: {formatFault(fault)}</span>}
          </p>
        </div>
      </div>
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map((warning) => (
            <li class="notice caution">
              <Prose text={warning} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function queryText(target: string): string {
  // Browsers escape the brackets of page[size].
  const query = target.replace(/%5B/gi, '[').replace(/%5D/gi, ']')
  return query.replace(/(^\?|&)api_key=[^&]*&?/, '$1').replace(/[?&]$/, '')
}
