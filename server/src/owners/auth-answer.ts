import { z } from 'zod'

/** Why better-auth refused, as far as a page has something to say about it. */
export const refusals = [
  'INVALID_EMAIL',
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_TOKEN',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_SHORT',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
] as const

export type Refusal = (typeof refusals)[number]

export type AuthAnswer =
  | { ok: true; cookies: readonly string[] }
  | { ok: false; refusal: Refusal }
  /** After how many seconds another try counts. */
  | { ok: false; refusal: 'TOO_MANY_TRIES'; retryAfter: number }

/** Of what we send, only the address can be ill-formed, and only its uniqueness keeps an owner from being stored. */
const meaning: Record<string, Refusal> = {
  VALIDATION_ERROR: 'INVALID_EMAIL',
  FAILED_TO_CREATE_USER: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
}

const refused = z.object({
  code: z
    .string()
    .transform((code) => meaning[code] ?? code)
    .pipe(z.enum(refusals)),
})

export async function readAnswer(response: Response): Promise<AuthAnswer> {
  if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() }
  if (response.status === 429) {
    const retryAfter = Number(response.headers.get('X-Retry-After'))
    return { ok: false, refusal: 'TOO_MANY_TRIES', retryAfter }
  }
  const body = await response.text()
  const known = refused.safeParse(parsed(body))
  if (known.success) return { ok: false, refusal: known.data.code }
  throw new Error(`better-auth answered with ${response.status} and ${body.slice(0, 200)}`)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
