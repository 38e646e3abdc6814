import { hash } from 'node:crypto'
import { z } from 'zod'

const minute = 60_000
const defaultMinutes = 15
const longestMinutes = 24 * 60

/** Above this share of a limit no further call is made until some of it is free again. */
const fullShare = 90

/** Above this share of the app's limit, the rest is left to what somebody waits for. */
const reservedShare = 75

/** Which accounts the platform throttles, and until when. */
export interface Pauses {
  /** When the app may call on behalf of this token's account again, in milliseconds; null when it may now. */
  until(token: string | null): number | null
  /** When the app may make calls that nobody waits for again, in milliseconds; null when it may now. */
  routineUntil(): number | null
  /** Stores how much of the limits is used, as a response says. */
  note(token: string | null, headers: Headers): void
  /** The platform has refused for now; returns when to try again. */
  hold(whom: 'app' | 'account', token: string | null, headers: Headers): number
}

export function createPauses(clock: () => number): Pauses {
  const ends = new Map<string, number>()
  const app = 'app'
  const routine = 'routine'

  function extend(key: string, minutes: number): number {
    const now = clock()
    for (const [other, end] of ends) if (end <= now) ends.delete(other)
    const length = Math.min(minutes > 0 ? minutes : defaultMinutes, longestMinutes) * minute
    const end = Math.max(now + length, ends.get(key) ?? 0)
    ends.set(key, end)
    return end
  }

  function latest(keys: readonly string[]): number | null {
    const end = Math.max(...keys.map((key) => ends.get(key) ?? 0))
    return end > clock() ? end : null
  }

  return {
    until: (token) => latest([app, keyOf(token)]),
    routineUntil: () => latest([app, routine]),
    note(token, headers) {
      const usage = readUsage(headers)
      if (usage.app && usage.app.share >= reservedShare) extend(routine, usage.app.minutes)
      if (isFull(usage.app)) extend(app, usage.app.minutes)
      if (isFull(usage.account)) extend(keyOf(token), usage.account.minutes)
    },
    hold(whom, token, headers) {
      const { app: ofApp, account } = readUsage(headers)
      const minutes = Math.max(
        ofApp?.minutes ?? 0,
        account?.minutes ?? 0,
        (Number(headers.get('Retry-After')) || 0) / 60,
      )
      return extend(whom === 'app' ? app : keyOf(token), minutes)
    },
  }
}

function isFull(usage: Usage | null): usage is Usage {
  return usage !== null && usage.share >= fullShare
}

/** What stays in memory is not the token. */
function keyOf(token: string | null): string {
  return token === null ? 'nobody' : hash('sha256', token)
}

/** How much of a limit is used up. */
export interface Usage {
  /** Of a hundred; the highest of the platform's measures. */
  share: number
  /** Until the platform gives access again; 0 when it does not say. */
  minutes: number
}

const number = z.number().catch(0)
const reading = z
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

const app = reading.transform((usage) => [usage])
const accounts = z
  .record(z.string(), z.array(reading))
  .transform((found) => Object.values(found).flat())

/** Reads the limits of the app and the account from a response's headers; null where they are missing. */
export function readUsage(headers: Headers): { app: Usage | null; account: Usage | null } {
  return {
    app: highest(app, headers.get('X-App-Usage')),
    account: highest(accounts, headers.get('X-Business-Use-Case-Usage')),
  }
}

function highest(schema: z.ZodType<Usage[]>, header: string | null): Usage | null {
  const { data = [] } = schema.safeParse(parsed(header))
  return data.length === 0
    ? null
    : {
        share: Math.max(...data.map(({ share }) => share)),
        minutes: Math.max(...data.map(({ minutes }) => minutes)),
      }
}

function parsed(header: string | null): unknown {
  try {
    return header === null ? null : JSON.parse(header)
  } catch {
    return null
  }
}
