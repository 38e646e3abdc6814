import type { ScenarioState } from '../standalone/control/control-state.ts'
import { copyable } from './copyable.ts'
import { element } from './element.ts'
import type { Note } from './note.ts'

const keyStart = 8
/** Without a query the endpoint has nothing to answer. */
const sampleQuery = '{ me(first: 3) { username posts { id caption } } }'

const links = [
  { url: 'me', label: 'me', opened: (url: string) => url },
  { url: 'rss', label: 'RSS', opened: (url: string) => url },
  {
    url: 'graphql',
    label: 'GraphQL',
    opened: (url: string) => `${url}&query=${encodeURIComponent(sampleQuery)}`,
  },
] as const

/** A scenario's key and addresses, to copy and to open. */
export function scenarioAddresses(scenario: ScenarioState, note: Note): HTMLElement[] {
  const { name: of, apiKey, urls } = scenario
  if (apiKey === null || urls === null) {
    return [element('span', { className: 'quiet' }, 'Its key is in your data file')]
  }
  const start = element('code', { title: apiKey }, `${apiKey.slice(0, keyStart)}…`)
  return [
    copyable(start, { name: `the key of ${of}`, text: apiKey, note }),
    ...links.map(({ url, label, opened }) => {
      const link = element(
        'a',
        { href: opened(urls[url]), target: '_blank', rel: 'noopener' },
        label,
      )
      link.ariaLabel = `${label} of ${of}, in a new tab`
      return copyable(link, { name: `the ${label} URL of ${of}`, text: urls[url], note })
    }),
  ]
}
