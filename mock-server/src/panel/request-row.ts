import type { ControlState } from '../control/state.ts'
import { formatFault } from '../faults/fault-text.ts'
import type { RequestDetails } from '../log/request-details.ts'
import type { LogEntry } from '../log/request-log.ts'
import { button, element, prose, type Row } from './dom.ts'
import type { Panel } from './mock-client.ts'
import { createRequestDetail } from './request-detail.ts'
import { curlOf, fetchOf, isRepeatable, testOf } from './request-snippets.ts'

const wholeKey = /\b([0-9a-f]{8})[0-9a-f]{56}\b/g
const keyParameter = /(^\?|&)api_key=[^&]*&?/
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** By the first digit of the status. */
const tones: Record<number, string> = { 2: 'good', 3: 'good', 4: 'caution', 5: 'bad' }

/** Shows one request, which never changes. */
export function createRequestRow(
  request: LogEntry,
  state: () => ControlState,
  panel: Panel,
): Row<LogEntry> {
  const { method, path, target, scenario, status, warnings } = request
  const title = `${method} ${path}`
  const tone = status === null ? 'bad' : (tones[Math.floor(status / 100)] ?? '')
  const badge = element('span', { className: `status ${tone}` }, `${status ?? 'none'}`)
  if (status === null) badge.title = 'No response'
  const about = element(
    'div',
    { className: 'about' },
    element(
      'p',
      { className: 'target' },
      element('span', { className: 'method' }, method),
      ' ',
      element('code', {}, path),
      element('code', { className: 'quiet' }, queryText(target.slice(path.length), scenario)),
    ),
    factsOf(request),
  )
  const node = element('li', { className: 'request' })
  const more = button('', { name: `Details of ${title}`, className: 'more', onClick: toggle })
  more.ariaExpanded = 'false'
  const exchange = element('div', { className: 'exchange' }, badge, about, more)
  exchange.addEventListener('click', ({ target }) => {
    // Selecting text, such as the path, ends with a click.
    if (target !== more && getSelection()?.isCollapsed !== false) toggle()
  })
  node.append(exchange)
  if (warnings.length > 0) {
    const texts = warnings.map((warning) => element('li', {}, ...prose(warning)))
    node.append(element('ul', { className: 'warnings', ariaLabel: 'Warnings' }, ...texts))
  }

  let detail: HTMLElement | null = null
  async function toggle(): Promise<void> {
    const isOpen = more.ariaExpanded !== 'true'
    more.ariaExpanded = String(isOpen)
    if (!isOpen) return detail?.remove()
    detail ??= await readDetail()
    if (more.ariaExpanded !== 'true') return
    node.append(detail)
    node.scrollIntoView({ block: 'nearest' })
  }

  async function readDetail(): Promise<HTMLElement> {
    const details = await panel.readDetails(request.id)
    const buttons = copyButtons(request, details, { state, panel })
    return createRequestDetail(request, details, { title, buttons, panel })
  }

  return { node }
}

function factsOf({ at, milliseconds, scenario, fault }: LogEntry): HTMLElement {
  const facts = element('p', { className: 'facts' })
  const moment = element('time', { dateTime: new Date(at).toISOString() }, time.format(at))
  facts.append(moment, element('span', {}, duration(milliseconds)))
  if (scenario !== null) facts.append(element('span', { className: 'whose' }, scenario))
  if (fault !== null) {
    facts.append(element('span', { className: 'caution' }, `fault: ${formatFault(fault)}`))
  }
  return facts
}

/** A mock in the page responds to no other program, so its requests are copied as `fetch`. */
function copyButtons(
  request: LogEntry,
  details: RequestDetails | null,
  { state, panel }: { state: () => ControlState; panel: Panel },
): HTMLElement[] {
  if (!isRepeatable(request)) return []
  const title = `${request.method} ${request.path}`
  const copy = (as: string, text: () => string, advice?: string) =>
    button(`Copy as ${as}`, {
      name: `Copy ${title} as ${as}`,
      onClick: () => panel.copy(`${title} as ${as}`, text(), advice),
    })
  const advice = 'Paste it into the console of this page: no other program reaches this mock.'
  return [
    panel.isLocal
      ? copy('fetch', () => fetchOf(request, state()), advice)
      : copy('curl', () => curlOf(request, state())),
    copy('a test', () => testOf(request, state(), details)),
  ]
}

/** Returns the query string to display, without the key if the scenario is displayed too. */
function queryText(target: string, scenario: string | null): string {
  // Browsers escape the brackets of page[size].
  const query = target.replace(/%5B/gi, '[').replace(/%5D/gi, ']')
  if (scenario === null) return query.replace(wholeKey, (_, start) => `${start}…`)
  return query.replace(keyParameter, '$1').replace(/[?&]$/, '')
}

function duration(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
