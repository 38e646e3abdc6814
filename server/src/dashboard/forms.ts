import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import { count } from '@photofeed/core/node'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  type FieldName,
  type Owner,
  Rejected,
  rejections,
  type SignedInVisitor,
  type Visitor,
} from '../owners/auth.ts'
import { done, type Html, type Notice, problem } from './layout.ts'
import {
  type DashboardContext,
  type DashboardParts,
  type OwnAccount,
  type Routes,
  readForm,
  redirectWith,
} from './routes.ts'

/** What a page with forms shows. */
export interface VisitorView {
  notice: Notice | null
  /** Whether a form was rejected, so that the page's title says it. */
  isRejected?: boolean
  /** What is wrong in a field. */
  mistake?: { field: FieldName; text: string } | undefined
  /** What was entered before. */
  email?: string | undefined
  /** The token of the link that led here. */
  token?: string | undefined
  /** The path to show after signing in. */
  next?: string | undefined
}

export interface OwnerView extends VisitorView {
  owner: Owner
}

/** A page or form about an account of the owner. */
export interface AccountView extends OwnerView {
  account: OwnAccount
}

/** Sentences by the value of `after` in the page's query. A URL can choose one of them, and cannot put text on a page. */
type Notices = Readonly<Record<string, string>>

type Show<View> = (view: View) => Html | Promise<Html>

type Fields<Name extends string> = Record<Name, string>

interface Form<Name extends string, View, Sender> {
  fields: readonly Name[]
  /** Returns cookies, or throws Rejected. */
  submit(fields: Fields<Name>, sender: Sender): Promise<string[]>
  /** The path to redirect to if the form is accepted, or the page that is the response. */
  next: string | ((fields: Fields<Name>, sender: Sender) => string | Html | Promise<Html>)
  /** Returns the page again, with the reason why the form was rejected. */
  show: Show<View>
}

export type FormRoutes = ReturnType<typeof createFormRoutes>

/** Returns the functions that add pages with forms, and the routes that the forms are sent to. */
export function createFormRoutes(
  { get, post }: Routes,
  { settings: { addressHeader } }: Pick<DashboardParts, 'settings'>,
) {
  function viewOf(context: DashboardContext, notices: Notices): VisitorView {
    const { after = '', token, next, email } = context.req.query()
    const text = Object.hasOwn(notices, after) ? notices[after] : undefined
    return { notice: text === undefined ? null : done(text), token, next, email }
  }

  async function submit<Name extends string, Extra extends object>(
    context: DashboardContext,
    form: Form<Name, VisitorView & Extra, Visitor & { headers: Headers } & Extra>,
    extra: Extra,
  ) {
    const fields = await readForm(context, form.fields)
    const address = addressOf(context, addressHeader)
    const sender = { address, headers: context.req.raw.headers, ...extra }
    try {
      const cookies = await form.submit(fields, sender)
      const next = typeof form.next === 'string' ? form.next : await form.next(fields, sender)
      return typeof next === 'string' ? redirectWith(context, cookies, next) : context.html(next)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      const { reason, retryAfter } = error
      const [status, sentence, field]: readonly [ContentfulStatusCode, string, FieldName?] =
        rejections[reason]
      if (retryAfter !== null) context.header('Retry-After', `${retryAfter}`)
      const again = retryAfter === null ? '' : ` Try again in ${count(retryAfter, 'second')}.`
      const text = sentence + again
      // The form that deletes everything has one field alone.
      const own = form.fields.find((name) => name === field) ?? 'password'
      const view = field
        ? { ...fields, ...extra, notice: null, mistake: { field: own as FieldName, text } }
        : { ...fields, ...extra, notice: problem(text) }
      return context.html(await form.show({ ...view, isRejected: true }), status)
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
      get(path, 'owner', async (context, { owner }) =>
        context.html(await show({ ...viewOf(context, notices), owner })),
      )
    },

    form<Name extends string>(
      path: string,
      form: Form<Name, VisitorView, Visitor & { headers: Headers }>,
    ): void {
      post(path, 'anybody', (context) => submit(context, form, {}))
    },

    ownerForm<Name extends string>(
      path: string,
      form: Form<Name, OwnerView, SignedInVisitor>,
    ): void {
      post(path, 'owner', (context, { owner }) => submit(context, form, { owner }))
    },

    accountPage(path: string, show: Show<AccountView>): void {
      get(path, 'account owner', async (context, { owner }, account) =>
        context.html(await show({ notice: null, owner, account })),
      )
    },

    accountForm<Name extends string>(
      path: string,
      form: Form<Name, AccountView, SignedInVisitor & { account: OwnAccount }>,
    ): void {
      post(path, 'account owner', (context, { owner }, account) =>
        submit(context, form, { owner, account }),
      )
    },
  }
}

/** Returns a visitor's network address. Trusts only the last entry of the proxy's header: clients control the others. */
function addressOf(context: DashboardContext, header: string | undefined): string {
  const written = header ? context.req.header(header) : undefined
  const forwarded = written && addressIn(written.split(',').at(-1)?.trim() ?? '')
  return forwarded || (getConnInfo(context).remote.address ?? '')
}

/** Returns the address of a header's entry without the port that some proxies add; null if there is none. */
function addressIn(entry: string): string | null {
  const withPort = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry)
  const address = withPort?.[1] ?? withPort?.[2] ?? entry
  return isIP(address) === 0 ? null : address
}
