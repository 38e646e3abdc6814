import type { FaultName } from '@photofeed/core/scenarios'
import type { Described, ScenarioState } from '../standalone/control/control-state.ts'
import type { Act } from './actions.ts'
import { element } from './element.ts'
import type { Row } from './keyed-list.ts'

/** Chooses what is wrong with a scenario's answers. */
export function createFaultSelect(
  { name: scenario }: ScenarioState,
  faults: readonly Described<FaultName>[],
  act: Act,
): Row<ScenarioState> {
  let current: FaultName | null = null
  let unanswered = 0
  const select = element(
    'select',
    {},
    element('option', { value: '' }, 'none'),
    ...faults.map(({ name, description }) =>
      element('option', { value: name }, `${name}: ${description}`),
    ),
  )

  function show(): void {
    // Until the mock has answered, what the reader chose last is newer than what the mock says.
    if (unanswered === 0) select.value = current ?? ''
  }

  select.addEventListener('change', async () => {
    const fault = select.value || null
    unanswered += 1
    await act({
      name: 'fault',
      body: { scenario, fault },
      done: () =>
        fault ? `${scenario} now has the fault ${fault}.` : `${scenario} has no fault any more.`,
    })
    unanswered -= 1
    show()
  })
  return {
    node: element('label', { className: 'fault' }, 'Fault', select),
    update({ fault }) {
      current = typeof fault === 'string' ? fault : null
      show()
    },
  }
}
