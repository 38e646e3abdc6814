/** @jsxImportSource preact */

import { h } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { MockSource } from '../mock/source.ts'
import { Prose } from './parts.tsx'
import { wordsOf } from './words.ts'

/** What a page shows of the chosen scenario. Reads again when the mock changes. */
export function Preview({ mock: { state } }: { mock: MockSource }) {
  const feed = useRef<HTMLElement & { reload?(): void }>(null)
  const loaded = useRef('')
  const { override = null, scenarios = [], latency } = state ?? {}
  // With an override, any key reads the chosen scenario.
  const first = scenarios.find(({ apiKey }) => apiKey !== null)
  const chosen = scenarios.find(({ name }) => name === (override ?? first?.name))
  const current = JSON.stringify([override, latency, chosen])

  useEffect(() => {
    if (loaded.current && loaded.current !== current) feed.current?.reload?.()
    loaded.current = first ? current : ''
  }, [current, first])

  if (!first || !chosen) return <section class="preview" aria-label="Pictures" />
  const attributes = { src: location.origin, 'api-key': first.apiKey, limit: '9' }
  return (
    <section class="preview" aria-label="Pictures">
      <h2>{wordsOf(chosen.name)[1]}</h2>
      <p class="quiet">
        <Prose text={chosen.description} />
      </p>
      {h('photo-feed', { ...attributes, 'owner-notice': '', ref: feed })}
    </section>
  )
}
