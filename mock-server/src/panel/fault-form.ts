import type { AccountView, ControlState } from '../control/state.ts'
import type { Fault, FaultSettings } from '../faults/fault-settings.ts'
import { formatFault, fromFault, toFault } from '../faults/fault-text.ts'
import { button, element, type Row } from './dom.ts'
import type { Panel } from './mock-client.ts'

/** Sets the fault of a scenario, by preset or by values. The mock checks the values. */
export function createFaultForm(
  { name: scenario }: AccountView,
  { faults, endpoints, bodies, rootFields, mediaKinds }: ControlState,
  panel: Panel,
): Row<AccountView> {
  let pending = 0
  let latest = ''
  const select = (first: string, names: readonly string[]) =>
    element(
      'select',
      {},
      element('option', { value: '' }, first),
      ...names.map((name) => element('option', { value: name }, name)),
    )
  const input = (placeholder: string) =>
    element('input', { placeholder, autocomplete: 'off', spellcheck: false })
  const number = (placeholder: string) =>
    Object.assign(input(placeholder), { inputMode: 'numeric' })

  const custom = element('option', { value: 'custom', hidden: true }, 'custom values')
  const preset = select('none', [])
  preset.ariaLabel = 'Fault'
  preset.append(
    ...faults.map(({ name, description }) =>
      element('option', { value: name }, `${name}: ${description}`),
    ),
    custom,
  )
  const settings = {
    status: ['Status', number('503')],
    retryAfter: ['Retry-After, s', number('2')],
    delay: ['Delay, ms', input('200 or 100-400')],
    body: ['Body', select('unchanged', bodies)],
    bytesPerSecond: ['Drip, bytes/s', number('1000')],
    field: ['GraphQL field', select('none', rootFields)],
  } as const
  const conditions = {
    endpoint: ['Endpoint', select('any', endpoints)],
    media: ['Media', select('any', mediaKinds)],
    query: ['Parameters', input('page[cursor]=*')],
    nth: ['The nth', input('2 or 2-4')],
    every: ['Every nth', number('3')],
    times: ['At most, times', number('all')],
  } as const
  const inputs = { ...settings, ...conditions }
  const labels = (table: Record<string, readonly [string, HTMLElement]>) =>
    Object.values(table).map(([label, node]) => element('label', {}, label, node))

  function fill(fault: AccountView['fault']): void {
    const [first = null] = [fault].flat()
    const known = faults.find(({ name }) => name === first)?.settings
    const filled = known ?? (typeof first === 'object' ? (first ?? {}) : {})
    const values = fromFault(filled as FaultSettings)
    for (const name of names) inputs[name][1].value = values[name] ?? ''
    preset.value = fault === null ? '' : typeof fault === 'string' ? fault : 'custom'
  }

  function values(): Fault {
    const texts = names.map((name) => [name, textOf(name)] as const)
    return toFault(texts.filter(([, text]) => text !== '')) as Fault
  }

  async function set(fault: AccountView['fault']): Promise<void> {
    pending += 1
    await panel.act({ name: 'fault', body: { scenario, fault } }, () =>
      fault === null
        ? `${scenario} has no fault.`
        : `${scenario} has the fault ${formatFault(fault)}.`,
    )
    pending -= 1
    update(current)
  }

  let current: AccountView['fault'] = null
  function update(fault: AccountView['fault']): void {
    current = fault
    const text = JSON.stringify(fault)
    // The user's choice is newer than a state that was read before.
    if (pending > 0 || text === latest) return
    latest = text
    fill(fault)
  }

  const names = Object.keys(inputs) as (keyof typeof inputs)[]
  const textOf = (name: keyof typeof inputs) => inputs[name][1].value.trim()
  preset.addEventListener('change', () => {
    const fault = (preset.value || null) as AccountView['fault']
    fill(fault)
    latest = JSON.stringify(fault)
    set(fault)
  })
  const form = element(
    'form',
    { className: 'fault-values', noValidate: true },
    ...labels(settings),
    element('p', { className: 'label' }, 'Only these requests'),
    ...labels(conditions),
    element(
      'div',
      { className: 'buttons' },
      element('button', { type: 'submit', className: 'primary' }, 'Set fault'),
      button('Clear fault', { onClick: () => set(null) }),
    ),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    set(values())
  })
  return {
    node: element(
      'div',
      { className: 'fault' },
      element('label', { className: 'preset' }, 'Fault', preset),
      element('details', {}, element('summary', {}, 'Custom values'), form),
    ),
    update: ({ fault }) => update(fault),
  }
}
