import type { ControlState } from '../control/state.ts'
import { formatFault } from '../fault-text.ts'
import type { RecordedRequest } from '../request-log.ts'
import { button, createKeyedList, element, prose, type Row } from './dom.ts'
import type { Panel } from './mock-client.ts'
import { curlOf, isRepeatable, testOf } from './request-snippets.ts'

const wholeKey = /\b([0-9a-f]{8})[0-9a-f]{56}\b/g
const keyParameter = /(^\?|&)api_key=[^&]*&?/
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** By the first digit of the status. */
const tones: Record<number, string> = { 2: 'good', 3: 'good', 4: 'caution', 5: 'bad' }

/** The latest requests, newest first. */
export function createRequestList(panel: Panel) {
  const list = element('ol', { className: 'list requests' })
  const empty = element(
    'p',
    { className: 'empty' },
    'No requests yet. Requests of your page to the mock appear here within a second.',
  )
  let state: ControlState
  const show = createKeyedList<RecordedRequest>(list, {
    // Two requests within a millisecond differ in how long they took.
    keyOf: (request) => JSON.stringify(request),
    createRow: (request) => requestRow(request, () => state, panel),
  })
  return {
    node: element('div', {}, list, empty),
    show(latest: ControlState) {
      state = latest
      show(latest.requests)
      list.hidden = latest.requests.length === 0
      empty.hidden = !list.hidden
    },
  }
}

function requestRow(
  request: RecordedRequest,
  state: () => ControlState,
  panel: Panel,
): Row<RecordedRequest> {
  const { at, method, path, target, scenario, status, milliseconds, fault, warnings } = request
  const tone = status === null ? 'bad' : (tones[Math.floor(status / 100)] ?? '')
  const query = queryText(target.slice(path.length), scenario)
  const facts = element('p', { className: 'facts' })
  const moment = element('time', { dateTime: new Date(at).toISOString() }, time.format(at))
  facts.append(moment, element('span', {}, duration(milliseconds)))
  if (scenario !== null) facts.append(element('span', { className: 'whose' }, scenario))
  if (fault !== null)
    facts.append(element('span', { className: 'caution' }, `fault: ${formatFault(fault)}`))
  const about = element(
    'div',
    { className: 'about' },
    element(
      'p',
      { className: 'target' },
      element('span', { className: 'method' }, method),
      ' ',
      element('code', {}, path),
      element('code', { className: 'quiet' }, query),
    ),
    facts,
  )
  const node = element(
    'li',
    { className: 'request' },
    element('span', { className: `status ${tone}` }, status === null ? 'none' : `${status}`),
    about,
  )
  if (status === null) node.firstElementChild?.setAttribute('title', 'No response')
  if (isRepeatable(request)) {
    const what = `${method} ${path}`
    const copies = element('div', { className: 'buttons' })
    copies.append(
      button('curl', {
        name: `Copy ${what} as curl`,
        onClick: () => panel.copy(`${what} as curl`, curlOf(request, state())),
      }),
      button('Test', {
        name: `Copy ${what} as a test`,
        onClick: () => panel.copy(`${what} as a test`, testOf(request, state())),
      }),
    )
    node.append(copies)
  }
  if (warnings.length > 0) {
    const texts = warnings.map((warning) => element('li', {}, ...prose(warning)))
    node.append(element('ul', { className: 'warnings', ariaLabel: 'Warnings' }, ...texts))
  }
  return { node }
}

/** Returns the query string to display, without the key if the scenario is displayed too. */
function queryText(query: string, scenario: string | null): string {
  if (scenario === null) return query.replace(wholeKey, (_, start) => `${start}…`)
  return query.replace(keyParameter, '$1').replace(/[?&]$/, '')
}

function duration(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}
