import { z } from 'zod'

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

/** What an answer's headers say about the app's limit and the account's; null where they say nothing. */
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
