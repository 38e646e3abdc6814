import type { ControlState } from '../control/state.ts'
import { formatDuration, parseDuration } from '../faults/fault-text.ts'
import { button, element } from './dom.ts'
import type { Panel } from './mock-client.ts'
import { formatScheduled } from './scheduled.ts'

/** The scenarios that are one click away, if the mock has them. */
const shortcuts = {
  premium: 'Ready',
  'invalid-token': 'Broken connection',
  importing: 'Importing',
  empty: 'No posts',
  free: 'Free plan',
  'server-error': 'Server error',
}
const latencies = [0, 200, 500, 1000, 3000]

/** What the page sees now, the scenarios that are one click away, and the settings of all scenarios. */
export function createOverview(
  panel: Panel,
  heading: 'h2' | 'h3',
  openDetails: (scenario: string) => void,
) {
  let scenario: string | null = null
  const label = panel.isLocal ? 'Scenario of this page' : 'Scenario of all pages'
  const seen = element('p', { className: 'seen' })
  const edit = button('Edit', { onClick: () => scenario !== null && openDetails(scenario) })
  const chips = element('div', { className: 'chips', role: 'group', ariaLabel: label })
  const latency = element('select', {})
  latency.addEventListener('change', () => {
    const { value } = latency
    const milliseconds = parseDuration(value)
    panel.act({ name: 'latency', body: { milliseconds } }, () =>
      value === '0' ? 'Responses have no latency.' : `Each response takes ${value} ms longer.`,
    )
  })
  const reset = button('Reset all', {
    onClick: () =>
      panel.act(
        { name: 'reset', body: {} },
        () => 'Everything is reset. Copies and requests are removed.',
      ),
  })

  function showChips({ override, scenarios }: ControlState): void {
    const known = Object.entries(shortcuts).filter(([name]) =>
      scenarios.some((scenario) => scenario.name === name),
    )
    const choices: [string | null, string][] = [[null, 'No override'], ...known]
    if (chips.childElementCount !== choices.length) {
      chips.replaceChildren(
        ...choices.map(([name, title]) => {
          const chip = button(title, { onClick: () => panel.override(name) })
          chip.dataset.name = name ?? ''
          return chip
        }),
      )
    }
    for (const chip of chips.children as HTMLCollectionOf<HTMLElement>) {
      chip.ariaPressed = String(chip.dataset.name === (override ?? ''))
    }
  }

  return {
    node: element(
      'section',
      { className: 'sees', ariaLabel: label },
      element(heading, { className: 'label' }, label),
      element('div', { className: 'now' }, seen, edit),
      chips,
      element('div', { className: 'options' }, element('label', {}, 'Latency', latency), reset),
    ),
    show(state: ControlState) {
      const { override, requests } = state
      const latest = requests.find((request) => request.scenario !== null)?.scenario ?? null
      scenario = override ?? latest
      const fact =
        override !== null
          ? 'for every API key'
          : latest === null
            ? 'no requests yet'
            : `last: ${latest}`
      const scheduled = state.scenarios.find(({ name }) => name === scenario)?.scheduled ?? []
      seen.replaceChildren(
        element('strong', {}, override ?? 'depends on the API key'),
        ...[fact, ...scheduled.map(formatScheduled)].map((text) => element('span', {}, text)),
      )
      edit.hidden = scenario === null
      edit.ariaLabel = `Edit ${scenario}`
      edit.title = `Faults and transitions of ${scenario}`
      showChips(state)
      const root = latency.getRootNode() as ShadowRoot
      if (root.activeElement !== latency) showLatency(latency, state.latency)
    },
    /** Focuses the scenario that the page sees. */
    focus() {
      const all = [...chips.children] as HTMLElement[]
      const chip = all.find(({ ariaPressed }) => ariaPressed === 'true') ?? all[0]
      chip?.focus()
    },
  }
}

function showLatency(select: HTMLSelectElement, latency: ControlState['latency']): void {
  const value = formatDuration(latency)
  const values = [...new Set([...latencies.map(String), value])]
  if (select.options.length !== values.length) {
    select.replaceChildren(
      ...values.map((text) =>
        element('option', { value: text }, text === '0' ? 'none' : `${text} ms`),
      ),
    )
  }
  select.value = value
}
