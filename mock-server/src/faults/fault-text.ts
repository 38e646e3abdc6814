import type { Duration } from '../durations.ts'
import type { FaultSetting, FaultSettings } from './fault-settings.ts'

// The text form of faults and latencies in the panel. The mock checks the values.

const conditionNames = ['endpoint', 'media', 'query', 'nth', 'every']

/** Parses `200`, or bounds like `100-400`. Returns any other text unchanged. */
function parseNumbers(text: string): number | [number, number] | string {
  const bounds = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(text.trim())
  if (!bounds) return text
  const [, lower, upper] = bounds
  return upper === undefined ? Number(lower) : [Number(lower), Number(upper)]
}

/** Parses `200` or `100-400`. Returns any other text unchanged. */
export function parseDuration(text: string): Duration {
  const numbers = parseNumbers(text)
  return Array.isArray(numbers) ? { min: numbers[0], max: numbers[1] } : (numbers as Duration)
}

/** Returns the fault of settings and conditions in one list. */
export function toFault(pairs: Iterable<readonly [name: string, value: string]>): FaultSettings {
  const fault: Record<string, unknown> = {}
  const when: Record<string, unknown> = {}
  for (const [name, value] of pairs) {
    if (name === 'query') when.query = Object.fromEntries(new URLSearchParams(value))
    else if (name === 'delay') fault.delay = parseDuration(value)
    else if (conditionNames.includes(name)) when[name] = parseNumbers(value)
    else fault[name] = parseNumbers(value)
  }
  return (Object.keys(when).length > 0 ? { ...fault, when } : fault) as FaultSettings
}

/** Returns the settings and conditions of a fault in one list, which {@link toFault} reads. */
export function fromFault({ when, delay, ...others }: FaultSettings): Record<string, string> {
  const { query, ...conditions } = when ?? {}
  const entries = Object.entries({
    ...others,
    delay: delay === undefined ? undefined : formatDuration(delay),
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
  return typeof duration === 'number' ? String(duration) : `${duration.min}-${duration.max}`
}

/** Returns a fault as one line; of several faults, one after another. */
export function formatFault(fault: FaultSetting | readonly FaultSetting[]): string {
  if (typeof fault === 'string') return fault
  if (Array.isArray(fault)) return fault.map(formatFault).join(' ')
  return Object.entries(fromFault(fault as FaultSettings))
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}
