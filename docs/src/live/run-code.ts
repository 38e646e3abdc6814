import * as sdk from '@photofeed/sdk'
import { exampleUrl, type LiveService } from './service.ts'

/** Receives what a program prints. */
export type Print = (value: unknown) => void

const key = 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8'

/** The modules that an example may import. Those of the SDK send requests to the example's service. */
function modules({ fetch }: LiveService): Record<string, () => unknown> {
  return {
    '@photofeed/sdk': () => ({
      ...sdk,
      createFeed: (options: sdk.FeedOptions) => sdk.createFeed({ fetch, ...options }),
    }),
    '@photofeed/sdk/images': () => import('@photofeed/sdk/images'),
    '@photofeed/sdk/graphql': () => import('@photofeed/sdk/graphql'),
    '@photofeed/sdk/rss': () => import('@photofeed/sdk/rss'),
    '@photofeed/sdk/cache': async () => {
      const { cachedFetch } = await import('@photofeed/sdk/cache')
      return {
        cachedFetch: (options: Parameters<typeof cachedFetch>[0]) =>
          cachedFetch({ fetch, ...options }),
      }
    },
    './settings.ts': () => ({ baseUrl: exampleUrl, apiKey: key }),
  }
}

type Program = (
  load: (name: string) => Promise<unknown>,
  console: Pick<Console, 'log' | 'warn' | 'error'>,
  fetch: LiveService['fetch'],
) => Promise<void>

/** Runs a program: it may import the SDK, and what it logs is printed. Throws what it throws. Stacks of its errors contain `name`. */
export async function runCode(
  text: string,
  service: LiveService,
  name: string,
  print: Print,
): Promise<void> {
  const known = modules(service)
  const load = async (name: string) => {
    const module = known[name]
    if (module) return module()
    throw new Error(`This example can import ${Object.keys(known).join(', ')}.`)
  }
  const body = text.replace(
    /^import\s+(\{[^}]*\})\s+from\s+'([^']+)'/gm,
    (_, names: string, name: string) =>
      `const ${names.replaceAll(/\s+as\s+/g, ': ')} = await load('${name}')`,
  )
  const run = new Function(
    'load',
    'console',
    'fetch',
    `return (async () => {\n${body}\n})()\n//# sourceURL=${name}`,
  ) as Program
  const log = (...values: unknown[]) => {
    for (const value of values) print(value)
  }
  await run(load, { log, warn: log, error: log }, service.fetch)
}
