/** @jsxImportSource preact */
import type { ControlState } from '../../control/state.ts'
import type { Message, RequestDetails } from '../../log/request-details.ts'
import type { LogEntry } from '../../log/request-log.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, formatCount } from './parts.tsx'

interface DetailProps {
  request: LogEntry
  /** Null if the log no longer has them. */
  details: RequestDetails | null
  mock: MockSource
}

/** The headers and bodies of a request and its response. */
export function RequestDetail({ request, details, mock }: DetailProps) {
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

/** Returns a curl command that repeats a request. */
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
      <p class="label">
        {kind}, {formatCount(bytes, 'byte', 'bytes')}
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

/** Indents JSON. Other text, and JSON that ends in the middle, stays as it is. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
