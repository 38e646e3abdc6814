import type { Ask, Query } from '../http/ask.ts'
import { type Exchange, parseJson } from '../http/exchange.ts'
import type { Operation } from './operation.ts'
import type { ReadAnswer } from './received-answer.ts'

/** A rule looked at what only a run of the checker knows. */
export class OnlyKnownInRun extends Error {
  override name = 'OnlyKnownInRun'
}

/** An answer without the run around it. Looking at its account, its key or a query that nobody told throws OnlyKnownInRun. */
export function loneExchange({ path, method }: Operation, answer: ReadAnswer): Exchange {
  const { status, headers, body, url } = answer
  const query = url === null ? null : queryOf(url)
  const ask: Ask = {
    method,
    path,
    get query() {
      return query ?? onlyKnownInRun()
    },
    get key() {
      return onlyKnownInRun()
    },
  }
  return {
    ...{ ask, status, headers, text: body, json: parseJson(body) },
    bytes: new TextEncoder().encode(body),
    request: { method, url: url ?? path, headers: {}, body: null },
    get account() {
      return onlyKnownInRun()
    },
  }
}

function onlyKnownInRun(): never {
  throw new OnlyKnownInRun()
}

/** Null when the address cannot be read. */
function queryOf(url: string): Query | null {
  // A server in memory, like fastify's inject, is asked for a path alone.
  const parameters = URL.parse(url, 'http://localhost')?.searchParams
  if (!parameters) return null
  return Object.fromEntries(
    [...parameters.keys()].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : String(values[0])]
    }),
  )
}
