import type { SurveyedAccount } from '../survey/account.ts'
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
