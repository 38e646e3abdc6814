import type { ControlState, ScenarioState } from '../standalone/control/control-state.ts'
import type { Act } from './actions.ts'
import { element } from './element.ts'
import { createFaultSelect } from './fault-select.ts'
import type { Row } from './keyed-list.ts'
import { createTransitionList } from './transition-list.ts'

/** Everything that can be done to one scenario. */
export function createScenarioActions(
  scenario: ScenarioState,
  { faults, transitions }: ControlState,
  act: Act,
): Row<ScenarioState> {
  const { name } = scenario
  const key = element('code')
  const keyLine = element('p', { className: 'key' }, 'Key ', key)
  const transitionList = createTransitionList(scenario, transitions, act)
  const faultSelect = createFaultSelect(scenario, faults, act)
  const copy = element('button', { type: 'button' }, 'Copy scenario')
  copy.addEventListener('click', () =>
    act<ScenarioState>({
      name: 'copies',
      body: { scenario: name },
      done: (copy) => `${copy.name} is at the end of the list, with a key of its own.`,
    }),
  )
  const reset = element('button', { type: 'button' }, 'Reset')
  reset.addEventListener('click', () =>
    act({
      name: 'reset',
      body: { scenario: name },
      done: () => `${name} is as it was at the start.`,
    }),
  )
  return {
    node: element(
      'div',
      { className: 'actions' },
      keyLine,
      transitionList.node,
      element('div', { className: 'others' }, faultSelect.node, copy, reset),
    ),
    update(scenario) {
      key.textContent = scenario.apiKey
      keyLine.hidden = scenario.apiKey === null
      transitionList.update?.(scenario)
      faultSelect.update?.(scenario)
    },
  }
}
