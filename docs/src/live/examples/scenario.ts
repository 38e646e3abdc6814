import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

// Here, the buttons replace the key.
const feed = createFeed({ baseUrl, apiKey })
const { account, posts, connection } = await feed.me({ pageSize: 6 })

console.log(connection.status)
console.log(posts)
console.log(account.username)
