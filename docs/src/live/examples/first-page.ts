import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const page = await feed.me({ pageSize: 6 })

console.log(`@${page.account.username}`)
console.log(page.posts)
console.log(page.connection)
