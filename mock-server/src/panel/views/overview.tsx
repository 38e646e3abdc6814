/** @jsxImportSource preact */
import type { ControlState } from '../../control/state.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, Select } from './parts.tsx'

/** The scenarios that are one click away, if the mock has them. */
const shortcuts = {
  premium: 'Ready',
  'invalid-token': 'Broken connection',
  importing: 'Importing',
  empty: 'No posts',
  free: 'Free plan',
  'server-error': 'Server error',
}

/** What the page sees now, the scenarios that are one click away, and the settings of all scenarios. */
export function Overview({ mock }: { mock: MockSource }) {
  const { state } = mock
  const override = state?.override ?? null
  const latest = state?.requests.find(({ scenario }) => scenario !== null)?.scenario ?? null
  const last = latest === null ? 'no requests yet' : `last request: ${latest}`
  // All are visible until the first state arrives, so that nothing moves then.
  const known = Object.entries(shortcuts).filter(
    ([name]) => state?.scenarios.some((scenario) => scenario.name === name) ?? true,
  )
  const choices: [string | null, string][] = [[null, 'Its own scenario'], ...known]
  const reset = () =>
    mock.act({ name: 'reset', body: {} }, () => 'Everything is reset. Copies are removed.')
  return (
    <section class="overview" aria-label="Every key responds as">
      <h2 class="label">Every key responds as</h2>
      <p class="seen">
        <strong>{override ?? 'its own scenario'}</strong> {override === null && last}
      </p>
      <div class="chips">
        {choices.map(([name, title]) => (
          <Button key={name} aria-pressed={name === override} onClick={() => mock.override(name)}>
            {title}
          </Button>
        ))}
      </div>
      <div class="field">
        <Latency mock={mock} latency={state?.latency ?? 0} />
        <Button onClick={reset}>Reset all</Button>
      </div>
    </section>
  )
}

const latencies: readonly ControlState['latency'][] = [0, 200, 500, 1000, 3000]

function Latency({ mock, latency }: { mock: MockSource; latency: ControlState['latency'] }) {
  const choices = [...new Set([...latencies, latency])].map(
    (choice) => [JSON.stringify(choice), formatLatency(choice)] as const,
  )

  function change(value: string): void {
    const milliseconds = JSON.parse(value) as ControlState['latency']
    const text = formatLatency(milliseconds)
    mock.act({ name: 'latency', body: { milliseconds } }, () => `The latency is ${text}.`)
  }

  return (
    <Select label="Latency" value={JSON.stringify(latency)} choices={choices} onChange={change} />
  )
}

function formatLatency(latency: ControlState['latency']): string {
  return typeof latency === 'number' ? `${latency} ms` : `${latency.min} to ${latency.max} ms`
}
