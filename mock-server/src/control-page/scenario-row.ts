import type { ControlState, ScenarioState } from '../standalone/control/control-state.ts'
import type { Act } from './actions.ts'
import { createCopyList } from './copy-list.ts'
import { element } from './element.ts'
import type { Row } from './keyed-list.ts'
import type { Note } from './note.ts'
import { prose } from './prose.ts'
import { createScenarioActions } from './scenario-actions.ts'
import { scenarioFacts } from './scenario-facts.ts'

interface RowParts {
  /** The state in which the scenario appeared. */
  state: ControlState
  act: Act
  note: Note
}

export function createScenarioRow(
  scenario: ScenarioState,
  { state, act, note }: RowParts,
): Row<ScenarioState> {
  const { name } = scenario
  const facts = element('p', { className: 'facts' })
  const description = element('p', { className: 'description' })
  const copies = createCopyList(scenario, note)
  const actions = createScenarioActions(scenario, state, act)
  const more = element('button', { type: 'button', className: 'more' }, 'Change')
  more.ariaLabel = `Change ${name}`

  function expand(open: boolean): void {
    more.ariaExpanded = String(open)
    actions.node.hidden = !open
  }
  more.addEventListener('click', () => expand(actions.node.hidden))
  expand(false)

  const title = element('div', { className: 'title' }, element('h3', {}, name), facts)
  const about = element('div', { className: 'about' }, title, description)
  return {
    node: element(
      'li',
      { className: 'scenario' },
      element('div', { className: 'summary' }, about, copies.node, more),
      actions.node,
    ),
    update(scenario) {
      facts.replaceChildren(...scenarioFacts(scenario))
      description.replaceChildren(...prose(scenario.description))
      copies.update?.(scenario)
      actions.update?.(scenario)
    },
  }
}
