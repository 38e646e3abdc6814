import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import {
  createCookie,
  isWrongPassword,
  type Owner,
  type OwnerSession,
  passwordLength,
  Rejected,
  type RejectionReason,
  type SignedInVisitor,
  type Visitor,
} from '../owners/auth.ts'
import { done, type Html, type Notice, problem } from './layout.ts'
import type { DashboardContext, DashboardParts, Routes } from './routes.ts'

/** What a page with forms shows. */
export interface VisitorView {
  notice: Notice | null
  /** What was entered before. */
  email?: string | undefined
  /** The token of the link that led here. */
  token?: string | undefined
  /** The path to show after signing in. */
  next?: string | undefined
}

/** What a page for a signed-in owner shows. */
export interface OwnerView extends VisitorView {
  owner: Owner
  sessionId: string
}

/** Sentences by the value of `after` in the page's query. A URL can choose one of them, and cannot put text on a page. */
type Notices = Readonly<Record<string, string>>

type Show<View> = (view: View) => Html | Promise<Html>

type Fields<Name extends string> = Record<Name, string>

interface Form<Name extends string, View, Sender> {
  fields: readonly Name[]
  /** Returns cookies, or throws Rejected. */
  submit(fields: Fields<Name>, sender: Sender): Promise<string[]>
  /** The path to redirect to if the form is accepted. */
  next: string | ((context: DashboardContext, fields: Fields<Name>) => string | Promise<string>)
  /** Returns the page again, with the reason why the form was rejected. */
  show: Show<View>
}

export type FormRoutes = ReturnType<typeof createFormRoutes>

/** Returns the functions that add pages with forms, and the routes that the forms are sent to. */
export function createFormRoutes({ get, post }: Routes, parts: DashboardParts) {
  const addressOf = createAddressOf(parts)

  function viewOf(context: DashboardContext, notices: Notices): VisitorView {
    const { after = '', token, next } = context.req.query()
    const text = Object.hasOwn(notices, after) ? notices[after] : undefined
    return { notice: text === undefined ? null : done(text), token, next }
  }

  async function submit<Name extends string, Extra extends object>(
    context: DashboardContext,
    form: Form<Name, VisitorView & Extra, Visitor & { headers: Headers } & Extra>,
    extra: Extra,
  ) {
    const fields = await readForm(context, form.fields)
    const visitor = { address: addressOf(context), headers: context.req.raw.headers }
    try {
      const cookies = await form.submit(fields, { ...visitor, ...extra })
      const next = typeof form.next === 'string' ? form.next : await form.next(context, fields)
      return redirectWith(context, cookies, next)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      const { reason, retryAfter } = error
      if (retryAfter !== null) context.header('Retry-After', `${retryAfter}`)
      const again = retryAfter === null ? '' : ` Try again in ${retryAfter} seconds.`
      const view = { ...fields, ...extra, notice: problem(sentences[reason] + again) }
      return context.html(await form.show(view), statusOf(reason))
    }
  }

  return {
    page(
      path: string,
      who: 'anybody' | 'visitor',
      show: Show<VisitorView>,
      notices: Notices = {},
    ): void {
      get(path, who, async (context) => context.html(await show(viewOf(context, notices))))
    },

    ownerPage(path: string, show: Show<OwnerView>, notices: Notices = {}): void {
      get(path, 'owner', async (context, { owner, id }) =>
        context.html(await show({ ...viewOf(context, notices), owner, sessionId: id })),
      )
    },

    form<Name extends string>(path: string, form: Form<Name, VisitorView, Visitor>): void {
      post(path, 'anybody', (context) => submit(context, form, {}))
    },

    ownerForm<Name extends string>(
      path: string,
      form: Form<Name, OwnerView, SignedInVisitor>,
    ): void {
      post(path, 'owner', (context, { owner, id }) =>
        submit(context, form, { owner, sessionId: id }),
      )
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
  { id }: Pick<OwnerSession, 'id'>,
  { kind, text }: Notice,
): Response {
  return redirectWith(context, [noticeCookie(baseUrl).store(`${id} ${kind} ${text}`)], '/accounts')
}

/** Returns the notice for this page; the browser forgets it. */
export function takeNotice(
  { baseUrl }: Pick<DashboardParts, 'baseUrl'>,
  context: DashboardContext,
  session: Pick<OwnerSession, 'id'>,
): Notice | null {
  const cookie = noticeCookie(baseUrl)
  const value = cookie.read(context.req.raw.headers)
  if (value === null) return null
  context.header('Set-Cookie', cookie.clear(), { append: true })
  const [id, kind, ...words] = value.split(' ')
  if (id !== session.id) return null
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

const proxyHeaders = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']

/**
 * Returns the function that returns a visitor's network address. It trusts only the last entry of the proxy's header: clients
 * control the others. Reports once if there seems to be a proxy, and no setting names its header.
 */
function createAddressOf({ addressHeader, report }: DashboardParts) {
  let isReported = false
  return (context: DashboardContext): string => {
    const header = proxyHeaders.find((name) => context.req.header(name) !== undefined)
    if (addressHeader === null && header && !isReported) {
      isReported = true
      report('missingAddressHeader', { header })
    }
    const written = addressHeader ? context.req.header(addressHeader) : undefined
    const forwarded = written && addressIn(written.split(',').at(-1)?.trim() ?? '')
    return forwarded || (getConnInfo(context).remote.address ?? '')
  }
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
