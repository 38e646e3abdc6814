import type { ControlState } from '../control/state.ts'
import { formatFault } from '../faults/fault-text.ts'
import type { RequestDetails } from '../log/request-details.ts'
import type { LogEntry } from '../log/request-log.ts'

const keyPattern = /(api_key=)[^&]*/

/** Whether a request can be repeated, which is of no use for media files. */
export function isRepeatable({ path }: LogEntry): boolean {
  return path.startsWith('/api/') || path === '/graphql'
}

/** Returns a curl command that repeats a request. */
export function curlOf(request: LogEntry, state: ControlState): string {
  // Without --globoff, curl reads the brackets of page[size] as a pattern.
  const parts = ['curl --globoff', quote(urlOf(request, state))]
  if (request.method === 'HEAD') parts.splice(1, 0, '--head')
  else if (request.method !== 'GET') parts.splice(1, 0, `--request ${request.method}`)
  if (request.body !== null) {
    parts.push(`--header 'Content-Type: application/json'`, `--data ${quote(request.body)}`)
  }
  return parts.join(' ')
}

/** Returns a call of `fetch` that repeats a request in the console of the page. */
export function fetchOf(request: LogEntry, state: ControlState): string {
  const url = literal(urlOf(request, state))
  return `await fetch(${url}${initOf(request, '')}).then((response) => response.text())`
}

/** The log hides a key that may be secret or of another scenario; the scenario's own key reads the same. */
function urlOf({ scenario, target }: LogEntry, { baseUrl, scenarios }: ControlState) {
  const key = scenarios.find(({ name }) => name === scenario)?.apiKey
  return baseUrl + (key ? target.replace('api_key=<API_KEY>', `api_key=${key}`) : target)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns a Vitest test that repeats a request on a mock in the same state. */
export function testOf(
  request: LogEntry,
  state: ControlState,
  details: Pick<RequestDetails, 'transitions' | 'transitionsBeforeKey'> | null,
): string {
  const { method, path, target, scenario, status } = request
  const fault = always(request.fault)
  const { baseUrl } = state
  // The mock of a test has no copies, so the original is used.
  const name = scenario?.replace(/-copy-\d+$/, '') ?? null
  const url = template(baseUrl + target).replace(keyPattern, (pair, start) =>
    name === null ? pair : `${start}\${key}`,
  )
  const call = `fetch(\`${url}\`${initOf(request, '  ')})`
  const outcome =
    status === null
      ? [`await expect(${call}).rejects.toThrow()`]
      : [`const response = await ${call}`, `expect(response.status).toBe(${status})`]
  const title = `${method} ${path} in ${name ?? 'no scenario'}${fault === null ? '' : ` with ${formatFault(fault)}`}`
  const lines = [
    ...ownAccountNote(name, state),
    `const mock = createMswMock({ ${mockOptions(request, state).join(', ')} })`,
    ...(name === null ? [] : setupOf(name, request, state, details)),
    'const server = setupServer(...mock.handlers)',
    'server.listen()',
    'onTestFinished(() => server.close())',
    '',
    ...outcome,
  ]
  return `import { createMswMock } from '@photofeed/mock-server'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'

test(${literal(title)}, async () => {
${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}
})
`
}

function mockOptions(request: LogEntry, { baseUrl, latency }: ControlState): string[] {
  const options = [`baseUrl: ${literal(baseUrl)}`]
  if (latency !== 0) options.push(`latency: ${JSON.stringify(latency)}`)
  // The service itself has no response with this status.
  if (request.status === 400 && request.warnings.length > 0) options.push(`warnings: 'strict'`)
  return options
}

function ownAccountNote(name: string | null, { scenarios }: ControlState): string[] {
  const isOwn = scenarios.some((scenario) => scenario.name === name && !scenario.published)
  return isOwn ? [`// ${name} is an account of your own: pass it in the option accounts.`] : []
}

/** Returns the statements that bring the scenario into its state, and read the key that was sent. */
function setupOf(
  name: string,
  { fault }: LogEntry,
  { faults }: ControlState,
  details: Parameters<typeof testOf>[2],
): string[] {
  const { transitions = [], transitionsBeforeKey = 0 } = details ?? {}
  const lines = transitions.map(
    (transition) => `mock.transition(${literal(name)}, ${literal(transition)})`,
  )
  const declaration = `const key = mock.key(${literal(name)})`
  lines.splice(transitionsBeforeKey, 0, declaration)
  const original = faults.find((known) => known.name === name)?.name ?? null
  if (fault !== original) lines.push(`mock.fault(${literal(name)}, ${literal(always(fault))})`)
  return lines
}

/** The request met the conditions of its fault, such as the third one. In the test it is the only one. */
function always(fault: LogEntry['fault']): LogEntry['fault'] {
  if (fault === null || typeof fault === 'string') return fault
  const { when: _, ...settings } = fault
  return settings
}

function initOf({ method, body }: LogEntry, indent: string): string {
  if (method === 'GET') return ''
  const lines = [`method: ${literal(method)},`]
  if (body !== null) {
    lines.push(`headers: { 'Content-Type': 'application/json' },`, `body: ${literal(body)},`)
  }
  return `, {\n${lines.map((line) => `${indent}  ${line}`).join('\n')}\n${indent}}`
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const quoted = JSON.stringify(value)
  return /["']|\\/.test(quoted.slice(1, -1)) ? quoted : `'${value}'`
}

function template(text: string): string {
  return text.replace(/[`\\]|\$\{/g, (special) => `\\${special}`)
}
