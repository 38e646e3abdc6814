import { html } from 'hono/html'
import { passwordLength, Rejected } from '../owners/auth.ts'
import type { Owners } from '../owners/owners.ts'
import { type FormRoutes, redirectWith, type VisitorView } from './forms.ts'
import { type Html, noticeBox, problem, page as wholePage } from './layout.ts'
import type { DashboardParts, Routes } from './routes.ts'

const signInNotices = {
  out: 'You are signed out.',
  session: 'Your session has ended. Sign in and send the form again.',
  email: 'The e-mail address is changed. Sign in with it.',
  deleted:
    'Your e-mail address and password are deleted, and your accounts are disconnected. Their posts and media are being deleted.',
}
const signUpNotices = {
  sent: 'Check your inbox: you get a mail with a link. It expires in an hour.',
}
const resetNotices = {
  sent: 'If this address is signed up here, you get a mail with a link, which works for an hour. After several mails, the next one can be requested 12 minutes later.',
}

/** Adds the pages on which owners sign up, sign in and out, and choose a password instead of a forgotten one. */
export function signInRoutes(
  routes: Routes,
  { page, form }: FormRoutes,
  parts: DashboardParts,
): void {
  const { byMail, sessions, setPassword, signIn, signUp } = parts.owners
  const credentials = ['email', 'password'] as const
  const next = '/accounts'

  const isOpen = parts.signUp === 'open'
  const signInPage = signInWith(isOpen)
  page('/sign-in', 'visitor', signInPage, signInNotices)
  form('/sign-in', {
    fields: [...credentials, 'next'],
    submit: signIn,
    next: (_context, fields) => ownPath(fields.next) ?? next,
    show: signInPage,
  })

  const signUpPage = isOpen
    ? signUpWith(byMail ? mailHint : newPasswordField())
    : () => noSignUpPage(parts.signUp === 'invitation', parts.supportEmail)
  page('/sign-up', 'visitor', signUpPage, signUpNotices)
  if (!isOpen) {
    routes.post('/sign-up', 'anybody', async (context) =>
      context.html(noSignUpPage(parts.signUp === 'invitation', parts.supportEmail), 403),
    )
  } else if (byMail) {
    form('/sign-up', {
      fields: ['email'],
      submit: byMail.signUp,
      next: '/sign-up?after=sent',
      show: signUpPage,
    })
  } else form('/sign-up', { fields: credentials, submit: signUp, next, show: signUpPage })

  routes.post('/sign-out', 'anybody', async (context) => {
    try {
      const cookies = await sessions.signOut(context.req.raw.headers)
      return redirectWith(context, cookies, '/sign-in?after=out')
    } catch (error) {
      parts.onError(error)
      return context.html(stillSignedInPage, 500)
    }
  })

  async function passwordPage(view: VisitorView): Promise<Html> {
    if (!view.token) return byMail ? requestResetPage(view) : resetPage(view, noMail)
    const email = await usableLink(parts.owners, view, 'password')
    return email === null ? expiredLinkPage : newPasswordPage({ ...view, email })
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

/** Returns the address that the link of a page is about; null if it cannot be used any more. */
export async function usableLink(
  { addressOf }: Owners,
  { token }: VisitorView,
  purpose: 'password' | 'email',
): Promise<string | null> {
  try {
    return await addressOf(token ?? '', purpose)
  } catch (error) {
    if (error instanceof Rejected) return null
    throw error
  }
}

/** Returns a path of this site, or null for anything else, such as the address of another. */
function ownPath(next: string): string | null {
  const url = URL.parse(next, 'https://own.invalid')
  if (!next.startsWith('/') || url?.origin !== 'https://own.invalid') return null
  // The path of `/.//host` is `//host`, which a browser takes for another site.
  return url.pathname.startsWith('//') ? null : url.pathname + url.search
}

/** A page of one panel, for visitors who are not signed in. */
export function panelPage(
  title: string,
  { notice }: Pick<VisitorView, 'notice'>,
  content: Html,
  current?: string,
) {
  const body = html`<section class="panel narrow">
<h1>${title}</h1>
${noticeBox(notice)}
${content}
</section>`
  return wholePage({ title, owner: null, current, body })
}

/** Keeps the cookie, which names the session that the form ends. */
const stillSignedInPage = panelPage(
  'Still signed in',
  { notice: problem('The server could not end your session. You are still signed in.') },
  html`<p>Try again in a minute. If others use this computer, delete the cookies of this site in the browser before you leave.</p>
<form method="post" action="/sign-out">
<button class="main">Sign out</button>
</form>
<p class="aside"><a href="/accounts">Back to your accounts</a></p>`,
)

/** Returns the page to sign in, with a link to sign up if anybody may. */
function signInWith(isOpen: boolean): (view: VisitorView) => Html {
  return (view) => {
    const content = html`<form method="post" action="/sign-in">
${emailField('E-mail address', view.email, true)}
${passwordField()}
<input type="hidden" name="next" value="${view.next ?? ''}">
<button class="main">Sign in</button>
</form>
<p class="aside"><a href="/reset-password">Forgot the password?</a>${isOpen ? html` New here? <a href="/sign-up">Sign up</a>.` : ''}</p>`
    return panelPage('Sign in', view, content, '/sign-in')
  }
}

const mailHint = html`<p class="hint">We send you a mail with a link to choose a password.</p>`

/** Returns the page to sign up, with what follows the field for the address. */
function signUpWith(afterEmail: Html): (view: VisitorView) => Html {
  return (view) => {
    const content = html`<p class="quiet">Connect your photo account and read its posts as JSON, RSS or GraphQL.</p>
<form method="post" action="/sign-up">
${emailField('E-mail address', view.email, true)}
${afterEmail}
<button class="main">Sign up</button>
</form>
<p class="aside">Signed up already? <a href="/sign-in">Sign in</a>.</p>`
    return panelPage('Sign up', view, content)
  }
}

function noSignUpPage(isByInvitation: boolean, supportEmail: string): Html {
  const help = html`<a href="mailto:${supportEmail}">${supportEmail}</a>`
  const content = html`<p class="quiet">${
    isByInvitation
      ? html`You need an invitation. Ask ${help} for one.`
      : html`Nobody can sign up here at the moment. Questions go to ${help}.`
  }</p>
<p><a class="button main" href="/sign-in">Sign in</a></p>`
  return panelPage(
    isByInvitation ? 'By invitation' : 'Sign-up is closed',
    { notice: null },
    content,
  )
}

function requestResetPage(view: VisitorView): Html {
  return resetPage(
    view,
    html`<p class="quiet">We send you a mail with a link to choose a new password.</p>
<form method="post" action="/reset-password">
${emailField('E-mail address', view.email, true)}
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

/** Nobody should choose a password for a link that cannot be used. */
const expiredLinkPage = panelPage(
  'This link has expired',
  { notice: null },
  html`<p class="quiet">A link works once, and only for some time: that of a mail for an hour.</p>
<p><a class="button main" href="/reset-password">Get a new link</a></p>`,
)

const noMail = html`<p>This server sends no mail, so passwords cannot be reset. Ask its operator for help.</p>`

function resetPage(view: VisitorView, content: Html, title = 'Reset your password'): Html {
  const back = html`<p class="aside"><a href="/sign-in">Back to signing in</a></p>`
  return panelPage(title, view, html`${content}\n${back}`)
}

/** A field for an address. `first` focuses it, on a page that is there for the form. */
export function emailField(label: string, email = '', first = false): Html {
  return html`<label class="field">${label}
<input type="email" name="email" value="${email}" autocomplete="username" maxlength="254" required ${first ? 'autofocus' : ''}>
</label>`
}

/** A field for the owner's current password. */
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
