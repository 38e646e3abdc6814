import { createFeed, safe } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const result = await safe(feed.me({ pageSize: 4 }))

if (result.ok) {
  console.log(result.value.posts)
} else {
  const { name, hint, retryable } = result.error
  console.warn(`${name}: ${hint}`)
  console.warn(retryable ? 'Try again.' : 'Do not retry.')
  console.error(result.error)
}
