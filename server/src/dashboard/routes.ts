import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { createCookie } from '../http/cookies.ts'
import { contentSecurity, securityHeaders } from '../http/security-headers.ts'
import type { Report } from '../log.ts'
import type { Archive } from '../owners/archive.ts'
import type { OwnerSession } from '../owners/auth.ts'
import type { Owners } from '../owners/owners.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { Settings } from '../settings/settings.ts'
import type { Database } from '../stores/database.ts'
import { type Notice, panelPage } from './layout.ts'

export interface DashboardParts
  extends Pick<Database, 'accounts' | 'connections' | 'feeds' | 'keys' | 'work'> {
  baseUrl: string
  cdnUrl: string
  /** Where the platform has media that are not stored, as sources of a Content-Security-Policy. */
  platformImages: string
  owners: Owners
  settings: Settings
  archive: Archive
  /** Null if the platform's app is not configured: nothing can be connected. */
  platform: Pick<PlatformClient, 'authorizeUrl' | 'exchangeCode' | 'profile'> | null
  clock(): number
  onError(error: unknown): void
  report: Report
}

export interface DashboardEnv {
  Bindings: HttpBindings
}

export type DashboardContext = Context<DashboardEnv>

export type OwnAccount = NonNullable<Awaited<ReturnType<Database['accounts']['findOwn']>>>

type MaybeResponse = Response | Promise<Response>
type Handler = (context: DashboardContext) => MaybeResponse

/** What handles a route, by who may request it. Owners are redirected from the routes of a visitor, and others from those of an owner. */
interface Handlers {
  anybody: Handler
  'guest or owner': (context: DashboardContext, session: OwnerSession | null) => MaybeResponse
  visitor: Handler
  owner: (context: DashboardContext, session: OwnerSession) => MaybeResponse
  /** The owner of `:accountId` alone. */
  'account owner': (
    context: DashboardContext,
    session: OwnerSession,
    account: OwnAccount,
  ) => MaybeResponse
}

export type Who = keyof Handlers

/** Adds routes with what is checked before them. Forms must be small and come from our own pages. */
export interface Routes {
  /** `security` is the page's Content-Security-Policy; the dashboard's by default. */
  get<Name extends Who>(path: string, who: Name, handle: Handlers[Name], security?: string): void
  post<Name extends Who>(path: string, who: Name, handle: Handlers[Name]): void
}

export function createRoutes(
  app: Hono<DashboardEnv>,
  { baseUrl, cdnUrl, accounts, owners }: DashboardParts,
): Routes {
  const usualSecurity = contentSecurity(new URL(cdnUrl).origin)

  /** Returns the visitor's session, whose cookies the response extends; null if there is none. */
  async function extendSession(context: DashboardContext): Promise<OwnerSession | null> {
    const session = await owners.sessions.find(context.req.raw.headers)
    // Before those of the response, which may end or replace the session: a browser stores the last one.
    for (const cookie of session?.cookies ?? []) {
      context.header('Set-Cookie', cookie, { append: true })
    }
    return session
  }

  const forOwner =
    (handle: Handlers['owner']): Handler =>
    async (context) => {
      const session = await extendSession(context)
      return session ? handle(context, session) : context.redirect(signInPath(context), 303)
    }

  const guards: { [Name in Who]: (handle: Handlers[Name]) => Handler } = {
    anybody: (handle) => handle,
    'guest or owner': (handle) => async (context) => handle(context, await extendSession(context)),
    visitor: (handle) => async (context) =>
      (await extendSession(context)) ? context.redirect('/accounts', 303) : handle(context),
    owner: forOwner,
    'account owner': (handle) =>
      forOwner(async (context, session) => {
        const sent = context.req.param('accountId') ?? ''
        const id = /^[1-9]\d{0,15}$/.test(sent) ? Number(sent) : 0
        const account = await accounts.findOwn(session.owner.id, id)
        if (!account) return errorPage(context, 'no such account', session.owner)
        return handle(context, session, account)
      }),
  }

  return {
    get(path, who, handle, security = usualSecurity) {
      app.get(path, securityHeaders(security), guards[who](handle))
    },
    post(path, who, handle) {
      const guarded = guards[who](handle)
      app.post(path, securityHeaders(usualSecurity), (context) => {
        const { headers } = context.req.raw
        if (!isSameOrigin(headers, baseUrl)) return errorPage(context, 'foreign form')
        return isSmallBody(headers) ? guarded(context) : errorPage(context, 'large form')
      })
    },
  }
}

/** Pages to come back to. The platform's callback is none: its query has a code, which must not be kept in an address. */
const kept = /^\/(?:accounts\/\d|feeds\/|playground|explorer|settings)/

/** The page to sign in on, which leads back to the requested page, or to the page of a form that was sent. */
function signInPath({ req: { method, url } }: DashboardContext): string {
  const { pathname, search } = new URL(url)
  if (method === 'POST') {
    const next = pathname.startsWith('/settings') ? '/settings' : '/accounts'
    return `/sign-in?after=session&next=${encodeURIComponent(next)}`
  }
  if (!kept.test(pathname)) return '/sign-in'
  return `/sign-in?next=${encodeURIComponent(pathname + search)}`
}

/** Whether one of our own pages sent a form: browsers report it, and other clients have no session cookie. */
function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get('Origin')
  if (origin !== null) return origin === new URL(baseUrl).origin
  return headers.get('Sec-Fetch-Site') === 'same-origin'
}

const maximumBytes = 16 * 1024

/** Whether a body is small. Hono's own limit makes a new Request, which @hono/node-server cannot read without global objects. */
export function isSmallBody(headers: Headers): boolean {
  const usual = headers.has('Transfer-Encoding') ? Number.POSITIVE_INFINITY : 0
  return Number(headers.get('Content-Length') ?? usual) <= maximumBytes
}

const errorPages = {
  'foreign form': {
    status: 403,
    title: 'Rejected',
    text: 'This form was not sent from this site. Open the page here and send it again.',
  },
  'large form': {
    status: 413,
    title: 'Too large',
    text: 'The form contains too much text. Shorten it and send it again.',
  },
  'no such page': { status: 404, title: 'Not found', text: 'There is no page at this address.' },
  'no such feed': {
    status: 404,
    title: 'Not found',
    text: 'This feed does not exist, or it belongs to somebody else.',
  },
  'no such account': {
    status: 404,
    title: 'Not found',
    text: 'This account does not exist, or it belongs to somebody else.',
  },
  'still signed in': {
    status: 500,
    title: 'Still signed in',
    text: 'The server could not end your session. You are still signed in. Try again in a minute.',
  },
  'broken down': {
    status: 500,
    title: 'Something went wrong',
    text: 'This is not your fault, and it has been reported. Try again in a while.',
  },
} as const

/** A page of one sentence, with a way back. */
export function errorPage(
  context: DashboardContext,
  name: keyof typeof errorPages,
  owner: { email: string } | null = null,
): Response | Promise<Response> {
  const { status, title, text } = errorPages[name]
  const content = html`<p class="quiet">${text}</p>
<p>${owner ? html`<a class="button main" href="/accounts">Back to your accounts</a>` : html`<a class="button main" href="/">Start page</a>`}</p>`
  return context.html(panelPage({ title, owner }, content), status)
}

/** Returns the fields of a form; a missing one is empty. Trims an email address. */
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

export function redirectWith(
  context: DashboardContext,
  cookies: readonly string[],
  path: string,
): Response {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
  return context.redirect(path, 303)
}

/**
 * A notice is in a cookie of this session: neither a URL nor a planted cookie can put text on a page. Each has a cookie of its
 * own, which the address of the page names: several windows do not show each other's.
 */
export function createNotices({ baseUrl, accounts }: Pick<DashboardParts, 'baseUrl' | 'accounts'>) {
  const cookieOf = (notice: string) => createCookie(baseUrl, `notice_${notice}`, 60_000)
  function to(
    path: string,
    context: DashboardContext,
    { id }: Pick<OwnerSession, 'id'>,
    { kind, text }: Notice,
  ) {
    const notice = randomBytes(8).toString('hex')
    const cookie = cookieOf(notice).store(`${id} ${kind} ${text}`)
    return redirectWith(context, [cookie], `${path}?notice=${notice}`)
  }
  return {
    /** Redirects to the accounts, which show the notice. */
    toAccounts: to.bind(null, '/accounts'),

    /** Redirects to the feed of an account, which shows the notice. */
    async toFeed(
      context: DashboardContext,
      session: OwnerSession,
      accountId: number,
      notice: Notice,
    ): Promise<Response> {
      const own = await accounts.findOwn(session.owner.id, accountId)
      return to(own?.feedId ? `/feeds/${own.feedId}` : '/accounts', context, session, notice)
    },

    /** Returns the notice for this page; the browser forgets it. */
    take(context: DashboardContext, session: Pick<OwnerSession, 'id'>): Notice | null {
      const notice = context.req.query('notice') ?? ''
      if (!/^[\da-f]{16}$/.test(notice)) return null
      const cookie = cookieOf(notice)
      const value = cookie.read(context.req.raw.headers)
      if (value === null) return null
      context.header('Set-Cookie', cookie.clear(), { append: true })
      const [id, kind, ...words] = value.split(' ')
      if (id !== session.id) return null
      return { kind: kind === 'problem' ? kind : 'done', text: words.join(' ') }
    },
  }
}
