/** @jsxImportSource preact */

import { colorJson } from '@photofeed/design/color-json'
import type { ComponentChild } from 'preact'
import { useState } from 'preact/hooks'
import type { ControlState } from '../../control/state.ts'
import type { Message, RequestDetails } from '../../log/request-details.ts'
import type { LogEntry } from '../../log/request-log.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, clock, Empty, Filter, formatCount, formatFault, Prose } from './parts.tsx'

export function RequestList({ mock }: { mock: MockSource }) {
  const [filter, setFilter] = useState('')
  const { requests = [] } = mock.state ?? {}
  const words = filter.trim().toLowerCase().split(/\s+/)
  const found = requests.filter((request) => {
    const text = textOf(request)
    return words.every((word) => text.includes(word))
  })
  const clear = () => mock.act(['clearRequests'], () => 'The requests are cleared.')
  const { baseUrl, scenarios = [] } = mock.state ?? {}
  const apiKey = scenarios.find((scenario) => scenario.apiKey !== null)?.apiKey
  const isEmpty = requests.length === 0
  const empty = isEmpty
    ? 'No requests yet. Requests of your page to the mock appear here within a second.'
    : 'No request matches the filter.'

  async function send(): Promise<void> {
    // A request that a fault breaks is displayed too.
    await fetch(`${baseUrl}/api/v1/me?api_key=${apiKey}`).catch(() => {})
    mock.refresh()
  }

  return (
    <>
      <h2>
        Requests{' '}
        <span class="quiet">
          {found.length < requests.length && `${found.length} of `}
          {requests.length}
        </span>
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
      <Empty
        text={mock.state && found.length === 0 && empty}
        // The page of a local mock sends its own requests.
        action={isEmpty ? !mock.client?.isLocal && 'Send a request' : 'Show all requests'}
        onClick={isEmpty ? send : () => setFilter('')}
      />
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
            <span>{milliseconds.toFixed(milliseconds < 9.95 ? 1 : 0)} ms</span>
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

function queryText(target: string): string {
  // Browsers escape the brackets of page[size].
  const query = target.replace(/%5B/gi, '[').replace(/%5D/gi, ']')
  return query.replace(/(^\?|&)api_key=[^&]*&?/, '$1').replace(/[?&]$/, '')
}

interface DetailProps {
  request: LogEntry
  /** Null if the log no longer has them. */
  details: RequestDetails | null
  mock: MockSource
}

function RequestDetail({ request, details, mock }: DetailProps) {
  const { state, client } = mock
  const title = `${request.method} ${request.path}`
  const reason = request.aborted ? 'The page aborted the request' : 'A fault broke the connection'
  // No other program reaches a mock in the page; its developer tools copy the request.
  const isRepeatable = state !== null && client?.isLocal === false
  return (
    <div class="details">
      {isRepeatable && (
        <div class="buttons">
          <Button
            name={`Copy as curl, ${title}`}
            onClick={() => mock.copy(`${title} as curl`, curlOf(request, state))}
          >
            Copy as curl
          </Button>
        </div>
      )}
      {details === null ? (
        <p class="quiet">The log keeps headers and bodies of the latest 50 requests only.</p>
      ) : (
        <>
          <Section kind="Request" message={details.request} title={title} />
          {details.response ? (
            <Section kind="Response" message={details.response} title={title} />
          ) : (
            <p class="quiet">{reason}: there is no response.</p>
          )}
        </>
      )}
    </div>
  )
}

function curlOf({ scenario, target, method, body }: LogEntry, state: ControlState): string {
  // The log hides a key that may be secret or of another scenario; the scenario's own key reads the same.
  const key = state.scenarios.find(({ name }) => name === scenario)?.apiKey ?? '<API_KEY>'
  const url = state.baseUrl + target.replace('api_key=<API_KEY>', `api_key=${key}`)
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  // Without --globoff, curl reads the brackets of page[size] as a pattern.
  const command = `curl --globoff ${quote(url)}`
  if (method === 'HEAD') return `${command} --head`
  if (body === null) return method === 'GET' ? command : `${command} --request ${method}`
  return `${command} --request ${method} --json ${quote(body)}`
}

interface SectionProps {
  kind: 'Request' | 'Response'
  message: Message
  title: string
}

function Section({ kind, message: { headers, body, bytes }, title }: SectionProps) {
  return (
    <section class="group" aria-label={kind}>
      <p class="quiet">
        {kind},{' '}
        {bytes < 1000 ? formatCount(bytes, 'byte', 'bytes') : `${(bytes / 1000).toFixed(1)} kB`}
      </p>
      {headers.length > 0 && (
        <details>
          <summary>{formatCount(headers.length, 'header', 'headers')}</summary>
          <dl class="headers">
            {headers.map(([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {body !== null && (
        <section
          class="body-text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
          aria-label={`${kind} body of ${title}`}
        >
          {formatBody(body)}
        </section>
      )}
    </section>
  )
}

/** Indents and colors JSON. Other text, and JSON that ends in the middle, stays as it is. */
function formatBody(body: string): ComponentChild {
  try {
    return colorJson(JSON.stringify(JSON.parse(body), null, 2), (kind, text) => (
      <span class={`code-${kind}`}>{text}</span>
    ))
  } catch {
    return body
  }
}
