import { apiKey, type routes } from '@photofeed/openapi'
import { marks } from '../../src/dashboard/built-pages.ts'
import { codeTabs } from '../reference/code-tabs.ts'
import { meSamples } from '../reference/request-samples.ts'

/** Renders tabs with code for a site, for the card of an account. The code has the key, so it works as it is pasted. */
export function renderUseIt(): string {
  const { curl, JavaScript, ...page } = meSamples(marks.baseUrl, marks.apiKey)
  const rss = `${marks.baseUrl}${'/api/v1/rss' satisfies keyof typeof routes}?${apiKey.parameter}=${marks.apiKey}`
  return `${codeTabs(marks.accountId, 'Add it to your site', { ...page, JavaScript, curl, RSS: rss })}`
}
