import { html } from 'hono/html'
import { labels } from '../labels.ts'
import { emailField, newPasswordField, passwordField } from './fields.ts'
import type { FormRoutes, VisitorView } from './forms.ts'
import { type Html, panelPage } from './layout.ts'
import { type DashboardParts, errorPage, type Routes, redirectWith } from './routes.ts'

const signInNotices = {
  out: 'You are signed out.',
  session: 'Your session has ended. Sign in and send the form again.',
  deleted:
    'Your email address and password are deleted, and your accounts are removed. Their posts and media are being deleted.',
}

const next = '/accounts'

/** Adds the pages on which owners sign up, sign in and out, and choose a password instead of a forgotten one. */
export function signInRoutes(
  { get, post }: Routes,
  { page, form }: FormRoutes,
  parts: DashboardParts,
): void {
  const { byMail, ownerOf, requestedTime, sessions, setPassword, signIn, signUp } = parts.owners
  const works = `It works for ${requestedTime}.`
  const credentials = ['email', 'password'] as const
  const isOpen = parts.settings.signUp === 'open'

  const signInPage = signInWith(isOpen)
  page('/sign-in', 'visitor', signInPage, signInNotices)
  form('/sign-in', {
    fields: [...credentials, 'next'],
    submit: signIn,
    next: (fields) => ownPath(fields.next) ?? next,
    show: signInPage,
  })

  const signUpPage = isOpen
    ? signUpWith(byMail ? () => mailHint : (view) => newPasswordField(view, 'Password', false))
    : () => noSignUpPage(parts.settings.supportEmail)
  page('/sign-up', 'visitor', signUpPage)
  if (!isOpen) {
    post('/sign-up', 'anybody', (context) => context.html(signUpPage({ notice: null }), 403))
  } else if (byMail) {
    form('/sign-up', {
      fields: ['email'],
      submit: byMail.signUp,
      next: ({ email }) =>
        sentPage('/sign-up', email, html`We sent a link to <b>${email}</b>. ${works}`),
      show: signUpPage,
    })
  } else form('/sign-up', { fields: credentials, submit: signUp, next, show: signUpPage })

  post('/sign-out', 'anybody', async (context) => {
    try {
      const cookies = await sessions.signOut(context.req.raw.headers)
      return redirectWith(context, cookies, '/sign-in?after=out')
    } catch (error) {
      parts.onError(error)
      return errorPage(context, 'still signed in')
    }
  })

  async function passwordPage(view: VisitorView): Promise<Html> {
    if (!view.token) return byMail ? requestResetPage(view) : resetPage(view, noMail)
    const owner = await ownerOf(view.token)
    if (!owner) return expiredResetPage
    const show = owner.hasPassword ? newPasswordPage : firstPasswordPage
    return show({ ...view, email: owner.email })
  }
  page('/reset-password', 'anybody', passwordPage)
  get('/reset-password/new', 'anybody', (context) => context.redirect('/reset-password', 303))
  form('/reset-password/new', {
    fields: ['token', 'email', 'password'],
    submit: setPassword,
    next,
    show: passwordPage,
  })
  if (!byMail) return
  form('/reset-password', {
    fields: ['email'],
    submit: byMail.resetPassword,
    next: ({ email }) =>
      sentPage(
        '/reset-password',
        email,
        html`If <b>${email}</b> is signed up here, we sent it a link. ${works}`,
      ),
    show: requestResetPage,
  })
}

/** Returns a path of this site, or null for anything else, such as the address of another. */
function ownPath(next: string): string | null {
  const url = URL.parse(next, 'https://own.invalid')
  if (!next.startsWith('/') || url?.origin !== 'https://own.invalid') return null
  // The path of `/.//host` is `//host`, which a browser takes for another site.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search
}

/** Returns the page to sign in, with a link to sign up if anybody may. */
function signInWith(isOpen: boolean): (view: VisitorView) => Html {
  return (view) =>
    panelPage(
      { ...view, title: 'Sign in', current: '/sign-in' },
      html`<form method="post" action="/sign-in">
${emailField(view)}
${passwordField(view)}
<input type="hidden" name="next" value="${view.next ?? ''}">
<button class="button main">Sign in</button>
</form>
<p class="aside"><a href="/reset-password">Forgot the password?</a>${isOpen ? html` New here? <a href="/sign-up">Sign up</a>.` : ''}</p>`,
    )
}

const mailHint = html`<p class="hint">We email you a link to choose a password.</p>`

/** Returns the page to sign up, with what follows the field for the address. */
function signUpWith(afterEmail: (view: VisitorView) => Html): (view: VisitorView) => Html {
  return (view) =>
    panelPage(
      { ...view, title: 'Sign up' },
      html`<p class="quiet">${labels.inShort}</p>
<form method="post" action="/sign-up">
${emailField(view)}
${afterEmail(view)}
<button class="button main">Sign up</button>
</form>
<p class="aside">Signed up already? <a href="/sign-in">Sign in</a>.</p>`,
    )
}

function noSignUpPage(supportEmail: string): Html {
  return panelPage(
    { title: 'By invitation' },
    html`<p class="quiet">You need an invitation. Ask <a href="mailto:${supportEmail}">${supportEmail}</a> for one.</p>
<p><a class="button main" href="/sign-in">Sign in</a></p>`,
  )
}

function requestResetPage(view: VisitorView): Html {
  return resetPage(
    view,
    html`<p class="quiet">We email you a link to choose a new password.</p>
<form method="post" action="/reset-password">
${emailField(view)}
<button class="button main">Send the email</button>
</form>`,
  )
}

const passwordForm = (view: VisitorView, label: string, button: string): Html =>
  html`<form method="post" action="/reset-password/new">
<input type="hidden" name="token" value="${view.token ?? ''}">
<input type="text" name="email" autocomplete="username" value="${view.email ?? ''}" hidden>
${newPasswordField(view, label)}
<button class="button main">${button}</button>
</form>`

function newPasswordPage(view: VisitorView): Html {
  const lead = html`<p class="quiet">For ${view.email ?? ''}. This signs you in here, and out everywhere else.</p>`
  const form = passwordForm(view, 'New password', 'Set the password')
  return resetPage(view, html`${lead}\n${form}`, 'Choose a new password')
}

/** The form for the first password of an owner. */
function firstPasswordPage(view: VisitorView): Html {
  const lead = html`<p class="quiet">For ${view.email ?? ''}. Next: connect your account.</p>`
  const form = passwordForm(view, 'Password', 'Create my account')
  return panelPage({ ...view, title: 'Choose a password' }, html`${lead}\n${form}`)
}

const noMail = html`<p>This server sends no email, so passwords cannot be reset. Ask its operator for help.</p>`

function resetPage(view: VisitorView, content: Html, title = 'Reset your password'): Html {
  const back = html`<p class="aside"><a href="/sign-in">Back to signing in</a></p>`
  return panelPage({ ...view, title }, html`${content}\n${back}`)
}

/** The response to a request for an email. Requesting another one needs no typing. */
function sentPage(path: string, email: string, text: Html): Html {
  return panelPage(
    { title: 'Check your inbox' },
    html`<p>${text}</p>
<form method="post" action="${path}">
<input type="hidden" name="email" value="${email}">
<button class="button">Send it again</button>
</form>
<p class="aside"><a href="${path}">Use another address</a></p>`,
  )
}

/** For a link that cannot be used: nobody should fill in a form for it. */
const expiredResetPage = panelPage(
  { title: 'This link has expired' },
  html`<p class="quiet">A link works once, and only for some time.</p>
<p><a class="button main" href="/reset-password">Get a new link</a></p>`,
)
