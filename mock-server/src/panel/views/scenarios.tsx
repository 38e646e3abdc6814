/** @jsxImportSource preact */
import type { ConnectionStatus } from '@photofeed/openapi'
import { useState } from 'preact/hooks'
import type { AccountView } from '../../accounts/accounts.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, Filter, formatFault, formatScheduled, Prose } from './parts.tsx'
import { type DetailsProps, ScenarioDetails } from './scenario-details.tsx'

/** Every scenario, with a filter. */
export function ScenarioList({ mock }: { mock: MockSource }) {
  const [filter, setFilter] = useState('')
  const { scenarios = [], baseUrl } = mock.state ?? {}
  const wanted = filter.trim().toLowerCase()
  const found = scenarios.filter(({ name }) => name.includes(wanted))
  return (
    <>
      <h2>
        Scenarios <span class="quiet">{scenarios.length}</span>
      </h2>
      <Filter placeholder="Filter scenarios by name" value={filter} onChange={setFilter} />
      <ul class="list" hidden={found.length === 0}>
        {found.map((account) => (
          <ScenarioRow key={`${baseUrl} ${account.name}`} account={account} mock={mock} />
        ))}
      </ul>
      <p class="empty" role="status">
        {mock.state && found.length === 0 && 'No scenario has this name.'}
      </p>
    </>
  )
}

function ScenarioRow({ account, mock }: DetailsProps) {
  const { name, description } = account
  const [isOpen, setOpen] = useState(false)
  const isOverride = mock.state?.override === name
  return (
    <li class={isOverride ? 'scenario current' : 'scenario'} data-name={name}>
      <div class="summary">
        <div class="about">
          <h3>{name}</h3>
          <p class="facts">
            {factsOf(account).map(([text, tone]) => (
              <span class={tone}>{text}</span>
            ))}
          </p>
          <p class="description">
            <Prose text={description} />
          </p>
        </div>
        <Button
          class="use"
          name={`Use for all keys: ${name}`}
          aria-pressed={isOverride}
          onClick={() => mock.override(isOverride ? null : name)}
        >
          Use for all keys
        </Button>
        <Button
          class="icon more"
          name={`Details of ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <ScenarioDetails account={account} mock={mock} />}
    </li>
  )
}

const tones: Record<ConnectionStatus, string> = {
  ready: 'good',
  importing: 'caution',
  refreshing_token: 'caution',
  invalid_token: 'bad',
}

/** Plan, status and fault with their tones, each readable without its color. */
function factsOf({ plan, status, fault, transitions, scheduled }: AccountView) {
  // The status is that of the last fetch; only a disconnected account can be connected.
  const isDisconnected = transitions.includes('connect')
  return [
    [`${plan} plan`, ''],
    isDisconnected ? ['disconnected', 'bad'] : [status, tones[status]],
    ...(fault === null ? [] : [[`fault: ${formatFault(fault)}`, 'caution']]),
    ...scheduled.map((change) => [formatScheduled(change), 'caution']),
  ]
}
