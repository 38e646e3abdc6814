import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Notice } from '../db/dashboard-store.ts'
import {
  type AuthResult,
  isWrongPassword,
  passwordLength,
  type RejectionReason,
  type Visitor,
} from '../owners/auth.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import { type Html, problem } from './layout.ts'

interface Form<Name extends string> {
  path: string
  for: 'anybody' | 'owner'
  fields: readonly Name[]
  submit(
    fields: Record<Name, string>,
    visitor: Visitor,
    context: DashboardContext,
  ): Promise<AuthResult>
  /** The path to redirect to if the form is accepted. */
  next: string | ((context: DashboardContext) => Promise<string>)
  /** Returns the form again, with the reason why it was rejected. */
  show(
    notice: Notice,
    fields: Record<Name, string>,
    context: DashboardContext,
  ): Html | Promise<Html>
}

/** Creates the route that a form is sent to. */
export function formRoute<Name extends string>(
  parts: Pick<DashboardParts, 'addressHeader'>,
  form: Form<Name>,
): Route {
  return {
    ...{ method: 'POST', path: form.path, for: form.for },
    async handle(context) {
      const fields = await readForm(context, form.fields)
      const result = await form.submit(fields, visitorOf(context, parts), context)
      if (result.ok) {
        const next = typeof form.next === 'string' ? form.next : await form.next(context)
        return redirectWith(context, result.cookies, next)
      }
      const { status, text } = messageOf(result)
      if ('retryAfter' in result) context.header('Retry-After', String(result.retryAfter))
      return context.html(await form.show(problem(text), fields, context), status)
    },
  }
}

/** Redirects to the accounts, which show the notice. */
export async function toAccounts(
  { store }: Pick<DashboardParts, 'store'>,
  context: DashboardContext,
  notice: Notice,
): Promise<Response> {
  await store.leaveNotice(context.get('session').id, notice)
  return context.redirect('/accounts', 303)
}

export function redirectWith(
  context: DashboardContext,
  cookies: readonly string[],
  path: string,
): Response {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
  return context.redirect(path, 303)
}

/** Returns the fields of a form; a missing one is empty. Trims an e-mail address. */
export async function readForm<Name extends string>(
  context: DashboardContext,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const sent = new URLSearchParams(await context.req.text())
  const fields = names.map((name) => {
    const value = sent.get(name) ?? ''
    return [name, name === 'email' ? value.trim() : value]
  })
  return Object.fromEntries(fields)
}

/** Returns the visitor's network address. Trusts only the last entry of the proxy's header: clients control the others. */
function visitorOf(
  context: DashboardContext,
  { addressHeader }: Pick<DashboardParts, 'addressHeader'>,
): Visitor {
  const written = addressHeader ? context.req.header(addressHeader) : undefined
  const forwarded = written && addressIn(written.split(',').at(-1)?.trim() ?? '')
  return { address: forwarded || (getConnInfo(context).remote.address ?? '') }
}

/** Returns the address of a header's entry without the port that some proxies add; null if there is none. */
function addressIn(entry: string): string | null {
  const withPort = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  return isIP(address) === 0 ? null : address
}

const sentences: Record<RejectionReason, string> = {
  INVALID_EMAIL: 'This is not an e-mail address. Write it like name@example.org.',
  INVALID_EMAIL_OR_PASSWORD:
    'The e-mail address or the password is not right. Try again, or choose a new password.',
  INVALID_PASSWORD: 'The current password is not right. Try again.',
  INVALID_TOKEN: 'This link was used already or is older than an hour. Request a new one.',
  PASSWORD_TOO_SHORT: `A password has at least ${passwordLength.minimum} characters. Choose a longer one.`,
  PASSWORD_TOO_LONG: `A password has at most ${passwordLength.maximum} characters. Choose a shorter one.`,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    'This e-mail address is signed up already. Sign in with it, or use another one.',
}

/** Returns the status and the sentence for a rejected form. */
function messageOf(rejected: Extract<AuthResult, { ok: false }>): {
  status: 401 | 422 | 429 | 503
  text: string
} {
  if (!('retryAfter' in rejected)) {
    const { reason } = rejected
    return { status: isWrongPassword(reason) ? 401 : 422, text: sentences[reason] }
  }
  const again = `Try again in ${rejected.retryAfter} seconds.`
  return rejected.reason === 'BUSY'
    ? { status: 503, text: `Too many people are signing in at the moment. ${again}` }
    : { status: 429, text: `Too many attempts. ${again}` }
}
