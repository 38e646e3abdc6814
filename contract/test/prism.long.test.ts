// Prism as a validating proxy with openapi.yaml, in front of the mock and the reference server.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parameters } from '@photofeed/openapi'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { npmInstall } from '../../test-support/npm-install.ts'
import { checkContract } from '../src/index.ts'
import { startConformingServer, startDemo } from './support/conforming-server.ts'

const definition = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))
let folder: string
let load: NodeJS.Require

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-prism-'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await npmInstall(folder, '@stoplight/prism-http-server@5.16.0')
  load = createRequire(join(folder, 'package.json'))
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('Prism finds no fault with the mock', async () => {
  const mock = await startConformingServer()
  onTestFinished(() => mock.close())
  await expectNoFault(mock.url, mock.accounts)
})

test('Prism finds no fault with the reference server', async () => {
  const { url, accounts, stop } = await startDemo()
  onTestFinished(async () => void (await stop()))
  await expectNoFault(url, accounts)
})

type Violation = { location: string[]; message: string }

/**
 * Checks a deployment through the validation proxy of Prism. The run is the same as without, no response differs from
 * the definition, and no request does that the deployment accepts.
 */
async function expectNoFault(deployment: string, accounts: Record<string, string>): Promise<void> {
  const proxy = await startPrism(deployment)
  const faults: string[] = []
  const rejected = new Set<string>()
  let proxied = 0
  const report = await checkContract({
    ...{ url: proxy, accounts },
    async fetch(input, init) {
      const url = String(input)
      if (isAlteredByPrism(url, init)) return fetch(url.replace(proxy, deployment), init)
      const response = await fetch(url, init)
      if (url.startsWith(proxy)) proxied += 1
      const violations: Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]')
      const isRejected = response.status >= 400 || 'errors' in (await jsonOf(response))
      for (const { location, message } of violations) {
        if (location[0] === 'request' && isRejected) rejected.add(location[2] ?? '')
        else faults.push(`${new URL(url).pathname} ${location.join('.')}: ${message}`)
      }
      return response
    },
  })
  expect(faults).toEqual([])
  expect(report.rules.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
  // Otherwise Prism may have found nothing because it validated nothing. It writes names in lower case.
  expect(proxied).toBeGreaterThan(100)
  const validated = Object.entries(parameters).filter(([, facts]) => 'messages' in facts)
  expect([...rejected]).toEqual(
    expect.arrayContaining(validated.map(([name]) => name.toLowerCase())),
  )
}

/**
 * Requests that Prism does not forward or validate as they are: it responds to preflights itself, fails with 500 at the
 * missing body of a response to HEAD, merges two slashes of a path, never forwards a body that is not JSON, encodes the query again, rejects headers over
 * 16 KiB, and validates the first value of a repeated parameter, while the service reads the last one.
 */
function isAlteredByPrism(url: string, { method, body, headers }: RequestInit = {}): boolean {
  if (method === 'OPTIONS' || method === 'HEAD') return true
  const { pathname, search, searchParams } = new URL(url)
  if (pathname.includes('//')) return true
  if (search.includes('%FF') || search.includes('%E0%A4')) return true
  if (searchParams.getAll('page[size]').length > 1) return true
  if (JSON.stringify(headers ?? {}).length > 16_000) return true
  try {
    if (body) JSON.parse(String(body))
    return false
  } catch {
    return true
  }
}

async function jsonOf(response: Response): Promise<object> {
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? response.clone().json() : {}
}

/**
 * Starts Prism in front of a deployment. Without `errors` it forwards everything and names violations in a header. Its
 * command line is not used: for the example address of an operation that it prints, it escapes the brackets in the
 * names of the parameters, and from then on validates none of them. Sometimes it finds no example.
 */
async function startPrism(deployment: string): Promise<string> {
  const [core, http, server] = ['core', 'http', 'http-server'].map((name) =>
    load(`@stoplight/prism-${name}`),
  )
  const prism = server.createServer(await http.getHttpOperationsFromSpec(definition), {
    cors: true,
    components: { logger: core.createLogger('Prism', { level: 'silent' }) },
    config: {
      ...{ isProxy: true, upstream: new URL(deployment), mock: { dynamic: false } },
      ...{ validateRequest: true, validateResponse: true, checkSecurity: true, errors: false },
    },
  })
  onTestFinished(() => prism.close())
  return prism.listen(0, '127.0.0.1')
}
