import type { routes } from '@photofeed/openapi'
import { parameterNames } from '../../../sdk/src/errors/parameters.ts'
import { type RestRequest, wireQuery } from './rest-request.ts'

/** The request as a command for a POSIX shell. curl encodes the values, so that they stay readable. */
export function curlCommand(
  baseUrl: string,
  request: Pick<RestRequest, 'query'> & { readonly path: keyof typeof routes },
  key: string,
): string {
  const data = wireQuery(request, key).map(
    ([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`,
  )
  return [`curl --get ${shellQuoted(`${baseUrl}${request.path}`)}`, ...data].join(' \\\n  ')
}

/** Between single quotes a shell reads everything literally, except a single quote (POSIX XCU 2.2.2). */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

interface Call {
  /** The import, besides that of `createFeed`. */
  imports: string
  /** What the result is destructured into. */
  result: string
  call: (options: string) => string
  use: string
}

const calls: Record<RestRequest['path'], Call> = {
  '/api/v1/me': {
    imports: '',
    result: '{ account, posts }',
    call: (options) => `feed.me(${options})`,
    use: 'console.log(account.username, posts.length)',
  },
  '/api/v1/accounts': {
    imports: '',
    result: '{ account, connection }',
    call: () => 'feed.account()',
    use: 'console.log(account.username, connection.status)',
  },
  '/api/v1/rss': {
    imports: "import { rss } from '@photofeed/sdk/rss'\n",
    result: '{ channel, items }',
    call: () => 'rss(feed)',
    use: 'console.log(channel.title, items.length)',
  },
}

/** The request as a module that uses the SDK. The key comes from the environment, so that it is not committed. */
export function sdkCode(baseUrl: string, { path, query }: RestRequest): string {
  const { imports, result, call, use } = calls[path]
  return `import { createFeed } from '@photofeed/sdk'
${imports}
const feed = createFeed({
  baseUrl: ${quoted(baseUrl)},
  apiKey: process.env.PHOTOFEED_KEY ?? '',
})
const ${result} = await ${call(optionsOf(query))}
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
