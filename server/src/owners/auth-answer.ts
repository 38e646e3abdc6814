import { z } from 'zod'

/** Why better-auth rejected a form, as far as a page has something to say about it. */
export const rejectionReasons = [
  'INVALID_EMAIL',
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_TOKEN',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_SHORT',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
] as const

export type RejectionReason = (typeof rejectionReasons)[number]

export type AuthResult =
  | { ok: true; cookies: readonly string[] }
  | { ok: false; reason: RejectionReason }
  /** `retryAfter` is in seconds. */
  | { ok: false; reason: 'TOO_MANY_ATTEMPTS' | 'BUSY'; retryAfter: number }

/** Of what we send, only the address can be ill-formed; a link to an owner who was deleted is no longer valid. */
const meaning: Record<string, RejectionReason> = {
  VALIDATION_ERROR: 'INVALID_EMAIL',
  USER_NOT_FOUND: 'INVALID_TOKEN',
}

/** better-auth failed with something that no page has a sentence for. */
export class AuthFailure extends Error {
  override name = 'AuthFailure'
  /** better-auth's code of the error; empty if it sent none. */
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const failed = z.object({ code: z.string() })

export async function readAnswer(response: Response): Promise<AuthResult> {
  if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() }
  const body = await response.text()
  const code = failed.safeParse(parsed(body)).data?.code ?? ''
  const reason = z.enum(rejectionReasons).safeParse(meaning[code] ?? code)
  if (reason.success) return { ok: false, reason: reason.data }
  throw new AuthFailure(
    `better-auth responded with ${response.status} and ${body.slice(0, 200)}`,
    code,
  )
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
