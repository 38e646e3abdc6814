import { html } from 'hono/html'
import { passwordLength } from '../owners/auth.ts'
import type { FormRoutes, VisitorView } from './forms.ts'
import { type Html, panelPage } from './layout.ts'
import { type DashboardParts, errorPage, type Routes, redirectWith } from './routes.ts'

const signInNotices = {
  out: 'You are signed out.',
  session: 'Your session has ended. Sign in and send the form again.',
  deleted:
    'Your e-mail address and password are deleted, and your accounts are disconnected. Their posts and media are being deleted.',
}
const signUpNotices = {
  sent: 'Check your inbox: you get a mail with a link. It expires in an hour.',
}
const resetNotices = {
  sent: 'If this address is signed up here, you get a mail with a link, which works for an hour. After several mails, the next one can be requested 12 minutes later.',
}

const next = '/accounts'

/** Adds the pages on which owners sign up, sign in and out, and choose a password instead of a forgotten one. */
export function signInRoutes(
  { post }: Routes,
  { page, form }: FormRoutes,
  parts: DashboardParts,
): void {
  const { addressOf, byMail, sessions, setPassword, signIn, signUp } = parts.owners
  const credentials = ['email', 'password'] as const
  const isOpen = parts.signUp === 'open'

  const signInPage = signInWith(isOpen)
  page('/sign-in', 'visitor', signInPage, signInNotices)
  form('/sign-in', {
    fields: [...credentials, 'next'],
    submit: signIn,
    next: (fields) => ownPath(fields.next) ?? next,
    show: signInPage,
  })

  const signUpPage = isOpen
    ? signUpWith(byMail ? mailHint : newPasswordField())
    : () => noSignUpPage(parts.supportEmail)
  page('/sign-up', 'visitor', signUpPage, signUpNotices)
  if (!isOpen) {
    post('/sign-up', 'anybody', (context) => context.html(signUpPage({ notice: null }), 403))
  } else if (byMail) {
    const after = '/sign-up?after=sent'
    form('/sign-up', { fields: ['email'], submit: byMail.signUp, next: after, show: signUpPage })
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
    const email = await addressOf(view.token)
    return email === undefined ? expiredResetPage : newPasswordPage({ ...view, email })
  }
  page('/reset-password', 'anybody', passwordPage, resetNotices)
  form('/reset-password/new', {
    fields: ['token', 'email', 'password'],
    submit: setPassword,
    next,
    show: newPasswordPage,
  })
  if (!byMail) return
  form('/reset-password', {
    fields: ['email'],
    submit: byMail.resetPassword,
    next: '/reset-password?after=sent',
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
  return ({ notice, email, next = '' }) =>
    panelPage(
      { title: 'Sign in', notice, current: '/sign-in' },
      html`<form method="post" action="/sign-in">
${emailField(email)}
${passwordField()}
<input type="hidden" name="next" value="${next}">
<button class="main">Sign in</button>
</form>
<p class="aside"><a href="/reset-password">Forgot the password?</a>${isOpen ? html` New here? <a href="/sign-up">Sign up</a>.` : ''}</p>`,
    )
}

const mailHint = html`<p class="hint">We send you a mail with a link to choose a password.</p>`

/** Returns the page to sign up, with what follows the field for the address. */
function signUpWith(afterEmail: Html): (view: VisitorView) => Html {
  return ({ notice, email }) =>
    panelPage(
      { title: 'Sign up', notice },
      html`<p class="quiet">Connect your photo account and read its posts as JSON, RSS or GraphQL.</p>
<form method="post" action="/sign-up">
${emailField(email)}
${afterEmail}
<button class="main">Sign up</button>
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
    html`<p class="quiet">We send you a mail with a link to choose a new password.</p>
<form method="post" action="/reset-password">
${emailField(view.email)}
<button class="main">Send the mail</button>
</form>`,
  )
}

function newPasswordPage(view: VisitorView): Html {
  return resetPage(
    view,
    html`<p class="quiet">For ${view.email ?? ''}. This signs you in here, and out everywhere else.</p>
<form method="post" action="/reset-password/new">
<input type="hidden" name="token" value="${view.token ?? ''}">
<input type="text" name="email" autocomplete="username" value="${view.email ?? ''}" hidden>
${newPasswordField()}
<button class="main">Set the password</button>
</form>`,
    'Choose a password',
  )
}

const noMail = html`<p>This server sends no mail, so passwords cannot be reset. Ask its operator for help.</p>`

function resetPage({ notice }: VisitorView, content: Html, title = 'Reset your password'): Html {
  const back = html`<p class="aside"><a href="/sign-in">Back to signing in</a></p>`
  return panelPage({ title, notice }, html`${content}\n${back}`)
}

/** For a link that cannot be used: nobody should fill in a form for it. */
const expiredResetPage = panelPage(
  { title: 'This link has expired' },
  html`<p class="quiet">A link works once, and only for some time: that of a mail for an hour.</p>
<p><a class="button main" href="/reset-password">Get a new link</a></p>`,
)

/** A field for an address, on a page that is there for the form. */
function emailField(email = ''): Html {
  return html`<label class="field">E-mail address
<input type="email" name="email" value="${email}" autocomplete="username" maxlength="254" required autofocus>
</label>`
}

export function passwordField(label = 'Password', name = 'password'): Html {
  return html`<label class="field">${label}
<input type="password" name="${name}" autocomplete="current-password" required>
</label>`
}

export function newPasswordField(label = 'Password'): Html {
  const { minimum, maximum } = passwordLength
  return html`<label class="field">${label}
<input type="password" name="password" autocomplete="new-password" minlength="${minimum}" maxlength="${maximum}" aria-describedby="length" required>
</label>
<p class="hint" id="length">At least ${minimum} characters.</p>`
}
