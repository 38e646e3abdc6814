import type { AuthResult, RejectionReason } from '../owners/auth-answer.ts'
import { passwordLength } from '../owners/auth-options.ts'

type Refused = Extract<AuthResult, { ok: false }>

const sentences: Record<RejectionReason, { status: 401 | 422; text: string }> = {
  INVALID_EMAIL: {
    status: 422,
    text: 'This is not an e-mail address. Write it like name@example.org.',
  },
  INVALID_EMAIL_OR_PASSWORD: {
    status: 401,
    text: 'The e-mail address or the password is not right. Try again, or choose a new password.',
  },
  INVALID_PASSWORD: {
    status: 401,
    text: 'The current password is not right. Try again.',
  },
  INVALID_TOKEN: {
    status: 422,
    text: 'This link was used already or is older than an hour. Request a new one.',
  },
  PASSWORD_TOO_SHORT: {
    status: 422,
    text: `A password has at least ${passwordLength.minimum} characters. Choose a longer one.`,
  },
  PASSWORD_TOO_LONG: {
    status: 422,
    text: `A password has at most ${passwordLength.maximum} characters. Choose a shorter one.`,
  },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: {
    status: 422,
    text: 'This e-mail address is signed up already. Sign in with it, or use another one.',
  },
}

/** What a page says about a rejected form, and with which status. */
export function saying(refused: Refused): { status: 401 | 422 | 429 | 503; text: string } {
  if (!('retryAfter' in refused)) return sentences[refused.reason]
  const again = `Try again in ${refused.retryAfter} seconds.`
  return refused.reason === 'BUSY'
    ? { status: 503, text: `Too many people are signing in at the moment. ${again}` }
    : { status: 429, text: `Too many attempts. ${again}` }
}
