import { icon } from '@photofeed/design'
import { apiKey, type PlanName, type routes } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import {
  firstAttributes,
  type PlaceName,
  places,
  placesPage,
  profileUrlOf,
  snippet,
} from '../../../element/editor/snippets.ts'
import { marks } from '../../src/dashboard/built-pages.ts'
import { codeTabs } from '../reference/code-tabs.ts'
import { meSamples } from '../reference/request-samples.ts'

/** Renders tabs with code for a site, for the card of an account. The code has the key, so it works as it is pasted. */
export function renderUseIt(plan: PlanName): string {
  const { baseUrl, accountId } = marks
  const feed = {
    ...{ baseUrl, apiKey: marks.apiKey, attributes: firstAttributes(plan) },
    profileUrl: profileUrlOf(marks.username),
  }
  const snippets = Object.entries(places).map(([place, { name }]) => [
    name,
    snippet(place as PlaceName, feed),
  ])
  const read = (path: keyof typeof routes) =>
    `${baseUrl}${path}?${apiKey.parameter}=${marks.apiKey}`
  const name = `name-${accountId}`
  return `${html`${codeTabs(accountId, 'Add it to your site', Object.fromEntries(snippets))}
<p class="where"><a class="button" href="/editor?account=${accountId}">Change how it looks</a> <a href="${placesPage}" target="_blank" rel="noopener">Where do I paste this?</a>
<a href="${read('/api/v1/rss')}" rel="noreferrer" aria-describedby="${name}">${raw(icon('rss'))} RSS</a>
<a href="${read('/api/v1/me')}" rel="noreferrer" aria-describedby="${name}">JSON</a></p>
<details>
<summary>For developers</summary>
${codeTabs(`${accountId}-code`, 'Read it with code', meSamples(baseUrl, marks.apiKey))}
</details>`}`
}
