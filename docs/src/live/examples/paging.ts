import { createFeed } from '@photofeed/sdk'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const first = await feed.me({ pageSize: 4 })
console.log(first.posts)
console.log(first.pagination)

const second = await feed.next(first)
if (second) console.log(second.posts)
