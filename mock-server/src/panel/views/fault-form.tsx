/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { AccountView } from '../../accounts/accounts.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, formatFault, Select } from './parts.tsx'

const example = '{ "status": 503, "times": 2, "when": { "endpoint": "me" } }'

/** Sets the fault of a scenario, by name or as JSON. The mock checks the settings. */
export function FaultForm({ account, mock }: { account: AccountView; mock: MockSource }) {
  const { name: scenario, fault } = account
  const faults = mock.state?.faults ?? []
  const settings = faults.find(({ name }) => name === fault)?.settings ?? fault
  const current = settings === null ? '' : JSON.stringify(settings, null, 2)
  const [draft, setDraft] = useState({ of: current, text: current })
  // A draft ends with the fault that it began with.
  const text = draft.of === current ? draft.text : current
  const isCustom = fault !== null && typeof fault === 'object'
  const choices = [
    ['', 'none'],
    ...faults.map(({ name, description }) => [name, `${name}: ${description}`]),
    ...(isCustom ? [['custom', 'custom settings']] : []),
  ] as [string, string][]

  function set(setting: AccountView['fault']): void {
    mock.act({ name: 'fault', body: { scenario, fault: setting } }, () =>
      setting === null
        ? `${scenario} has no fault.`
        : `${scenario} has the fault ${formatFault(setting)}.`,
    )
  }

  function setText(): void {
    try {
      set(JSON.parse(text))
    } catch {
      mock.say(`The fault is not JSON. Write it like ${example}`, { isError: true })
    }
  }

  return (
    <div class="group">
      <Select
        label="Fault"
        value={isCustom ? 'custom' : (fault ?? '')}
        choices={choices}
        onChange={(value) => set((value || null) as AccountView['fault'])}
      />
      <details>
        <summary>Custom settings</summary>
        <textarea
          aria-label="Settings of the fault, as JSON"
          rows={4}
          spellcheck={false}
          placeholder={example}
          value={text}
          onInput={({ currentTarget }) => setDraft({ of: current, text: currentTarget.value })}
        />
        <Button class="primary" onClick={setText}>
          Set fault
        </Button>
      </details>
    </div>
  )
}
