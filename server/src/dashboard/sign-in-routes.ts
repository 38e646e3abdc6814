import type { Owners, OwnersByMail } from '../owners/owners.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import type { Notice } from './dashboard-store.ts'
import { readForm, rejectForm, visitorOf } from './forms.ts'
import type { Html } from './layout.ts'
import {
  type FormView,
  newPasswordForm,
  noResetPage,
  requestResetForm,
  signInForm,
  signUpByMailForm,
  signUpForm,
} from './sign-in-pages.ts'

/** Notices of the sign-in page by the value of `after` in the URL. */
const notices: Record<string, Notice> = {
  password: { kind: 'done', text: 'The password is set. Sign in with it.' },
  sent: {
    kind: 'done',
    text: 'You get a mail that says how to continue. Its link works for an hour.',
  },
  out: { kind: 'done', text: 'You are signed out.' },
  email: { kind: 'done', text: 'The e-mail address is changed. Sign in with it.' },
  deleted: {
    kind: 'done',
    text: 'Your sign-in is deleted, and your accounts are disconnected. Their posts and media are being deleted.',
  },
}

export function signInRoutes(parts: DashboardParts): Route[] {
  const { owners } = parts

  /** A form that redirects a signed-in owner to the accounts. */
  function entrance(path: string, form: (view: FormView) => Html): Route {
    return {
      ...{ method: 'GET', path, for: 'anybody' },
      async handle(context) {
        if (await owners.session(context.req.raw.headers)) return context.redirect('/accounts', 303)
        return context.html(form({ notice: notices[context.req.query('after') ?? ''] ?? null }))
      },
    }
  }

  /** Signs in with an address and a password, known or new. */
  function passwordEntrance(
    path: string,
    form: (view: FormView) => Html,
    enter: Owners['signIn'],
  ): Route[] {
    return [
      entrance(path, form),
      {
        ...{ method: 'POST', path, for: 'anybody' },
        async handle(context) {
          const typed = await readForm(context, ['email', 'password'])
          const email = typed.email.trim()
          const result = await enter({ ...typed, email }, visitorOf(context, parts))
          if (result.ok) return redirectWith(context, result.cookies, '/accounts')
          return rejectForm(context, result, (notice) => form({ notice, email }))
        },
      },
    ]
  }

  /** Signs up with an address; the rest follows by mail. */
  function mailEntrance(byMail: OwnersByMail): Route[] {
    return [
      entrance('/sign-up', signUpByMailForm),
      {
        ...{ method: 'POST', path: '/sign-up', for: 'anybody' },
        async handle(context) {
          const email = (await readForm(context, ['email'])).email.trim()
          const result = await byMail.signUp(email, visitorOf(context, parts))
          if (result.ok) return context.redirect('/sign-up?after=sent', 303)
          return rejectForm(context, result, (notice) => signUpByMailForm({ notice, email }))
        },
      },
    ]
  }

  return [
    ...passwordEntrance('/sign-in', signInForm, owners.signIn),
    ...(owners.byMail
      ? mailEntrance(owners.byMail)
      : passwordEntrance('/sign-up', signUpForm, owners.signUp)),
    {
      ...{ method: 'POST', path: '/sign-out', for: 'anybody' },
      async handle(context) {
        const result = await owners.signOut(context.req.raw.headers)
        return redirectWith(context, result.ok ? result.cookies : [], '/sign-in?after=out')
      },
    },
  ]
}

export function redirectWith(
  context: DashboardContext,
  cookies: readonly string[],
  path: string,
): Response {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
  return context.redirect(path, 303)
}

const sent: Notice = {
  kind: 'done',
  text: 'If this address is signed up here, you get a mail with a link. The link works for an hour.',
}

/** Routes to choose a new password instead of a forgotten one. */
export function resetRoutes(parts: DashboardParts): Route[] {
  const { byMail } = parts.owners
  if (!byMail) {
    const handle: Route['handle'] = (context) => context.html(noResetPage())
    return [{ method: 'GET', path: '/reset-password', for: 'anybody', handle }]
  }
  return [
    {
      ...{ method: 'GET', path: '/reset-password', for: 'anybody' },
      handle(context) {
        const token = context.req.query('token')
        if (token) return context.html(newPasswordForm({ notice: null, token }))
        const notice = context.req.query('after') === 'sent' ? sent : null
        return context.html(requestResetForm({ notice }))
      },
    },
    {
      ...{ method: 'POST', path: '/reset-password', for: 'anybody' },
      async handle(context) {
        const { email } = await readForm(context, ['email'])
        const result = await byMail.resetPassword(email.trim(), visitorOf(context, parts))
        if (result.ok) return context.redirect('/reset-password?after=sent', 303)
        return rejectForm(context, result, (notice) => requestResetForm({ notice, email }))
      },
    },
    {
      ...{ method: 'POST', path: '/reset-password/new', for: 'anybody' },
      async handle(context) {
        const typed = await readForm(context, ['token', 'password'])
        const result = await byMail.setPassword(typed, visitorOf(context, parts))
        if (result.ok) return context.redirect('/sign-in?after=password', 303)
        return rejectForm(context, result, (notice) => newPasswordForm({ notice, ...typed }))
      },
    },
  ]
}
