import type { ScenarioState } from '../standalone/control/control-state.ts'
import { copyable } from './copyable.ts'
import { element } from './element.ts'
import { createKeyedList, type Row } from './keyed-list.ts'
import type { Note } from './note.ts'

interface Copy {
  label: string
  /** Completes "Copy …". */
  name: string
  text: string
  /** The address that is opened; null when there is nothing to open. */
  opened: string | null
}

/** Without a query the endpoint has nothing to answer. */
const sampleQuery = '{ me(first: 3) { username posts { id caption } } }'

function copiesOf({ apiKey, urls }: ScenarioState): Copy[] {
  if (apiKey === null || urls === null) return []
  const { me, rss, graphql } = urls
  const sample = `${graphql}&query=${encodeURIComponent(sampleQuery)}`
  return [
    { label: 'key', name: 'the key', text: apiKey, opened: null },
    { label: 'me', name: 'the me URL', text: me, opened: me },
    { label: 'RSS', name: 'the RSS URL', text: rss, opened: rss },
    { label: 'GraphQL', name: 'the GraphQL URL', text: graphql, opened: sample },
  ]
}

/** A scenario's key and addresses, to copy and to open. */
export function createCopyList({ name: scenario }: ScenarioState, note: Note): Row<ScenarioState> {
  const list = element('div', { className: 'copies' })
  const secret = element('p', { className: 'quiet' }, 'Its key is in your data file')
  const show = createKeyedList<Copy>(list, {
    keyOf: ({ label }) => label,
    createRow({ label, name, opened }) {
      let current = ''
      const link = element('a', { target: '_blank', rel: 'noopener' }, label)
      link.ariaLabel = `${label} of ${scenario}, in a new tab`
      const shown = opened === null ? element('span', {}, label) : link
      return {
        node: copyable(shown, { name: `${name} of ${scenario}`, text: () => current, note }),
        update({ text, opened }) {
          current = text
          link.href = opened ?? ''
        },
      }
    },
  })
  return {
    node: element('div', {}, list, secret),
    update(scenario) {
      show(copiesOf(scenario))
      secret.hidden = scenario.published
    },
  }
}
