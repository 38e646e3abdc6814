/** @jsxImportSource preact */

import { promise } from '@photofeed/design'
import type { ComponentChild } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ControlState } from '../../control/control-api.ts'
import type { MockSource } from '../mock/source.ts'
import { readStored, store } from '../storage.ts'
import { Button, formatCount, Logo, Select } from './parts.tsx'
import { RequestList } from './requests.tsx'
import { ScenarioList } from './scenarios.tsx'
import { wordsOf } from './words.ts'

interface PanelProps {
  mock: MockSource
  /** Missing if the panel is a page of its own. */
  onClose?: (() => void) | undefined
  /** What a page shows, beside the lists. */
  preview?: ComponentChild
}

const tabs = {
  scenarios: { title: 'Scenarios', List: ScenarioList },
  requests: { title: 'Requests', List: RequestList },
}
type Tab = keyof typeof tabs

const stored = 'photofeed-mock-tab'

/** Shows mocks, one at a time, and changes them. */
export function Panel({ mock, onClose, preview }: PanelProps) {
  const [selected, setSelected] = useState(readStored<Tab>(stored) ?? 'scenarios')

  function select(tab: Tab): void {
    store(stored, tab)
    setSelected(tab)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event
    // The first Esc clears a filter.
    const isFilter = target instanceof HTMLInputElement && target.value !== ''
    if (key !== 'Escape' || isFilter) return
    event.preventDefault()
    mock.say(null)
    onClose?.()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its controls bubble
    <div class="panel" onKeyDown={onKeyDown}>
      <Header mock={mock} onClose={onClose} preview={preview} />
      {preview}
      <div class="body">
        <Overview mock={mock} />
        <div class="tabs">
          <div class="choice segments">
            {(Object.keys(tabs) as Tab[]).map((tab) => (
              <button
                type="button"
                key={tab}
                aria-pressed={tab === selected}
                onClick={() => select(tab)}
              >
                {tabs[tab].title} {tab === 'requests' && <RequestCount mock={mock} />}
              </button>
            ))}
          </div>
        </div>
        {Object.entries(tabs).map(([tab, { title, List }]) => (
          <section class="view" key={tab} aria-label={title} hidden={tab !== selected}>
            <List mock={mock} />
          </section>
        ))}
      </div>
      <Message mock={mock} />
    </div>
  )
}

export function countWarnings({ state }: MockSource): number {
  return state?.requests.filter(({ warnings }) => warnings.length > 0).length ?? 0
}

function RequestCount({ mock }: { mock: MockSource }) {
  const warnings = countWarnings(mock)
  const note = warnings === 0 ? '' : `, ${formatCount(warnings, 'warning', 'warnings')}`
  return <small class={note && 'caution'}>{`${mock.state?.requests.length ?? 0}${note}`}</small>
}

function Header({ mock, onClose, preview }: PanelProps) {
  const { clients, client, problem, state } = mock
  const choices = clients.map(({ address }) => [address, address.replace(/^\w+:\/\//, '')] as const)
  return (
    <div class="top">
      <h1 class="brand">
        <Logo />
        photofeed <span class="quiet">mock</span>
      </h1>
      <p class="mock-status" role="status">
        {problem && <span class="bad">{problem}</span>}
        {!problem && state && <span class="status good">Live</span>}
      </p>
      {preview && <p class="quiet">{promise}</p>}
      {client && clients.length > 1 && (
        <Select
          label="Mock"
          value={client.address}
          choices={choices}
          onChange={(value) => mock.select(clients.find(({ address }) => address === value))}
        />
      )}
      {onClose ? (
        <Button class="plain square" name="Close the panel" onClick={onClose}>
          ✕
        </Button>
      ) : (
        <Button
          name={`Copy address, ${location.origin}`}
          onClick={() => mock.copy('the address of the mock', location.origin)}
        >
          Copy address
        </Button>
      )}
    </div>
  )
}

/** What the page sees now, and the settings of all scenarios. */
function Overview({ mock }: { mock: MockSource }) {
  const { state } = mock
  const override = state?.override ?? null
  const latest = state?.requests.find(({ scenario }) => scenario !== null)?.scenario ?? null
  const last = latest === null ? 'no requests yet' : `last request: ${latest}`
  const reset = () => mock.act(['reset'], () => 'Everything is reset. Copies are removed.')
  return (
    <section class="overview" aria-label="Every key responds as">
      <div class="buttons">
        <h2 class="quiet">Every key responds as</h2>
        <p class="seen">
          <strong>{override === null ? 'its own account' : wordsOf(override)[1]}</strong>{' '}
          {override === null && `(${last})`}
        </p>
      </div>
      <div class="settings">
        <Latency mock={mock} latency={state?.latency ?? 0} />
        <Button aria-pressed={override === null} onClick={() => mock.override(null)}>
          Its own account
        </Button>
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
    mock.act(['latency', milliseconds], () => `The latency is ${text}.`)
  }

  return (
    <Select label="Latency" value={JSON.stringify(latency)} choices={choices} onChange={change} />
  )
}

function formatLatency(latency: ControlState['latency']): string {
  return typeof latency === 'number' ? `${latency} ms` : `${latency.min} to ${latency.max} ms`
}

/** The message about the last action, until the next one or Esc. */
function Message({ mock: { message } }: { mock: MockSource }) {
  const node = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The message takes space away from the lists, which may hide the control that has the focus.
    const root = node.current?.getRootNode() as Document | ShadowRoot
    if (message) root.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [message])

  // A live region that appears with its text is not read aloud, so the paragraph stays in the page.
  return (
    <div ref={node} class={message?.isError ? 'note failed' : 'note'}>
      <p role="status">{message?.text}</p>
    </div>
  )
}
