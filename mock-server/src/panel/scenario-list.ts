import type { ConnectionStatus } from '@photofeed/openapi'
import type { AccountView, ControlState } from '../control/state.ts'
import { formatFault } from '../faults/fault-text.ts'
import { button, createKeyedList, element, prose, type Row } from './dom.ts'
import type { Panel } from './mock-client.ts'
import { createScenarioDetails } from './scenario-details.ts'
import { formatScheduled } from './scheduled.ts'

/** Every scenario, with a filter. */
export function createScenarioList(panel: Panel, heading: 'h3' | 'h4') {
  const list = element('ul', { className: 'list scenarios' })
  const filter = element('input', {
    type: 'search',
    placeholder: 'Filter scenarios',
    ariaLabel: 'Filter scenarios by name',
    autocomplete: 'off',
    spellcheck: false,
  })
  const none = element('p', { className: 'empty', hidden: true }, 'No scenario has this name.')
  let state: ControlState
  const show = createKeyedList<AccountView & { isOverride: boolean }>(list, {
    keyOf: ({ name }) => `${state.baseUrl} ${name}`,
    createRow: (scenario) => scenarioRow(scenario, () => state, panel, heading),
  })

  function applyFilter(): void {
    const wanted = filter.value.trim().toLowerCase()
    const rows = [...list.children] as HTMLElement[]
    for (const row of rows) row.hidden = !row.dataset.name?.includes(wanted)
    none.hidden = rows.some(({ hidden }) => !hidden)
    list.hidden = !none.hidden
  }

  filter.addEventListener('input', applyFilter)
  return {
    node: element('div', {}, filter, list, none),
    show(latest: ControlState) {
      state = latest
      const { scenarios, override } = latest
      show(scenarios.map((scenario) => ({ ...scenario, isOverride: scenario.name === override })))
      applyFilter()
    },
    /** Shows the details of a scenario. */
    open(name: string) {
      filter.value = ''
      applyFilter()
      const row = ([...list.children] as HTMLElement[]).find((row) => row.dataset.name === name)
      const more = row?.querySelector<HTMLElement>('.more')
      if (more?.ariaExpanded === 'false') more.click()
      more?.focus({ preventScroll: true })
      row?.scrollIntoView({ block: 'start' })
    },
  }
}

const tones: Record<ConnectionStatus, string> = {
  ready: 'good',
  importing: 'caution',
  refreshing_token: 'caution',
  invalid_token: 'bad',
}

function scenarioRow(
  { name }: AccountView,
  state: () => ControlState,
  panel: Panel,
  heading: 'h3' | 'h4',
): Row<AccountView & { isOverride: boolean }> {
  let latest: AccountView
  let details: Row<AccountView> | null = null
  const facts = element('p', { className: 'facts' })
  const description = element('p', { className: 'description' })
  const use = button('Show', {
    name: `Show ${name}`,
    className: 'use',
    onClick: () => panel.override(use.ariaPressed === 'true' ? null : name),
  })
  const more = button('', { name: `Details of ${name}`, className: 'more', onClick: toggle })
  more.ariaExpanded = 'false'
  const node = element(
    'li',
    { className: 'scenario' },
    element(
      'div',
      { className: 'summary' },
      element('div', { className: 'about' }, element(heading, {}, name), facts, description),
      use,
      more,
    ),
  )
  node.dataset.name = name

  function toggle(): void {
    const isOpen = more.ariaExpanded !== 'true'
    more.ariaExpanded = String(isOpen)
    details ??= createScenarioDetails(latest, state(), panel)
    details.update?.(latest)
    if (isOpen) node.append(details.node)
    else details.node.remove()
  }

  return {
    node,
    update(scenario) {
      latest = scenario
      use.ariaPressed = String(scenario.isOverride)
      node.classList.toggle('current', scenario.isOverride)
      facts.replaceChildren(...factsOf(scenario))
      description.replaceChildren(...prose(scenario.description))
      details?.update?.(scenario)
    },
  }
}

/** Plan, status and fault, each readable without its color. */
function factsOf({ plan, status, fault, transitions, scheduled }: AccountView): HTMLElement[] {
  const facts = [
    element('span', {}, `${plan} plan`),
    element('span', { className: tones[status] }, status),
  ]
  // The status is that of the last fetch; only a disconnected account can be connected.
  if (transitions.includes('connect')) {
    facts.push(element('span', { className: 'bad' }, 'disconnected'))
  }
  if (fault !== null) {
    facts.push(element('span', { className: 'caution' }, `fault: ${formatFault(fault)}`))
  }
  const due = scheduled.map(formatScheduled)
  return [...facts, ...due.map((text) => element('span', { className: 'caution' }, text))]
}
