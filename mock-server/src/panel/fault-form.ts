import type { FaultName } from '@photofeed/core/scenarios'
import type { ControlState, ScenarioState } from '../control/state.ts'
import type { Fault } from '../fault-settings.ts'
import { formatFault, parseNumbers } from '../fault-text.ts'
import { button, element, type Row } from './dom.ts'
import type { Panel } from './mock-client.ts'

/** Sets the fault of a scenario, by preset or by values. The mock checks the values. */
export function createFaultForm(
  { name: scenario }: ScenarioState,
  { faults, endpoints, bodies }: ControlState,
  panel: Panel,
): Row<ScenarioState> {
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

  const custom = element('option', { value: 'custom', hidden: true }, 'custom values')
  const preset = select('none', [])
  preset.ariaLabel = 'Fault'
  preset.append(
    ...faults.map(({ name, description }) =>
      element('option', { value: name }, `${name}: ${description}`),
    ),
    custom,
  )
  const fields = {
    status: input('503'),
    retryAfter: input('2'),
    delay: input('200 or 100-400'),
    times: input('every request'),
    endpoint: select('all', endpoints),
    body: select('unchanged', bodies),
  }
  const labels: Record<keyof typeof fields, string> = {
    status: 'Status',
    retryAfter: 'Retry-After, s',
    delay: 'Delay, ms',
    times: 'Times',
    endpoint: 'Endpoint',
    body: 'Body',
  }
  fields.status.inputMode = 'numeric'
  fields.retryAfter.inputMode = 'numeric'
  fields.times.inputMode = 'numeric'

  function fill(fault: FaultName | Fault | null): void {
    const known = faults.find(({ name }) => name === fault)?.settings
    const settings: Fault = known ?? (typeof fault === 'object' ? fault : null) ?? {}
    for (const name of names) {
      const value = settings[name]
      fields[name].value = Array.isArray(value) ? value.join('-') : String(value ?? '')
    }
    preset.value = fault === null ? '' : typeof fault === 'string' ? fault : 'custom'
  }

  function values(): Fault {
    const entries = names.map((name) => {
      const text = fields[name].value.trim()
      return [name, parseNumbers(text)]
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== ''))
  }

  async function set(fault: FaultName | Fault | null): Promise<void> {
    pending += 1
    await panel.act({ name: 'fault', body: { scenario, fault } }, () =>
      fault === null
        ? `${scenario} has no fault.`
        : `${scenario} has the fault ${formatFault(fault)}.`,
    )
    pending -= 1
    update(current)
  }

  let current: FaultName | Fault | null = null
  function update(fault: FaultName | Fault | null): void {
    current = fault
    const text = JSON.stringify(fault)
    // The user's choice is newer than a state that was read before.
    if (pending > 0 || text === latest) return
    latest = text
    fill(fault)
  }

  const names = Object.keys(fields) as (keyof typeof fields)[]
  preset.addEventListener('change', () => {
    const fault = (preset.value || null) as FaultName | null
    fill(fault)
    latest = JSON.stringify(fault)
    set(fault)
  })
  const form = element(
    'form',
    { className: 'fault-values', noValidate: true },
    ...names.map((name) => element('label', {}, labels[name], fields[name])),
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
