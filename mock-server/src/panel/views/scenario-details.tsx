/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'
import type { AccountView } from '../../accounts/accounts.ts'
import type { TransitionMoment } from '../../accounts/schedule.ts'
import type { TransitionName } from '../../accounts/transitions.ts'
import type { MockSource } from '../mock/source.ts'
import { FaultForm } from './fault-form.tsx'
import { Button, formatScheduled, Prose, Select } from './parts.tsx'

export interface DetailsProps {
  account: AccountView
  mock: MockSource
}

/** Fault, transitions, key and addresses of a scenario. */
export function ScenarioDetails({ account, mock }: DetailsProps) {
  const scenario = account.name
  const reset = () => mock.act({ name: 'reset', body: { scenario } }, () => `${scenario} is reset.`)
  return (
    <div class="details">
      <FaultForm account={account} mock={mock} />
      <Transitions account={account} mock={mock} />
      <Addresses account={account} mock={mock} />
      <div class="buttons">
        <Button onClick={reset}>Reset scenario</Button>
      </div>
    </div>
  )
}

const moments: Record<string, TransitionMoment> = {
  now: {},
  'after 1 request': { afterRequests: 1 },
  'after 5 requests': { afterRequests: 5 },
  'in 5 seconds': { afterMilliseconds: 5000 },
  'in 30 seconds': { afterMilliseconds: 30_000 },
}
const momentChoices = Object.keys(moments).map((text) => [text, text] as const)

/** The transitions that are possible now. Each happens now, or at the selected moment. */
function Transitions({ account: { name: scenario, transitions }, mock }: DetailsProps) {
  const [moment, setMoment] = useState('now')
  const list = useRef<HTMLUListElement>(null)
  const possible = mock.state?.transitions.filter(({ name }) => transitions.includes(name)) ?? []

  async function run(transition: TransitionName): Promise<void> {
    const body = { scenario, transition, ...moments[moment] }
    await mock.act({ name: 'transition', body }, ({ scenarios }) => {
      const { status, scheduled = [] } = scenarios.find(({ name }) => name === scenario) ?? {}
      if (moment !== 'now') return `${scenario}: ${scheduled.map(formatScheduled).join(', ')}.`
      return `${scenario}: ${transition} is done. The status is ${status}.`
    })
    // The keyboard must not start at the top of the page when its button is gone.
    const root = list.current?.getRootNode() as Document | ShadowRoot | undefined
    const isLost = !root?.activeElement || root.activeElement === document.body
    if (isLost) list.current?.querySelector('button')?.focus()
  }

  return (
    <div class="group">
      <Select
        label="Transitions happen"
        value={moment}
        choices={momentChoices}
        onChange={setMoment}
      />
      <ul class="transitions" aria-label="Transitions" ref={list}>
        {possible.map(({ name, description }) => (
          <li key={name}>
            <Button onClick={() => run(name)}>{name}</Button>
            <p class="description">
              <Prose text={description} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const graphqlQuery = `&query=${encodeURIComponent('{ me { username } }')}`

function Addresses({ account: { name, apiKey, urls }, mock }: DetailsProps) {
  if (apiKey === null || urls === null) {
    return <p class="quiet">Its key is in your own data and is not shown.</p>
  }
  const links = { me: urls.me, RSS: urls.rss, GraphQL: urls.graphql + graphqlQuery }
  return (
    <div class="buttons">
      <Button name={`Copy key of ${name}`} onClick={() => mock.copy(`the key of ${name}`, apiKey)}>
        Copy key
      </Button>
      {/* A worker responds to this page only: a new tab would find nothing. */}
      {!mock.client?.isLocal &&
        Object.entries(links).map(([title, url]) => (
          <a href={url} target="_blank" rel="noopener" title={`${title} of ${name}, in a new tab`}>
            {title}
          </a>
        ))}
    </div>
  )
}
