import type { ControlState, ScenarioState } from '../standalone/control/control-state.ts'
import type { Act } from './actions.ts'
import { part } from './element.ts'
import { createKeyedList } from './keyed-list.ts'
import type { Note } from './note.ts'
import { createScenarioRow } from './scenario-row.ts'

export function createScenarioList(act: Act, note: Note): (state: ControlState) => void {
  const list = part('ul', 'scenario-list')
  const filter = part('input', 'filter')
  const count = part('output', 'scenario-count')
  const empty = part('p', 'no-scenario')
  let names: string[] = []
  let state: ControlState
  const showRows = createKeyedList<ScenarioState>(list, {
    keyOf: ({ name }) => name,
    createRow: (scenario) => createScenarioRow(scenario, { state, act, note }),
  })

  function applyFilter(): void {
    const wanted = filter.value.trim().toLowerCase()
    const matches = names.map((name) => name.toLowerCase().includes(wanted))
    for (const [index, row] of [...list.children].entries()) {
      ;(row as HTMLElement).hidden = matches[index] !== true
    }
    const shown = matches.filter(Boolean).length
    const text = shown === names.length ? `${shown}` : `${shown} of ${names.length}`
    if (count.value !== text) count.value = text
    empty.hidden = shown > 0
  }

  filter.addEventListener('input', applyFilter)
  return (latest) => {
    state = latest
    names = latest.scenarios.map(({ name }) => name)
    showRows(latest.scenarios)
    applyFilter()
  }
}
