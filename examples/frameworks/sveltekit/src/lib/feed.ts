import { createFeed, safe } from '@photofeed/sdk'
import { error } from '@sveltejs/kit'

/** Pass the `fetch` of a `load` function: SvelteKit then sends the response to the browser, which does not read it again. */
export const createSiteFeed = (fetch?: typeof globalThis.fetch) =>
  createFeed({
    baseUrl: import.meta.env.VITE_PHOTOFEED_URL,
    apiKey: import.meta.env.VITE_PHOTOFEED_KEY,
    fetch,
  })

/** SvelteKit shows "Internal Error" for any other error than its own. */
export async function readPage(fetch: typeof globalThis.fetch) {
  const result = await safe(createSiteFeed(fetch).me({ pageSize: 12 }))
  if (!result.ok) error(502, 'The posts could not be loaded.')
  return result.value
}
