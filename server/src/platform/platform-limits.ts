import { hash } from 'node:crypto'
import { z } from 'zod'
import type { PlatformParts } from './platform-parts.ts'
import { parseJson } from './platform-schema.ts'

const minute = 60_000
const defaultMinutes = 15
const longest = 24 * 60 * minute

/** Above this share of a limit no request is sent until some of it is free again. */
const fullShare = 90

/** How many pauses are active. */
type PlatformPauses = Record<'app' | 'account', number>

/** Creates the record of which accounts the platform throttles, and until when. Times are in milliseconds. */
export function createPauses({ clock }: PlatformParts) {
  const ends = new Map<string, number>()
  const app = 'app'

  function lengthOf(minutes: number): number {
    return Math.min((minutes > 0 ? minutes : defaultMinutes) * minute, longest)
  }

  function extend(key: string, minutes: number): number {
    const now = clock()
    for (const [other, end] of ends) if (end <= now) ends.delete(other)
    const end = Math.max(now + lengthOf(minutes), endOf(key))
    ends.set(key, end)
    return end
  }

  const read = (headers: Headers) => ({
    ofApp: highest(appUsage, headers.get(appHeader)),
    ofAccount: highest(accountUsage, headers.get(accountHeader)),
  })

  /** Returns when the pause of a key ends; 0 without one. A longer one is of a clock that was ahead. */
  function endOf(key: string): number {
    const end = ends.get(key) ?? 0
    const left = end - clock()
    return left > 0 && left <= longest ? end : 0
  }

  return {
    /** Returns when the app may send requests for this token's account again; null if it may now. */
    until: (token: string | null) =>
      Math.max(endOf(app), token === null ? 0 : endOf(keyOf(token))) || null,
    count(): PlatformPauses {
      const counts = { app: 0, account: 0 }
      for (const key of ends.keys()) {
        if (endOf(key) > 0) counts[key === app ? key : 'account'] += 1
      }
      return counts
    },
    /** Stores how much of the limits is used, as a response reports it. */
    note(token: string | null, headers: Headers): void {
      const { ofApp, ofAccount } = read(headers)
      if (ofApp.share >= fullShare) extend(app, ofApp.minutes)
      if (ofAccount.share >= fullShare && token !== null) extend(keyOf(token), ofAccount.minutes)
    },
    /** Stores that the platform throttles the app or the account; returns when to try again. */
    hold(whom: 'app' | 'account', token: string | null, headers: Headers): number {
      const { ofApp, ofAccount } = read(headers)
      const minutes = Math.max(
        ofApp.minutes,
        ofAccount.minutes,
        (Number(headers.get('Retry-After')) || 0) / 60,
      )
      if (whom === 'app') return extend(app, minutes)
      // Without a token it is about one login, which others need not wait for.
      return token === null ? clock() + lengthOf(minutes) : extend(keyOf(token), minutes)
    },
  }
}

/** Returns the key of a token's account, so that the token is not in memory. */
function keyOf(token: string): string {
  return hash('sha256', token)
}

const number = z.number().catch(0)
/** The share of a limit that is used up, of a hundred, and how long the platform gives no access; 0 if it does not say. */
const usage = z
  .object({
    call_count: number,
    total_cputime: number,
    total_time: number,
    estimated_time_to_regain_access: number,
  })
  .transform(({ estimated_time_to_regain_access: minutes, ...shares }) => ({
    share: Math.max(...Object.values(shares)),
    minutes,
  }))

type Usage = z.infer<typeof usage>

const appHeader = 'X-App-Usage'
const appUsage = usage.transform((found) => [found])
const accountHeader = 'X-Business-Use-Case-Usage'
const accountUsage = z
  .record(z.string(), z.array(usage))
  .transform((found) => Object.values(found).flat())

/** Reads a header; 0 if it is missing or malformed. */
function highest(schema: z.ZodType<Usage[]>, header: string | null): Usage {
  const { data = [] } = schema.safeParse(parseJson(header ?? ''))
  return {
    share: Math.max(0, ...data.map(({ share }) => share)),
    minutes: Math.max(0, ...data.map(({ minutes }) => minutes)),
  }
}
