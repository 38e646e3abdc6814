import { parameterNames } from '../../../sdk/src/parameters.ts'
import type { RestRequest } from './rest-request.ts'

interface Call {
  entry: string
  create: string
  /** What the answer is taken apart into. */
  result: string
  method: string
  use: string
}

const calls: Record<RestRequest['path'], Call> = {
  '/api/v1/me': {
    entry: '@photofeed/sdk',
    create: 'createFeed',
    result: '{ account, posts }',
    method: 'me',
    use: 'console.log(account.username, posts.length)',
  },
  '/api/v1/accounts': {
    entry: '@photofeed/sdk',
    create: 'createFeed',
    result: '{ account, connection }',
    method: 'accounts',
    use: 'console.log(account.username, connection.status)',
  },
  '/api/v1/rss': {
    entry: '@photofeed/sdk/rss',
    create: 'createRssFeed',
    result: '{ channel, items }',
    method: 'rss',
    use: 'console.log(channel.title, items.length)',
  },
}

/** The request as a module that uses the SDK. The key comes from the environment, so that it is not committed. */
export function sdkCode(baseUrl: string, { path, query }: RestRequest): string {
  const { entry, create, result, method, use } = calls[path]
  return `import { ${create} } from ${quoted(entry)}

const feed = ${create}({
  baseUrl: ${quoted(baseUrl)},
  apiKey: process.env.PHOTOFEED_KEY ?? '',
})
const ${result} = await feed.${method}(${optionsOf(query)})
${use}
`
}

function optionsOf(query: RestRequest['query']): string {
  const lines = Object.entries(parameterNames).flatMap(([option, parameter]) => {
    const values = query.filter(([name]) => name === parameter).map(([, value]) => value)
    return values.length > 0 ? [`  ${option}: ${literal(parameter, values)},\n`] : []
  })
  return lines.length > 0 ? `{\n${lines.join('')}}` : ''
}

function literal(parameter: string, values: string[]): string {
  if (parameter.endsWith('[]')) return `[${values.map(quoted).join(', ')}]`
  const value = values.at(-1) ?? ''
  return parameter === parameterNames.pageSize && /^\d{1,9}$/.test(value)
    ? String(Number(value))
    : quoted(value)
}

/** A string literal in single quotes. JSON escapes whatever else needs it. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1)
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
