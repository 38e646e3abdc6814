import type { MockAccount } from '../accounts/mock-account.ts'

/** When something happened. */
export interface Moment {
  /** Counted up from event to event. */
  order: number
  /** Milliseconds since the epoch. */
  at: number
}

/** A request and the answer to it, as the rules look at them. */
export interface Exchange {
  method: string
  path: string
  /** What follows the `?`, as sent. */
  query: string
  header(name: string): string | undefined
  /** Of a POST whose body was read. */
  body: string | null
  status: number
  /** The account that the key reads or read; null for an unknown key and for media. */
  account: MockAccount | null
  /** When the request arrived. */
  began: Moment
  allowParameters: readonly string[]
}

/** One thing that a consumer should do differently. */
export interface Finding {
  /** Tells causes of the same rule apart: each is printed once. */
  cause: string
  /** What was noticed, and what to do instead. */
  text: string
}

/** Looks at one exchange; its name tells its causes from those of other rules. */
export type WarningRule = (exchange: Exchange) => Finding[]
