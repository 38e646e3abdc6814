/** @jsxImportSource preact */

import { promise } from '@photofeed/design'
import type { ComponentChild } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ControlState } from '../../control/state.ts'
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

type Tab = 'scenarios' | 'requests'

const stored = 'photofeed-mock-tab'

/** Shows mocks, one at a time, and changes them. */
export function Panel({ mock, onClose, preview }: PanelProps) {
  const [tab, setTab] = useState(readStored<Tab>(stored) ?? 'scenarios')

  function select(next: Tab): void {
    store(stored, next)
    setTab(next)
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
        <Tabs mock={mock} selected={tab} onSelect={select} />
        <section class="view" aria-label="Scenarios" hidden={tab !== 'scenarios'}>
          <ScenarioList mock={mock} />
        </section>
        <section class="view" aria-label="Requests" hidden={tab !== 'requests'}>
          <RequestList mock={mock} />
        </section>
      </div>
      <Message mock={mock} />
    </div>
  )
}

export function countWarnings({ state }: MockSource): number {
  return state?.requests.filter(({ warnings }) => warnings.length > 0).length ?? 0
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
        <span class={problem === null ? 'good' : 'bad'}>{problem ?? (state && 'Live')}</span>
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
        <Button class="plain square close" name="Close the panel" onClick={onClose} />
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

/** Selects one of the lists. */
function Tabs({
  mock,
  selected,
  onSelect,
}: PanelProps & { selected: Tab; onSelect(tab: Tab): void }) {
  const warnings = countWarnings(mock)
  const { requests = [] } = mock.state ?? {}
  const note = warnings === 0 ? '' : `, ${formatCount(warnings, 'warning', 'warnings')}`
  return (
    <div class="tabs">
      <div class="choice segments">
        <button
          type="button"
          aria-pressed={selected === 'scenarios'}
          onClick={() => onSelect('scenarios')}
        >
          Scenarios
        </button>
        <button
          type="button"
          aria-pressed={selected === 'requests'}
          onClick={() => onSelect('requests')}
        >
          Requests <small class={note && 'caution'}>{`${requests.length}${note}`}</small>
        </button>
      </div>
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
          As each key is
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
