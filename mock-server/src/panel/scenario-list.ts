import type { ConnectionStatus } from '@photofeed/openapi'
import type { Choice, ControlState, ScenarioState } from '../control/state.ts'
import { formatFault } from '../fault-text.ts'
import type { TransitionName } from '../transitions.ts'
import { button, createKeyedList, element, prose, type Row } from './dom.ts'
import { createFaultForm } from './fault-form.ts'
import type { Panel } from './mock-client.ts'

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
  const show = createKeyedList<ScenarioState & { isOverride: boolean }>(list, {
    keyOf: ({ name }) => name,
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
  { name }: ScenarioState,
  state: () => ControlState,
  panel: Panel,
  heading: 'h3' | 'h4',
): Row<ScenarioState & { isOverride: boolean }> {
  let latest: ScenarioState
  let details: Row<ScenarioState> | null = null
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
    details ??= scenarioDetails(latest, state(), panel)
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
function factsOf({ plan, status, fault, transitions }: ScenarioState): HTMLElement[] {
  const facts = [
    element('span', {}, `${plan} plan`),
    element('span', { className: tones[status] }, status),
  ]
  // The status is that of the last fetch; only a disconnected account can be connected.
  if (transitions.includes('connect')) {
    facts.push(element('span', { className: 'bad' }, 'disconnected'))
  }
  if (fault !== null)
    facts.push(element('span', { className: 'caution' }, `fault: ${formatFault(fault)}`))
  return facts
}

function scenarioDetails(
  scenario: ScenarioState,
  state: ControlState,
  panel: Panel,
): Row<ScenarioState> {
  const { name } = scenario
  const addresses = element('div', { className: 'addresses' })
  let listedKey: string | null | undefined
  const transitions = transitionList(name, state.transitions, panel)
  const fault = createFaultForm(scenario, state, panel)
  const others = element(
    'div',
    { className: 'buttons' },
    button('Copy scenario', {
      onClick: () =>
        panel.act({ name: 'copies', body: { scenario: name } }, ({ scenarios }) => {
          const added = scenarios.findLast((other) => other.name.startsWith(`${name}-copy-`))
          return `${added?.name} is at the end of the list, with a key of its own.`
        }),
    }),
    button('Reset scenario', {
      onClick: () =>
        panel.act({ name: 'reset', body: { scenario: name } }, () => `${name} is reset.`),
    }),
  )
  return {
    node: element(
      'div',
      { className: 'details' },
      fault.node,
      element('div', {}, element('p', { className: 'label' }, 'Transitions'), transitions.node),
      addresses,
      others,
    ),
    update(latest) {
      transitions.update?.(latest)
      fault.update?.(latest)
      // A new node would take the focus from its buttons.
      if (latest.apiKey === listedKey) return
      listedKey = latest.apiKey
      addresses.replaceChildren(...addressesOf(latest, panel))
    },
  }
}

function addressesOf({ name, apiKey, urls }: ScenarioState, panel: Panel): HTMLElement[] {
  if (apiKey === null || urls === null) {
    return [element('p', { className: 'quiet' }, 'Its key is in your own data and is not shown.')]
  }
  const key = element(
    'p',
    { className: 'copyable' },
    element('span', {}, 'Key'),
    element('code', { className: 'key' }, apiKey),
    button('Copy', {
      name: `Copy the key of ${name}`,
      onClick: () => panel.copy(`the key of ${name}`, apiKey),
    }),
  )
  const shown = { me: 'me', rss: 'RSS', graphql: 'GraphQL' } as const
  const links = Object.entries(shown).map(([endpoint, title]) => {
    const url = urls[endpoint as keyof typeof shown]
    const what = `the ${title} URL of ${name}`
    const copy = button('Copy', { name: `Copy ${what}`, onClick: () => panel.copy(what, url) })
    // A worker responds to this page only: a new tab would find nothing.
    if (panel.isLocal) {
      return element('span', { className: 'copyable' }, element('span', {}, title), copy)
    }
    const query =
      endpoint === 'graphql' ? `&query=${encodeURIComponent('{ me { username } }')}` : ''
    const link = element('a', { href: url + query, target: '_blank', rel: 'noopener' }, title)
    link.ariaLabel = `${title} of ${name}, in a new tab`
    return element('span', { className: 'copyable' }, link, copy)
  })
  return [key, element('p', { className: 'links' }, ...links)]
}

/** The transitions that are possible now. */
function transitionList(
  scenario: string,
  all: readonly Choice<TransitionName>[],
  panel: Panel,
): Row<ScenarioState> {
  const node = element('ul', { className: 'transitions', ariaLabel: 'Transitions' })
  const show = createKeyedList<Choice<TransitionName>>(node, {
    keyOf: ({ name }) => name,
    createRow: ({ name: transition, description }) => ({
      node: element(
        'li',
        {},
        button(transition, {
          onClick: () =>
            panel.act({ name: 'transition', body: { scenario, transition } }, (state) => {
              const status = state.scenarios.find(({ name }) => name === scenario)?.status
              return `${scenario}: ${transition} is done. The status is ${status}.`
            }),
        }),
        element('p', {}, ...prose(description)),
      ),
    }),
  })
  return {
    node,
    update({ transitions: possible }) {
      const root = node.getRootNode() as ShadowRoot
      const hadFocus = node.contains(root.activeElement)
      show(all.filter(({ name }) => possible.includes(name)))
      // The keyboard must not start at the top of the page when its button is gone.
      if (hadFocus && !node.contains(root.activeElement)) node.querySelector('button')?.focus()
    },
  }
}
