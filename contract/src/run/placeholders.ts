import type { Ask } from '../http/ask.ts'
import type { Exchange } from '../http/exchange.ts'
import { Mismatch, shown } from '../judging/finding.ts'

/** `{first.pagination.nextCursor}`: a text in the body of the answer called `first`. */
const placeholder = /\{(\w+)\.([\w.]+)\}/g

/**
 * The ask with texts of earlier answers in the place of its placeholders.
 *
 * @throws {Mismatch} when an earlier answer has no such text.
 */
export function fillPlaceholders(ask: Ask, answers: Record<string, Exchange>): Ask {
  return JSON.parse(
    JSON.stringify(ask).replace(placeholder, (_, name: string, path: string) =>
      JSON.stringify(textAt(answers[name] as Exchange, path)).slice(1, -1),
    ),
  )
}

function textAt(exchange: Exchange, at: string): string {
  let value = exchange.json
  for (const name of at.split('.'))
    value = (value as Record<string, unknown> | undefined | null)?.[name]
  if (typeof value === 'string') return value
  throw new Mismatch({ exchange, at, expected: 'a string to go on with', got: shown(value) })
}
