import { createFeed } from '@photofeed/sdk'
import { graphql } from '@photofeed/sdk/graphql'
import { apiKey, baseUrl } from './settings.ts'

const feed = createFeed({ baseUrl, apiKey })
const { data } = await graphql(
  feed,
  `{
  me(first: 3, type: "IMAGE") {
    username
    posts { id caption publishedAt }
    pagination { hasMore nextCursor }
  }
}`,
)

console.log(data)
