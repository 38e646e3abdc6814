import type { FaultName } from '@photofeed/core/scenarios'
import type { Fault } from './fault-settings.ts'

// The text form of faults and latencies, for the command line and the panel. Values are checked by the mock.

/** Parses `200`, or bounds like `100-400`. Returns any other text unchanged. */
export function parseNumbers(text: string): number | [number, number] | string {
  const bounds = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(text.trim())
  if (!bounds) return text
  const [, lower, upper] = bounds
  return upper === undefined ? Number(lower) : [Number(lower), Number(upper)]
}

/** Parses a name like `slow`, or settings like `status:503,retryAfter:2,delay:50-200`. */
export function parseFault(text: string): FaultName | Fault {
  if (!text.includes(':')) return text as FaultName
  const settings = text.split(',').map((pair) => {
    const [name = '', value = ''] = pair.split(/:(.*)/s)
    return [name.trim(), parseNumbers(value)] as const
  })
  return Object.fromEntries(settings)
}

/** Returns the text that {@link parseFault} parses. */
export function formatFault(fault: FaultName | Fault): string {
  if (typeof fault === 'string') return fault
  return Object.entries(fault)
    .map(([name, value]) => `${name}:${Array.isArray(value) ? value.join('-') : value}`)
    .join(',')
}
