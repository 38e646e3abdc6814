import type { MockFeed } from '@photofeed/mock-server'
import { element } from '../element.ts'

/** Chooses the account, and with it the state, that the page is developed against. */
export function scenarioMenu(scenarios: MockFeed['scenarios'], chosen: string): HTMLElement {
  const options = scenarios.map(({ name }) => new Option(name, name, false, name === chosen))
  const select = element('select', {}, ...options)
  select.addEventListener('change', () => {
    location.search = String(new URLSearchParams({ scenario: select.value }))
  })
  const description = scenarios.find(({ name }) => name === chosen)?.description ?? ''
  return element('aside', {}, element('label', {}, 'Mock account ', select), description)
}
