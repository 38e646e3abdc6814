import { html } from 'hono/html'
import type { Notice } from '../db/dashboard-store.ts'
import { passwordLength } from '../owners/auth.ts'
import { type Html, noticeBox, page } from './layout.ts'

export interface FormView {
  notice: Notice | null
  /** What was typed before. */
  email?: string
}

export function signInForm({ notice, email }: FormView): Html {
  const body = html`<section class="panel narrow">
<h1>Sign in</h1>
${noticeBox(notice)}
<form method="post" action="/sign-in">
${emailField('E-mail address', email)}
${passwordField({ label: 'Password', purpose: 'current-password' })}
<button class="main">Sign in</button>
</form>
<p class="aside"><a href="/reset-password">Forgot the password?</a> New here? <a href="/sign-up">Sign up</a>.</p>
</section>`
  return page({ title: 'Sign in', owner: null, current: '/sign-in', body })
}

export function signUpForm(view: FormView): Html {
  return signUpPage(view, passwordField({ label: 'Password', purpose: 'new-password' }))
}

export function signUpByMailForm(view: FormView): Html {
  const hint = 'We send you a mail with a link to choose a password.'
  return signUpPage(view, html`<p class="hint">${hint}</p>`)
}

function signUpPage({ notice, email }: FormView, afterEmail: Html): Html {
  const body = html`<section class="panel narrow">
<h1>Sign up</h1>
<p class="quiet">Connect your photo account and read its posts as JSON, RSS or GraphQL.</p>
${noticeBox(notice)}
<form method="post" action="/sign-up">
${emailField('E-mail address', email)}
${afterEmail}
<button class="main">Sign up</button>
</form>
<p class="aside">Signed up already? <a href="/sign-in">Sign in</a>.</p>
</section>`
  return page({ title: 'Sign up', owner: null, current: '/sign-up', body })
}

export function requestResetForm({ notice, email }: FormView): Html {
  return resetPage(
    notice,
    html`<p class="quiet">We send you a mail with a link to choose a new password.</p>
<form method="post" action="/reset-password">
${emailField('E-mail address', email)}
<button class="main">Send the mail</button>
</form>`,
  )
}

export function newPasswordForm({ notice, token }: FormView & { token: string }): Html {
  return resetPage(
    notice,
    html`<p class="quiet">This signs you out everywhere. Sign in with the password afterwards.</p>
<form method="post" action="/reset-password/new">
<input type="hidden" name="token" value="${token}">
<input type="text" autocomplete="username" hidden>
${passwordField({ label: 'Password', purpose: 'new-password' })}
<button class="main">Set the password</button>
</form>`,
  )
}

export function noResetPage(): Html {
  return resetPage(
    null,
    html`<p>This server sends no mail, so passwords cannot be reset. Ask its operator for help.</p>`,
  )
}

function resetPage(notice: Notice | null, content: Html): Html {
  const body = html`<section class="panel narrow">
<h1>Choose a password</h1>
${noticeBox(notice)}
${content}
<p class="aside"><a href="/sign-in">Back to signing in</a></p>
</section>`
  return page({ title: 'Choose a password', owner: null, body })
}

export function emailField(label: string, email = ''): Html {
  return html`<label class="field">${label}
<input type="email" name="email" value="${email}" autocomplete="username" maxlength="254" required>
</label>`
}

interface PasswordField {
  label: string
  purpose: 'current-password' | 'new-password'
  name?: string
}

export function passwordField({ label, purpose, name = 'password' }: PasswordField): Html {
  const { minimum, maximum } = passwordLength
  if (purpose === 'current-password') {
    return html`<label class="field">${label}
<input type="password" name="${name}" autocomplete="${purpose}" required>
</label>`
  }
  return html`<label class="field">${label}
<input type="password" name="${name}" autocomplete="${purpose}" minlength="${minimum}" maxlength="${maximum}" aria-describedby="length" required>
</label>
<p class="hint" id="length">At least ${minimum} characters.</p>`
}
