import type { TransitionMoment } from '../accounts/schedule.ts'
import type { TransitionName } from '../accounts/transitions.ts'
import type { AccountView, Choice, ControlState } from '../control/state.ts'
import { button, createKeyedList, element, prose, type Row } from './dom.ts'
import type { Panel } from './mock-client.ts'
import { formatScheduled } from './scheduled.ts'

const moments: Record<string, TransitionMoment> = {
  now: {},
  'after 1 request': { afterRequests: 1 },
  'after 2 requests': { afterRequests: 2 },
  'after 5 requests': { afterRequests: 5 },
  'in 5 seconds': { afterMilliseconds: 5000 },
  'in 30 seconds': { afterMilliseconds: 30_000 },
}

/** The transitions that are possible now. Each happens now, or at the selected moment. */
export function createTransitionList(
  scenario: string,
  all: readonly Choice<TransitionName>[],
  panel: Panel,
): Row<AccountView> {
  const list = element('ul', { className: 'transitions', ariaLabel: 'Transitions' })
  const moment = element(
    'select',
    { ariaLabel: `When transitions of ${scenario} happen` },
    ...Object.keys(moments).map((text) => element('option', { value: text }, text)),
  )
  const show = createKeyedList<Choice<TransitionName>>(list, {
    keyOf: ({ name }) => name,
    createRow: ({ name, description }) => ({
      node: element(
        'li',
        {},
        button(name, { onClick: () => run(name) }),
        element('p', {}, ...prose(description)),
      ),
    }),
  })

  async function run(transition: TransitionName): Promise<void> {
    const body = { scenario, transition, ...moments[moment.value] }
    await panel.act({ name: 'transition', body }, ({ scenarios }) => {
      const changed = scenarios.find(({ name }) => name === scenario)
      return resultOf(transition, moment.value === 'now', changed)
    })
  }

  return {
    node: element(
      'div',
      { className: 'transition-group' },
      element(
        'div',
        { className: 'detail-head' },
        element('p', { className: 'label' }, 'Transitions'),
        moment,
      ),
      list,
    ),
    update({ transitions: possible }) {
      const root = list.getRootNode() as ShadowRoot
      const hadFocus = list.contains(root.activeElement)
      show(all.filter(({ name }) => possible.includes(name)))
      // The keyboard must not start at the top of the page when its button is gone.
      if (hadFocus && !list.contains(root.activeElement)) list.querySelector('button')?.focus()
    },
  }
}

function resultOf(
  transition: TransitionName,
  isNow: boolean,
  scenario: ControlState['scenarios'][number] | undefined,
): string {
  if (isNow) return `${scenario?.name}: ${transition} is done. The status is ${scenario?.status}.`
  return `${scenario?.name}: ${scenario?.scheduled.map(formatScheduled).join(', ')}.`
}
