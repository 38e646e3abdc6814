import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import {
  createCookie,
  isWrongPassword,
  type Owner,
  passwordLength,
  Rejected,
  type RejectionReason,
  type SignedInVisitor,
} from '../owners/auth.ts'
import { done, type Html, type Notice, problem } from './layout.ts'
import type { DashboardContext, DashboardParts, Routes, Who } from './routes.ts'

/** What a page with forms shows. */
export interface FormView {
  /** On pages for owners. */
  owner: Owner
  /** On pages for owners: the visitor's session. */
  sessionId: string
  notice: Notice | null
  /** What was entered before. */
  email?: string | undefined
  /** The token of the link that led here. */
  token?: string | undefined
  /** The path to show after signing in. */
  next?: string | undefined
}

interface Form<Name extends string> {
  fields: readonly Name[]
  /** Returns cookies, or throws Rejected. The visitor is signed in on routes for owners only. */
  submit(fields: Record<Name, string>, visitor: SignedInVisitor): Promise<string[]>
  /** The path to redirect to if the form is accepted. */
  next:
    | string
    | ((context: DashboardContext, fields: Record<Name, string>) => string | Promise<string>)
  /** Returns the page again, with the reason why the form was rejected. */
  show(view: FormView): Html | Promise<Html>
}

/** Notices by the path and its query. A URL can choose one of them, and cannot put text on a page. */
const notices: Record<string, string> = {
  '/sign-in?after=out': 'You are signed out.',
  '/sign-in?after=session': 'Your session has ended. Sign in and send the form again.',
  '/sign-in?after=email': 'The e-mail address is changed. Sign in with it.',
  '/sign-in?after=deleted':
    'Your e-mail address and password are deleted, and your accounts are disconnected. Their posts and media are being deleted.',
  '/sign-up?after=sent': 'Check your inbox: you get a mail with a link. It expires in an hour.',
  '/reset-password?after=sent':
    'If this address is signed up here, you get a mail with a link. The link works for an hour, and those in earlier mails work too.',
  '/settings?after=email': 'The e-mail address is changed. Other sessions have ended.',
  '/settings?after=sent':
    'Check the inbox of the new address: a mail has a link that confirms it. It expires in an hour.',
  '/settings?after=password': 'The password is changed. Other sessions have ended.',
  '/settings?after=session': 'The session has ended.',
  '/settings?after=sessions': 'All other sessions have ended.',
}

/** Returns the functions that add pages with forms, and the routes that the forms are sent to. */
export function formRoutes({ get, post }: Routes, parts: Pick<DashboardParts, 'addressHeader'>) {
  // Undefined on pages that are not for owners, which do not read them.
  const sessionOf = (context: DashboardContext) => {
    const session = context.get('session')
    return { owner: session?.owner, sessionId: session?.id }
  }

  return {
    page(path: string, who: Who, show: (view: FormView) => Html | Promise<Html>): void {
      get(path, who, async (context) => {
        const { after, token, next } = context.req.query()
        const text = notices[`${path}?after=${after}`]
        const notice = text === undefined ? null : done(text)
        return context.html(await show({ ...sessionOf(context), notice, token, next }))
      })
    },

    form<Name extends string>(path: string, who: Who, form: Form<Name>): void {
      post(path, who, async (context) => {
        const fields = await readForm(context, form.fields)
        const session = sessionOf(context)
        const { headers } = context.req.raw
        const address = addressOf(context, parts)
        try {
          const cookies = await form.submit(fields, { address, headers, ...session })
          const next = typeof form.next === 'string' ? form.next : await form.next(context, fields)
          return redirectWith(context, cookies, next)
        } catch (error) {
          if (!(error instanceof Rejected)) throw error
          const { reason, retryAfter } = error
          if (retryAfter !== null) context.header('Retry-After', `${retryAfter}`)
          const again = retryAfter === null ? '' : ` Try again in ${retryAfter} seconds.`
          const view = { ...fields, ...session, notice: problem(sentences[reason] + again) }
          return context.html(await form.show(view), statusOf(reason))
        }
      })
    },
  }
}

const noticeCookie = (baseUrl: string) => createCookie(baseUrl, 'notice', 60_000)

/**
 * Redirects to the accounts, which show the notice in this session only. It is in a cookie, so that a URL cannot put text
 * on the page; nor can somebody who plants a cookie, and does not know the session's id.
 */
export function toAccounts(
  { baseUrl }: Pick<DashboardParts, 'baseUrl'>,
  context: DashboardContext,
  { kind, text }: Notice,
): Response {
  const { id } = context.get('session')
  return redirectWith(context, [noticeCookie(baseUrl).store(`${id} ${kind} ${text}`)], '/accounts')
}

/** Returns the notice for this page; the browser forgets it. */
export function takeNotice(
  { baseUrl }: Pick<DashboardParts, 'baseUrl'>,
  context: DashboardContext,
): Notice | null {
  const cookie = noticeCookie(baseUrl)
  const value = cookie.read(context.req.raw.headers)
  if (value === null) return null
  context.header('Set-Cookie', cookie.clear(), { append: true })
  const [id, kind, ...words] = value.split(' ')
  if (id !== context.get('session').id) return null
  return { kind: kind === 'problem' ? kind : 'done', text: words.join(' ') }
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
function addressOf(
  context: DashboardContext,
  { addressHeader }: Pick<DashboardParts, 'addressHeader'>,
): string {
  const written = addressHeader ? context.req.header(addressHeader) : undefined
  const forwarded = written && addressIn(written.split(',').at(-1)?.trim() ?? '')
  return forwarded || (getConnInfo(context).remote.address ?? '')
}

/** Returns the address of a header's entry without the port that some proxies add; null if there is none. */
function addressIn(entry: string): string | null {
  const withPort = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  return isIP(address) === 0 ? null : address
}

const sentences: Record<RejectionReason, string> = {
  BUSY: 'Too many people are signing in at the moment.',
  TOO_MANY_ATTEMPTS: 'Too many attempts.',
  INVALID_EMAIL: 'This is not an e-mail address. Write it like name@example.org.',
  INVALID_EMAIL_OR_PASSWORD:
    'Wrong e-mail address or password. Try again, or choose a new password.',
  INVALID_PASSWORD: 'Wrong current password. Try again.',
  INVALID_TOKEN: 'This link was used already or is older than an hour. Request a new one.',
  PASSWORD_TOO_SHORT: `A password has at least ${passwordLength.minimum} characters. Choose a longer one.`,
  PASSWORD_TOO_LONG: `A password has at most ${passwordLength.maximum} characters. Choose a shorter one.`,
  EMAIL_TAKEN: 'This e-mail address is signed up already. Sign in with it, or use another one.',
}

function statusOf(reason: RejectionReason) {
  if (reason === 'BUSY') return 503
  if (reason === 'TOO_MANY_ATTEMPTS') return 429
  return isWrongPassword(reason) ? 401 : 422
}
