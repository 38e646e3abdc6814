import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { account, posts, connection } = await feed.me({ pageSize: 4 })

console.log(posts)
console.log(account)
console.log(connection.status)
