import type { AccountView, ControlState } from '../control/state.ts'
import { button, element, type Row } from './dom.ts'
import { createFaultForm } from './fault-form.ts'
import type { Panel } from './mock-client.ts'
import { createTransitionList } from './transition-list.ts'

/** Fault, transitions, key and addresses of a scenario. */
export function createScenarioDetails(
  scenario: AccountView,
  state: ControlState,
  panel: Panel,
): Row<AccountView> {
  const { name } = scenario
  const addresses = element('div', { className: 'addresses' })
  let listedKey: string | null | undefined
  const transitions = createTransitionList(name, state.transitions, panel)
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
    node: element('div', { className: 'details' }, fault.node, transitions.node, addresses, others),
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

function addressesOf({ name, apiKey, urls }: AccountView, panel: Panel): HTMLElement[] {
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
