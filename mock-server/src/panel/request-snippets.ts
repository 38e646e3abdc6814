import type { ControlState } from '../control/state.ts'
import { formatFault } from '../fault-text.ts'
import type { RecordedRequest } from '../request-log.ts'

const keyPattern = /(api_key=)[^&]*/

/** Whether a request can be repeated, which is of no use for media files. */
export function isRepeatable({ path }: RecordedRequest): boolean {
  return path.startsWith('/api/') || path === '/graphql'
}

/** Returns a curl command that repeats a request. */
export function curlOf(request: RecordedRequest, { baseUrl, scenarios }: ControlState): string {
  const key = scenarios.find(({ name }) => name === request.scenario)?.apiKey
  // The log hides a key if it may be secret; the scenario's own key reads the same.
  const target = key
    ? request.target.replace('api_key=<API_KEY>', `api_key=${key}`)
    : request.target
  // Without --globoff, curl reads the brackets of page[size] as a pattern.
  const parts = ['curl --globoff', quote(baseUrl + target)]
  if (request.method === 'HEAD') parts.splice(1, 0, '--head')
  else if (request.method !== 'GET') parts.splice(1, 0, `--request ${request.method}`)
  if (request.body !== null) {
    parts.push(`--header 'Content-Type: application/json'`, `--data ${quote(request.body)}`)
  }
  return parts.join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns a Vitest test that repeats a request. */
export function testOf(request: RecordedRequest, { baseUrl }: ControlState): string {
  const { method, path, target, scenario, status, fault, body } = request
  // The mock of a test has no copies, so the original is used.
  const name = scenario?.replace(/-copy-\d+$/, '')
  const url = template(baseUrl + target).replace(keyPattern, (pair, start) =>
    name === undefined ? pair : `${start}\${mock.key(${literal(name)})}`,
  )
  const init =
    method === 'GET'
      ? ''
      : `, {\n    method: ${literal(method)},${body === null ? '' : `\n    headers: { 'Content-Type': 'application/json' },\n    body: ${literal(body)},`}\n  }`
  const call = `fetch(\`${url}\`${init})`
  const outcome =
    status === null
      ? `  await expect(${call}).rejects.toThrow()`
      : `  const response = await ${call}\n  expect(response.status).toBe(${status})`
  const title = `${method} ${path} in ${name ?? 'no scenario'}${fault === null ? '' : ` with ${formatFault(fault)}`}`
  return `import { createMockFeed } from '@photofeed/mock-server'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'

test(${literal(title)}, async () => {
  const mock = createMockFeed({ baseUrl: ${literal(baseUrl)} })
${fault === null || name === undefined ? '' : `  mock.fault(${literal(name)}, ${literal(fault)})\n`}  const server = setupServer(...mock.handlers)
  server.listen()
  onTestFinished(() => server.close())

${outcome}
})
`
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const quoted = JSON.stringify(value)
  return /["']|\\/.test(value) ? quoted : `'${value}'`
}

function template(text: string): string {
  return text.replace(/[`\\]|\$\{/g, (special) => `\\${special}`)
}
