import type { PlanName, Schemas } from '@photofeed/openapi'
import type { Ask, WireRequest } from './ask.ts'

/** What came back for a request. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
}

/** A request of the run with its answer. */
export interface Exchange extends Answer {
  ask: Ask
  request: WireRequest
  /** Whose key was sent, also when it was left out or spoilt on purpose. */
  account: SurveyedAccount
}

/** What the first look at a key found. */
export interface SurveyedAccount {
  key: string
  /** `key 1`, `key 2`, ... in the order given: reports never show a key itself. */
  label: string
  /** readable: it reads an account. refused: 401. failing: 500. broken: anything else, see `trouble`. */
  state: 'readable' | 'refused' | 'failing' | 'broken'
  /** Null unless the key is readable. */
  plan: PlanName | null
  status: string | null
  /** The newest posts, as many as one page holds, with children and comments; empty unless readable. */
  posts: Schemas['Post'][]
  /** The exchanges of the survey, which rules are judged on too. */
  exchanges: Exchange[]
  /** Why nothing can be done with the key; a sentence. */
  trouble: string | null
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The media type alone, in lower case, without parameters. */
export function mediaType({ headers }: Pick<Answer, 'headers'>): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Reads an exchange once, however many rules need the result. */
export function oncePerExchange<Result>(
  read: (exchange: Exchange) => Result,
): (exchange: Exchange) => Result {
  const results = new WeakMap<Exchange, { result: Result }>()
  return (exchange) => {
    const known = results.get(exchange) ?? { result: read(exchange) }
    results.set(exchange, known)
    return known.result
  }
}
