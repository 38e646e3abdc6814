import { apiKey as keyFormat, type routes } from '@photofeed/openapi'
import { curlCommand } from '../playground/request-code.ts'

/** Code that sends the request of an operation, by the name of its tab. */
export const requestSamples: Record<
  string,
  (baseUrl: string, apiKey: string) => Record<string, string>
> = {
  getMe: meSamples,
  getAccounts: (baseUrl, apiKey) => ({
    curl: curlCommand(baseUrl, { path: '/api/v1/accounts', query: [] }, apiKey),
    JavaScript: feedCode(
      baseUrl,
      apiKey,
      '',
      'const { account, connection } = await feed.account()',
    ),
  }),
  getRss: (baseUrl, apiKey) => ({
    curl: curlCommand(baseUrl, { path: '/api/v1/rss', query: [] }, apiKey),
    JavaScript: feedCode(
      baseUrl,
      apiKey,
      "import { rss } from '@photofeed/sdk/rss'\n",
      'const { channel, items } = await rss(feed)',
    ),
  }),
  getGraphql: (baseUrl, apiKey) => ({
    curl: curlCommand(
      baseUrl,
      { path: '/graphql', query: [['query', '{ me { username } }']] },
      apiKey,
    ),
  }),
  postGraphql: (baseUrl, apiKey) => ({
    curl: `curl '${baseUrl}${'/graphql' satisfies keyof typeof routes}?${keyFormat.parameter}=${apiKey}' \\
  --json '{ "query": "{ me { username posts { caption } } }" }'`,
    JavaScript: feedCode(
      baseUrl,
      apiKey,
      "import { FeedDocument, graphql } from '@photofeed/sdk/graphql'\n",
      'const { data } = await graphql(feed, FeedDocument, { first: 3 })',
    ),
  }),
}

/** The command whose response the first screen of the reference shows. */
export const firstRequest = (baseUrl: string, apiKey: string): string =>
  curlCommand(baseUrl, { path: '/api/v1/me', query: [['page[size]', '1']] }, apiKey)

/** Code that reads with the SDK. */
const feedCode = (
  baseUrl: string,
  apiKey: string,
  imports: string,
  use: string,
) => `// npm install @photofeed/sdk
import { createFeed } from '@photofeed/sdk'
${imports}
const feed = createFeed({
  baseUrl: '${baseUrl}',
  apiKey: '${apiKey}',
})
${use}`

/** Code that reads or shows a page of posts, by the name of its tab. */
export function meSamples(baseUrl: string, apiKey: string) {
  return {
    curl: curlCommand(baseUrl, { path: '/api/v1/me', query: [['page[size]', '12']] }, apiKey),
    JavaScript: feedCode(
      baseUrl,
      apiKey,
      '',
      'const { account, posts } = await feed.me({ pageSize: 12 })',
    ),
    React: `// npm install @photofeed/element
import '@photofeed/element/react'

export const Feed = () => (
  <photo-feed src="${baseUrl}" api-key="${apiKey}" />
)`,
    Vue: `<!-- npm install @photofeed/element -->
<script setup>
import '@photofeed/element/vue'
</script>

<template>
  <photo-feed src="${baseUrl}" api-key="${apiKey}" />
</template>`,
  }
}
