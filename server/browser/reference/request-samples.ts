import { apiKey as keyFormat, type routes } from '@photofeed/openapi'

type Path = keyof typeof routes

/** Code that sends the request of an operation, by the name of its tab. */
export const requestSamples: Record<
  string,
  (baseUrl: string, apiKey: string) => Record<string, string>
> = {
  getMe: meSamples,
  getAccounts: (baseUrl, apiKey) => ({
    curl: curlCommand(baseUrl, apiKey, '/api/v1/accounts'),
    JavaScript: feedCode(
      baseUrl,
      apiKey,
      '',
      'const { account, connection } = await feed.account()',
    ),
  }),
  getRss: (baseUrl, apiKey) => ({
    curl: curlCommand(baseUrl, apiKey, '/api/v1/rss'),
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
      apiKey,
      '/graphql',
      "\n  --data-urlencode 'query={ me { username } }'",
    ),
  }),
  postGraphql: (baseUrl, apiKey) => ({
    curl: `curl '${baseUrl}${'/graphql' satisfies Path}?${keyFormat.parameter}=${apiKey}' \\
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
  curlCommand(baseUrl, apiKey, '/api/v1/me', "\n  --data-urlencode 'page[size]=1'")

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
    curl: curlCommand(baseUrl, apiKey, '/api/v1/me', "\n  --data-urlencode 'page[size]=12'"),
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

/** Code that sends a request. curl encodes the values, so that they stay readable. */
function curlCommand(baseUrl: string, apiKey: string, path: Path, more = ''): string {
  return `curl --get '${baseUrl}${path}' \\
  --data-urlencode '${keyFormat.parameter}=${apiKey}'${more && ` \\${more}`}`
}
