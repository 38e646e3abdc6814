import type { Duration } from './durations.ts'
import { conditionNames, type Fault, type FaultSetting } from './fault-settings.ts'

// The text form of faults and latencies, for the command line and the panel. Values are checked by the mock.

/** Parses `200`, or bounds like `100-400`. Returns any other text unchanged. */
export function parseNumbers(text: string): number | [number, number] | string {
  const bounds = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(text.trim())
  if (!bounds) return text
  const [, lower, upper] = bounds
  return upper === undefined ? Number(lower) : [Number(lower), Number(upper)]
}

/** Parses `200`, `100-400` or `median:300,p95:1200`. Returns any other text unchanged. */
export function parseDuration(text: string): Duration | string {
  return text.includes(':') ? (toFault(pairsOf(text)).delay ?? text) : parseNumbers(text)
}

/** Parses a name like `slow`, or settings like `status:503,retryAfter:2,delay:50-200,endpoint:me`. */
export function parseFault(text: string): FaultSetting {
  return text.includes(':') ? toFault(pairsOf(text)) : (text as FaultSetting)
}

function pairsOf(text: string): [name: string, value: string][] {
  return text.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split(/:(.*)/s)
    return [name.trim(), value]
  })
}

/** Returns the fault of settings and conditions in one list. */
export function toFault(pairs: Iterable<readonly [name: string, value: string]>): Fault {
  const fault: Record<string, unknown> = {}
  const when: Record<string, unknown> = {}
  const distribution: Record<string, unknown> = {}
  for (const [name, value] of pairs) {
    if (name === 'query') when.query = Object.fromEntries(new URLSearchParams(value))
    else if (name === 'median' || name === 'p95') distribution[name] = parseNumbers(value)
    else if (conditionNames.includes(name)) when[name] = parseNumbers(value)
    else fault[name] = parseNumbers(value)
  }
  if (Object.keys(distribution).length > 0) fault.delay = distribution
  return Object.keys(when).length > 0 ? { ...fault, when } : fault
}

/** Returns the settings and conditions of a fault in one list, which {@link toFault} reads. */
export function fromFault({ when, delay, ...others }: Fault): Record<string, string> {
  const { query, ...conditions } = when ?? {}
  const isDistribution = typeof delay === 'object' && 'median' in delay
  const entries = Object.entries({
    ...others,
    ...(isDistribution ? delay : { delay }),
    ...conditions,
    query: query && textOf(query),
  })
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join('-') : String(value)]),
  )
}

function textOf(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

export function formatDuration(duration: Duration): string {
  return formatFault({ delay: duration }).replace(/^delay:/, '')
}

/** Returns the text that {@link parseFault} parses; of several faults, one after another. */
export function formatFault(fault: FaultSetting | readonly FaultSetting[]): string {
  if (typeof fault === 'string') return fault
  if (Array.isArray(fault)) return fault.map(formatFault).join(' ')
  return Object.entries(fromFault(fault as Fault))
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}
