import { html } from 'hono/html'
import { type FieldName, passwordLength } from '../owners/auth.ts'
import type { VisitorView } from './forms.ts'
import type { Html } from './layout.ts'

/** A field with its label. What is wrong in it is below, and the focus is in it. */
function field(
  { mistake }: VisitorView,
  name: FieldName,
  label: string,
  attributes: Html,
  hint: string | null = null,
): Html {
  const wrong = mistake?.field === name ? mistake.text : null
  const note = wrong ?? hint
  return html`<label class="field">${label}
<input class="input" name="${name}" ${attributes} required${wrong && html` aria-invalid="true" autofocus`}${note && html` aria-describedby="${name}-note"`}>
</label>
${note && html`<p class="hint${wrong && ' mistake'}" id="${name}-note">${note}</p>`}`
}

/** A field for an address, on a page that is there for the form. */
export const emailField = (view: VisitorView, label = 'Email address'): Html =>
  field(
    view,
    'email',
    label,
    html`type="email" value="${view.email ?? ''}" autocomplete="username" maxlength="254"${view.mistake || view.email ? '' : html` autofocus`}`,
  )

export const passwordField = (view: VisitorView, name: FieldName = 'password'): Html =>
  field(
    view,
    name,
    name === 'current' ? 'Current password' : 'Password',
    html`type="password" autocomplete="current-password"${view.email && !view.mistake ? html` autofocus` : ''}`,
  )

const { minimum, maximum } = passwordLength

export const newPasswordField = (view: VisitorView, label: string, isFirst = true): Html =>
  field(
    view,
    'password',
    label,
    html`type="password" autocomplete="new-password" minlength="${minimum}" maxlength="${maximum}"${isFirst && !view.mistake ? html` autofocus` : ''}`,
    `At least ${minimum} characters.`,
  )
