import type { HttpBindings } from '@hono/node-server'
import type { FeedStore } from '@photofeed/core'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { Report } from '../events.ts'
import { contentSecurity, securityHeaders } from '../http/security-headers.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { OwnerSession } from '../owners/auth.ts'
import type { Owners } from '../owners/owners.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { type AccountCard, readCards } from '../stores/account-overview.ts'
import type { KeyRing } from '../stores/api-keys.ts'
import type { AccountConnections } from '../stores/connections.ts'
import type { Db } from '../stores/schema.ts'
import type { WorkQueue } from '../stores/work.ts'
import { page } from './layout.ts'

export interface DashboardParts {
  /** Where this server is, without a trailing slash. */
  baseUrl: string
  /** Where media are, without a trailing slash. */
  cdnUrl: string
  /** Where the platform has media that are not stored, as sources of a Content-Security-Policy. */
  platformImages: string
  owners: Owners
  /** Who may sign up: anybody, people with a link of `photofeed-server owners invite`, or nobody. */
  signUp: 'open' | 'invitation' | 'closed'
  /** The address for help. */
  supportEmail: string
  connections: AccountConnections
  keys: KeyRing
  work: Pick<WorkQueue, 'schedule'>
  db: Db
  store: FeedStore
  media: Pick<MediaStore, 'open'>
  /** Null if the platform's app is not configured: nothing can be connected. */
  platform: Pick<PlatformClient, 'authorizeUrl' | 'exchangeCode' | 'profile'> | null
  clock(): number
  onError(error: unknown): void
  report: Report
  /** The header in which a proxy writes the visitor's address; by default the connection's address is used. */
  addressHeader?: string | null
}

type Guard = MiddlewareHandler<DashboardEnv>

export interface DashboardEnv {
  Bindings: HttpBindings
  Variables: {
    /** On routes for owners, and of an owner on a route for guests too. */
    session: OwnerSession
    /** On routes of an account, which is the owner's. */
    account: AccountCard
  }
}

export type DashboardContext = Context<DashboardEnv>

/** Who may request a route. Owners are redirected from those of a visitor, the owner of `:accountId` alone may request its own. */
export type Who = 'anybody' | 'guest or owner' | 'visitor' | 'owner' | 'account owner'

type Handler = (context: DashboardContext) => Response | Promise<Response>

/** Adds routes with what is checked before them. Forms must be small and come from our own pages. */
export interface Routes {
  /** `security` is the page's Content-Security-Policy; the dashboard's by default. */
  get(path: string, who: Who, handle: Handler, security?: string): void
  post(path: string, who: Who, handle: Handler): void
}

/** Returns the functions that add routes to an app. */
export function createRoutes(
  app: Hono<DashboardEnv>,
  { baseUrl, cdnUrl, db, owners }: DashboardParts,
): Routes {
  const usualSecurity = contentSecurity(new URL(cdnUrl).origin)

  const ownForm: Guard = async (context, next) => {
    const { headers } = context.req.raw
    if (!isSameOrigin(headers, baseUrl)) return errorPage(context, 'foreign form')
    return isSmallBody(headers) ? next() : errorPage(context, 'large form')
  }

  /** Returns the visitor's session, whose cookies the response extends; null if there is none. */
  async function extendSession(context: DashboardContext): Promise<OwnerSession | null> {
    const session = await owners.sessions.find(context.req.raw.headers)
    // Before those of the response, which may end or replace the session: a browser stores the last one.
    for (const cookie of session?.cookies ?? []) {
      context.header('Set-Cookie', cookie, { append: true })
    }
    return session
  }

  const signedOut: Guard = async (context, next) =>
    (await extendSession(context)) ? context.redirect('/accounts', 303) : next()

  const perhapsSignedIn: Guard = async (context, next) => {
    const session = await extendSession(context)
    if (session) context.set('session', session)
    return next()
  }

  const signedIn: Guard = async (context, next) => {
    const session = await extendSession(context)
    if (!session) return context.redirect(signInPath(context), 303)
    context.set('session', session)
    return next()
  }

  const ownAccount: Guard = async (context, next) => {
    const { owner } = context.get('session')
    const cards = await readCards(db, owner.id)
    const account = cards.find(({ accountId }) => `${accountId}` === context.req.param('accountId'))
    if (!account) return errorPage(context, 'no such account', owner)
    context.set('account', account)
    return next()
  }

  const guards: Record<Who, Guard[]> = {
    anybody: [],
    'guest or owner': [perhapsSignedIn],
    visitor: [signedOut],
    owner: [signedIn],
    'account owner': [signedIn, ownAccount],
  }
  return {
    get(path, who, handle, security = usualSecurity) {
      app.get(path, securityHeaders(security), ...guards[who], handle)
    },
    post(path, who, handle) {
      app.post(path, securityHeaders(usualSecurity), ownForm, ...guards[who], handle)
    },
  }
}

/** Pages to come back to. The platform's callback is none: its query has a code, which must not be kept in an address. */
const kept = /^\/(?:accounts\/\d|playground|explorer|settings)/

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

/**
 * Whether a body declares its length and is no larger than any form here. Hono's own limit makes a new Request, which
 * fails where @hono/node-server leaves the global objects alone.
 */
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
  'large form': { status: 413, title: 'Too large', text: 'The form is too large.' },
  'no such account': { status: 404, title: 'Not found', text: 'You have no such account.' },
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
  const body = html`<section class="panel narrow">
<h1>${title}</h1>
<p class="quiet">${text}</p>
<p><a class="button main" href="/accounts">Back to your accounts</a></p>
</section>`
  return context.html(page({ title, owner, body }), status)
}
