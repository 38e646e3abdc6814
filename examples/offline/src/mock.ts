import { createMock, type Mock } from '@photofeed/mock-server'
import { startMockWorker } from '@photofeed/mock-server/browser'
import type { FeedOptions } from '@photofeed/sdk'

// This host does not exist, so nothing on the page can come from a network.
const baseUrl = 'https://photofeed.test'

/** Responds to this page's requests in the browser, with the account that `?scenario=` names. */
export async function startMock(): Promise<FeedOptions> {
  const mock = createMock({ baseUrl })
  await startMockWorker(mock)
  const scenario = new URLSearchParams(location.search).get('scenario') ?? 'premium'
  document.body.append(scenarioMenu(mock.scenarios, scenario))
  return { baseUrl, apiKey: mock.key(scenario) }
}

/** A menu of the accounts, one for each state that a feed can be in. */
function scenarioMenu(scenarios: Mock['scenarios'], chosen: string): HTMLElement {
  const select = document.createElement('select')
  select.append(...scenarios.map(({ name }) => new Option(name, name, false, name === chosen)))
  select.addEventListener('change', () => {
    location.search = String(new URLSearchParams({ scenario: select.value }))
  })
  const label = document.createElement('label')
  label.append('Mock account ', select)
  const menu = document.createElement('aside')
  menu.append(label, scenarios.find(({ name }) => name === chosen)?.description ?? '')
  return menu
}
