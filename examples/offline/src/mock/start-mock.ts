import { createMockFeed } from '@photofeed/mock-server'
import { startMockWorker } from '@photofeed/mock-server/browser'
import type { FeedOptions } from '@photofeed/sdk'
import { scenarioMenu } from './scenario-menu.ts'

// No such host exists: what the page shows cannot come from a network.
const baseUrl = 'https://photofeed.test'

/** Answers this page's requests in the browser, for the account that `?scenario=` names. */
export async function startMock(): Promise<FeedOptions> {
  const mock = createMockFeed({ baseUrl })
  await startMockWorker(mock)
  const scenario = new URLSearchParams(location.search).get('scenario') ?? 'premium'
  document.body.append(scenarioMenu(mock.scenarios, scenario))
  return { baseUrl, apiKey: mock.key(scenario) }
}
