import { createSiteFeed } from '../../lib/feed'

export const load = async ({ fetch }) => ({
  page: await createSiteFeed(fetch).me({ pageSize: 12 }),
})
