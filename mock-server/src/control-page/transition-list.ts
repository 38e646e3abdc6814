import type { Described, ScenarioState } from '../standalone/control/control-state.ts'
import type { TransitionName } from '../transitions.ts'
import type { Act } from './actions.ts'
import { element } from './element.ts'
import { createKeyedList, type Row } from './keyed-list.ts'
import { prose } from './prose.ts'

/** What can happen to a scenario now, a button each. */
export function createTransitionList(
  { name: scenario }: ScenarioState,
  transitions: readonly Described<TransitionName>[],
  act: Act,
): Row<ScenarioState> {
  const node = element('ul', { className: 'transitions' })
  const show = createKeyedList<Described<TransitionName>>(node, {
    keyOf: ({ name }) => name,
    createRow({ name, description }) {
      const button = element('button', { type: 'button', className: 'mono' }, name)
      button.addEventListener('click', () =>
        act<ScenarioState>({
          name: 'transition',
          body: { scenario, transition: name },
          done: ({ status }) => `${scenario}: ${name} is done, and its status is ${status}.`,
        }),
      )
      return {
        node: element(
          'li',
          { className: 'transition' },
          button,
          element('p', {}, ...prose(description)),
        ),
      }
    },
  })
  return {
    node,
    update({ transitions: possible }) {
      const hadFocus = node.contains(document.activeElement)
      show(transitions.filter(({ name }) => possible.includes(name)))
      // A keyboard must not start again at the top of the page when its button has gone.
      if (hadFocus && !node.contains(document.activeElement)) node.querySelector('button')?.focus()
    },
  }
}
