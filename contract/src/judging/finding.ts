import type { Exchange } from '../http/exchange.ts'

/** One difference between what a rule expects and what came back. */
export interface Finding {
  exchange: Exchange
  /** Where in the response: `status`, `header X`, or a path into the body like `posts[2].sizes`. */
  at: string
  expected: string
  got: string
  /** What probably made it, where the judgment knows. */
  hint?: string
}

/** Thrown where a response is so different that a judgment cannot go on. */
export class Mismatch extends Error {
  override name = 'Mismatch'
  readonly finding: Finding

  constructor(finding: Finding) {
    super(`${finding.at}: expected ${finding.expected}, got ${finding.got}`)
    this.finding = finding
  }
}

/** A value as it is shown: JSON, cut where it gets long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(shortened(value))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 200

/** The beginning of a value, which is enough for `longest` characters: a body may have a million entries. */
function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, longest)
  if (!isContainer(value)) return value
  if (depth > 20) return '…'
  if (Array.isArray(value)) return value.slice(0, longest).map((one) => shortened(one, depth + 1))
  const names = Object.keys(value).slice(0, longest)
  return Object.fromEntries(
    names.map((name) => [name.slice(0, longest), shortened(value[name], depth + 1)]),
  )
}

/** Text of a response as it is, any other value as it is shown. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : shown(value)
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
