import type { Message, RequestDetails } from '../log/request-details.ts'
import type { LogEntry } from '../log/request-log.ts'
import { formatBody } from './body-text.ts'
import { button, element } from './dom.ts'
import { formatCount } from './header.ts'
import type { Panel } from './mock-client.ts'

interface DetailParts {
  /** Names the request, as in `GET /api/v1/me`. */
  title: string
  /** Copy the request. */
  buttons: HTMLElement[]
  panel: Panel
}

/** Shows headers and bodies of a request and its response. */
export function createRequestDetail(
  { aborted }: LogEntry,
  details: RequestDetails | null,
  { title, buttons, panel }: DetailParts,
): HTMLElement {
  const node = element('div', { className: 'details' })
  if (buttons.length > 0) node.append(element('div', { className: 'buttons' }, ...buttons))
  if (details === null) {
    node.append(quiet('The log keeps headers and bodies of the latest 50 requests only.'))
    return node
  }
  const { request, response } = details
  const reason = aborted
    ? 'The page aborted the request: there is no response.'
    : 'A fault broke the connection: there is no response.'
  node.append(
    messageSection('Request', request, title, panel),
    response === null ? quiet(reason) : messageSection('Response', response, title, panel),
  )
  return node
}

function messageSection(
  kind: 'Request' | 'Response',
  message: Message,
  title: string,
  panel: Panel,
): HTMLElement {
  const { headers, body, bytes } = message
  const label = element('p', { className: 'label' }, kind)
  const section = element('section', { className: 'message', ariaLabel: kind }, label)
  if (headers.length > 0) section.append(headerList(headers, kind === 'Response' && body === null))
  if (body === null) {
    if (bytes > 0) section.append(quiet(`The body is ${size(bytes)} that are not text.`))
    return section
  }
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? []
  const pieces = formatBody(body, type)
  const name = `${kind.toLowerCase()} body of ${title}`
  const text = element('pre', { className: 'body-text', tabIndex: 0, role: 'region' })
  text.ariaLabel = name
  text.append(
    ...pieces.map(({ text, kind }) =>
      kind === 'plain' ? text : element('span', { className: kind }, text),
    ),
  )
  const copy = button('Copy body', {
    name: `Copy the ${name}`,
    onClick: () => panel.copy(`the ${name}`, pieces.map(({ text }) => text).join('')),
  })
  section.append(
    text,
    element('div', { className: 'body-facts' }, quiet(shownSize(body, bytes)), copy),
  )
  return section
}

function headerList(headers: Message['headers'], open: boolean): HTMLElement {
  const list = element('dl', { className: 'headers' })
  for (const [name, value] of headers) {
    list.append(element('div', {}, element('dt', {}, name), element('dd', {}, value)))
  }
  const summary = element('summary', {}, formatCount(headers.length, 'header', 'headers'))
  return element('details', { open }, summary, list)
}

function shownSize(body: string, bytes: number): string {
  const shown = new TextEncoder().encode(body).length
  // A hidden key changes the length.
  return bytes > shown + 1000 ? `The first ${size(shown)} of ${size(bytes)}` : size(bytes)
}

function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
}

function quiet(text: string): HTMLElement {
  return element('p', { className: 'quiet' }, text)
}
