import type { DashboardParts, Route } from './dashboard-parts.ts'
import { readForm } from './form.ts'
import type { Notice } from './notices.ts'
import { refuse } from './refuse-form.ts'
import { newPasswordForm, noResetPage, requestResetForm } from './sign-in-forms.ts'
import { visitorOf } from './visitor.ts'

const sent: Notice = {
  kind: 'done',
  text: 'If this address is signed up here, you get a mail with a link. The link works for an hour.',
}

/** A new password for who forgot the old one. */
export function resetRoutes(parts: DashboardParts): Route[] {
  const { byMail } = parts.owners
  if (!byMail) {
    const answer: Route['answer'] = (context) => context.html(noResetPage())
    return [{ method: 'GET', path: '/reset-password', for: 'anybody', answer }]
  }
  return [
    {
      ...{ method: 'GET', path: '/reset-password', for: 'anybody' },
      answer(context) {
        const token = context.req.query('token')
        if (token) return context.html(newPasswordForm({ notice: null, token }))
        const notice = context.req.query('after') === 'sent' ? sent : null
        return context.html(requestResetForm({ notice }))
      },
    },
    {
      ...{ method: 'POST', path: '/reset-password', for: 'anybody' },
      async answer(context) {
        const { email } = await readForm(context, ['email'])
        const answer = await byMail.resetPassword(email.trim(), visitorOf(context, parts))
        if (answer.ok) return context.redirect('/reset-password?after=sent', 303)
        return refuse(context, answer, (notice) => requestResetForm({ notice, email }))
      },
    },
    {
      ...{ method: 'POST', path: '/reset-password/new', for: 'anybody' },
      async answer(context) {
        const typed = await readForm(context, ['token', 'password'])
        const answer = await byMail.setPassword(typed, visitorOf(context, parts))
        if (answer.ok) return context.redirect('/sign-in?after=password', 303)
        return refuse(context, answer, (notice) => newPasswordForm({ notice, ...typed }))
      },
    },
  ]
}
