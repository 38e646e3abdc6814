/** @jsxImportSource preact */

import { useRef, useState } from 'preact/hooks'
import type { AccountView } from '../../accounts/accounts.ts'
import { type TransitionName, transitions } from '../../accounts/transitions.ts'
import type { MockSource } from '../mock/source.ts'
import { Button, formatCount, formatFault, Prose, Select } from './parts.tsx'
import { groups, statusWords, transitionWords, wordsOf } from './words.ts'

export function ScenarioList({ mock }: { mock: MockSource }) {
  const { scenarios = [], baseUrl } = mock.state ?? {}
  return groups.map((group) => {
    const rows = scenarios.filter(({ name }) => wordsOf(name)[0] === group)
    return (
      <section class="group" aria-label={group} key={group} hidden={rows.length === 0}>
        <h3>{group}</h3>
        <ul class="list">
          {rows.map((account) => (
            <ScenarioRow key={`${baseUrl} ${account.name}`} account={account} mock={mock} />
          ))}
        </ul>
      </section>
    )
  })
}

function ScenarioRow({ account, mock }: DetailsProps) {
  const { name, description } = account
  const [isOpen, setOpen] = useState(false)
  const isOverride = mock.state?.override === name
  const [, title] = wordsOf(name)
  return (
    <li class={isOverride ? 'scenario current' : 'scenario'} data-name={name}>
      <div class="summary">
        <div class="about">
          <h4>
            {/* A click anywhere in the row. */}
            <button
              type="button"
              class="apply"
              aria-pressed={isOverride}
              onClick={() => mock.override(name, title)}
            >
              {title}
            </button>{' '}
            {title !== name && <code class="quiet">{name}</code>}
          </h4>
          <p class="facts">
            {factsOf(account).map(([text, tone]) => (
              <span class={tone}>{text}</span>
            ))}
          </p>
          <p class="quiet">
            <Prose text={description} />
          </p>
        </div>
        <Button
          class="plain square more"
          name={`Details of ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && <ScenarioDetails account={account} mock={mock} />}
    </li>
  )
}

/** Plan, status and fault with their tones, each readable without its color. */
function factsOf({ plan, status, fault, scheduled, ...account }: AccountView) {
  // The status is that of the last fetch; only a disconnected account can be connected.
  const isDisconnected = account.transitions.includes('connect')
  return [
    [plan === 'free' ? 'Free' : 'Premium', ''],
    isDisconnected ? ['Disconnected', 'bad'] : statusWords[status],
    ...(fault === null ? [] : [[`Fault: ${formatFault(fault)}`, 'caution']]),
    ...scheduled.map(({ name, requestsLeft }) => [
      // Such as `Make it break after 2 more requests`.
      `${transitionWords[name as TransitionName] ?? name} after ${formatCount(requestsLeft, 'more request', 'more requests')}`,
      'caution',
    ]),
  ]
}

interface DetailsProps {
  account: AccountView
  mock: MockSource
}

function ScenarioDetails({ account, mock }: DetailsProps) {
  const { name } = account
  const publish = () => mock.act(['publish', name], () => `${name} has a new post.`)
  const reset = () => mock.act(['reset', name], () => `${name} is reset.`)
  return (
    <div class="details">
      <FaultForm account={account} mock={mock} />
      <Transitions account={account} mock={mock} />
      <Addresses account={account} mock={mock} />
      <div class="buttons">
        <Button onClick={publish}>Publish a post</Button>
        <Button onClick={reset}>Reset scenario</Button>
      </div>
    </div>
  )
}

function Transitions({ account, mock }: DetailsProps) {
  const scenario = account.name
  const list = useRef<HTMLUListElement>(null)

  async function run(transition: TransitionName): Promise<void> {
    await mock.act(['transition', scenario, transition], ({ scenarios }) => {
      const { status } = scenarios.find(({ name }) => name === scenario) ?? {}
      return `${scenario}: done. Its status is now: ${status && statusWords[status][0]}.`
    })
    // The keyboard must not start at the top of the page when its button is gone.
    const root = list.current?.getRootNode() as Document | ShadowRoot | undefined
    const isLost = !root?.activeElement || root.activeElement === document.body
    if (isLost) list.current?.querySelector('button')?.focus()
  }

  return (
    <ul class="group transitions" aria-label="Transitions" ref={list}>
      {account.transitions.map((name) => (
        <li key={name}>
          <Button onClick={() => run(name)}>{transitionWords[name]}</Button>
          <p class="quiet">
            <Prose text={transitions[name].description} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** What a link opens, by its title. */
const pages = {
  me: '/api/v1/me?',
  RSS: '/api/v1/rss?',
  GraphQL: `/graphql?query=${encodeURIComponent('{ me { username } }')}&`,
}

function Addresses({ account: { name, apiKey }, mock }: DetailsProps) {
  if (apiKey === null) {
    return <p class="quiet">Its key is in your own data and is not shown.</p>
  }
  const { baseUrl } = mock.state ?? {}
  const html = `<script async src="${baseUrl}/embed.js"></script>\n<photo-feed api-key="${apiKey}"></photo-feed>`
  // A worker responds to this page only: elsewhere, its address would find nothing.
  const isServed = !mock.client?.isLocal
  const copies = isServed ? { key: apiKey, HTML: html } : { key: apiKey }
  return (
    <div class="buttons">
      {Object.entries(copies).map(([what, text]) => (
        <Button
          key={what}
          name={`Copy ${what} of ${name}`}
          onClick={() => mock.copy(`the ${what} of ${name}`, text)}
        >
          Copy {what}
        </Button>
      ))}
      {isServed &&
        Object.entries(pages).map(([title, page]) => (
          <a
            key={title}
            href={`${baseUrl}${page}api_key=${apiKey}`}
            target="_blank"
            rel="noopener"
            title={`${title} of ${name}, in a new tab`}
          >
            {title}
          </a>
        ))}
    </div>
  )
}

const example = '{ "status": 503, "times": 2, "when": { "endpoint": "me" } }'

function FaultForm({ account, mock }: DetailsProps) {
  const { name: scenario, fault } = account
  const faults = mock.state?.faults ?? []
  const settings = faults.find(({ name }) => name === fault)?.settings ?? fault
  const current = settings === null ? '' : JSON.stringify(settings, null, 2)
  const draft = useRef<HTMLTextAreaElement>(null)
  const isCustom = fault !== null && typeof fault === 'object'
  const choices = [
    ['', 'none'],
    ...faults.map(({ name, description }) => [name, `${name}: ${description}`]),
    ...(isCustom ? [['custom', 'custom settings']] : []),
  ] as [string, string][]

  function set(setting: AccountView['fault']): void {
    mock.act(['fault', scenario, setting], () =>
      setting === null
        ? `${scenario} has no fault.`
        : `${scenario} has the fault ${formatFault(setting)}.`,
    )
  }

  function setText(): void {
    try {
      set(JSON.parse(draft.current?.value ?? ''))
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
        {/* A draft ends with the fault that it began with. */}
        <textarea
          class="input"
          key={current}
          ref={draft}
          aria-label="Settings of the fault, as JSON"
          rows={4}
          spellcheck={false}
          placeholder={example}
          defaultValue={current}
        />
        <Button class="main" onClick={setText}>
          Set fault
        </Button>
      </details>
    </div>
  )
}
