import type { AuthResult } from '../owners/auth-answer.ts'
import type { DashboardContext } from './dashboard-parts.ts'
import type { Html } from './layout.ts'
import type { Notice } from './notices.ts'
import { saying } from './sign-in-refusals.ts'

/** The form once more, with what is wrong. */
export async function refuse(
  context: DashboardContext,
  refused: Extract<AuthResult, { ok: false }>,
  form: (notice: Notice) => Html | Promise<Html>,
): Promise<Response> {
  const { status, text } = saying(refused)
  if ('retryAfter' in refused) context.header('Retry-After', String(refused.retryAfter))
  return context.html(await form({ kind: 'problem', text }), status)
}
