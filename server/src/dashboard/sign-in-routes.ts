import type { Notice } from '../db/dashboard-store.ts'
import type { Owners, OwnersByMail } from '../owners/owners.ts'
import type { DashboardParts, Route } from './dashboard-parts.ts'
import { formRoute, redirectWith } from './forms.ts'
import { done, type Html } from './layout.ts'
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
  password: done('The password is set. Sign in with it.'),
  sent: done('You get a mail that says how to continue. Its link works for an hour.'),
  out: done('You are signed out.'),
  email: done('The e-mail address is changed. Sign in with it.'),
  deleted: done(
    'Your sign-in is deleted, and your accounts are disconnected. Their posts and media are being deleted.',
  ),
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

  /** Signs in or up with an address and a password. */
  function passwordEntrance(
    path: string,
    form: (view: FormView) => Html,
    submit: Owners['signIn'],
  ): Route[] {
    const post = formRoute(parts, {
      ...{ path, for: 'anybody', fields: ['email', 'password'], submit, next: '/accounts' },
      show: (notice, { email }) => form({ notice, email }),
    })
    return [entrance(path, form), post]
  }

  /** Signs up with an address; the rest follows by mail. */
  function mailEntrance(byMail: OwnersByMail): Route[] {
    const post = formRoute(parts, {
      ...{ path: '/sign-up', for: 'anybody', fields: ['email'], next: '/sign-up?after=sent' },
      submit: ({ email }, visitor) => byMail.signUp(email, visitor),
      show: (notice, { email }) => signUpByMailForm({ notice, email }),
    })
    return [entrance('/sign-up', signUpByMailForm), post]
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

const sent: Notice = done(
  'If this address is signed up here, you get a mail with a link. The link works for an hour.',
)

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
    formRoute(parts, {
      ...{ path: '/reset-password', for: 'anybody', fields: ['email'] },
      submit: ({ email }, visitor) => byMail.resetPassword(email, visitor),
      next: '/reset-password?after=sent',
      show: (notice, { email }) => requestResetForm({ notice, email }),
    }),
    formRoute(parts, {
      ...{ path: '/reset-password/new', for: 'anybody', fields: ['token', 'password'] },
      submit: (choice, visitor) => byMail.setPassword(choice, visitor),
      next: '/sign-in?after=password',
      show: (notice, { token }) => newPasswordForm({ notice, token }),
    }),
  ]
}
