import type { ControlState } from '../control/state.ts'
import { formatFault } from '../faults/fault-text.ts'
import type { LogEntry } from '../log/request-log.ts'
import { button, createKeyedList, element } from './dom.ts'
import type { Panel } from './mock-client.ts'
import { createRequestRow } from './request-row.ts'

/** The latest requests, newest first, with a filter. */
export function createRequestList(panel: Panel) {
  const list = element('ol', { className: 'list requests' })
  const empty = element('p', { className: 'empty' })
  const filter = element('input', {
    type: 'search',
    placeholder: 'Filter by path, status, scenario, warning',
    ariaLabel: 'Filter requests',
    autocomplete: 'off',
    spellcheck: false,
  })
  const clear = button('Clear', {
    name: 'Clear the requests',
    onClick: () =>
      panel.act({ name: 'clear-requests', body: {} }, () => 'The requests are cleared.'),
  })
  const tools = element('div', { className: 'tools' }, filter, clear)
  let state: ControlState
  const show = createKeyedList<LogEntry>(list, {
    keyOf: ({ id, at }) => `${state.baseUrl} ${id} ${at}`,
    createRow: (request) => createRequestRow(request, () => state, panel),
  })

  function showFiltered(): void {
    const words = filter.value.trim().toLowerCase().split(/\s+/)
    const found = state.requests.filter((request) => {
      const text = textOf(request)
      return words.every((word) => text.includes(word))
    })
    show(found)
    list.hidden = found.length === 0
    empty.hidden = !list.hidden
    empty.textContent =
      state.requests.length === 0
        ? 'No requests yet. Requests of your page to the mock appear here within a second.'
        : 'No request matches the filter.'
    tools.hidden = state.requests.length === 0
  }

  filter.addEventListener('input', showFiltered)
  return {
    node: element('div', {}, tools, list, empty),
    show(latest: ControlState) {
      state = latest
      showFiltered()
    },
  }
}

/** What the filter searches. `error` finds requests that failed, and `warning` those with warnings. */
function textOf({ method, target, status, scenario, fault, warnings }: LogEntry): string {
  const isError = status === null || status >= 400
  return [
    method,
    target.replace(/api_key=[^&]*/, ''),
    status ?? 'none',
    scenario,
    fault === null ? '' : `fault ${formatFault(fault)}`,
    isError ? 'error' : '',
    warnings.length > 0 ? `warning ${warnings.join(' ')}` : '',
  ]
    .join(' ')
    .toLowerCase()
}
