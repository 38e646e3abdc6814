import { apiKey as keyFormat, type routes } from '@photofeed/openapi'
import { curlCommand, feedCode, meSamples } from '../../src/dashboard/use-it.ts'

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
