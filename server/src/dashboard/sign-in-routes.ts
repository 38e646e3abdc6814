import type { AuthAnswer } from '../owners/auth-answer.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import { readForm } from './form.ts'
import type { Html } from './layout.ts'
import type { Notice } from './notices.ts'
import { refuse } from './refuse-form.ts'
import { type FormView, signInForm, signUpForm } from './sign-in-forms.ts'
import { visitorOf } from './visitor.ts'

// RFC 5321, 4.5.3.1.3
const longestEmail = 254

/** What the sign-in page says to who was sent there; an address names the sentence and nothing else. */
const arrivals: Record<string, Notice> = {
  reset: { kind: 'done', text: 'The new password is set. Sign in with it.' },
  out: { kind: 'done', text: 'You are signed out.' },
}

export function signInRoutes(parts: DashboardParts): Route[] {
  const { owners } = parts

  /** Where owners go in, whichever way: the same steps with another form. */
  function entrance(path: string, form: (view: FormView) => Html, enter: 'signIn' | 'signUp') {
    return [
      {
        ...{ method: 'GET', path, for: 'anybody' },
        async answer(context) {
          if (await owners.session(context.req.raw.headers))
            return context.redirect('/accounts', 303)
          return context.html(form({ notice: arrivals[context.req.query('after') ?? ''] ?? null }))
        },
      },
      {
        ...{ method: 'POST', path, for: 'anybody' },
        async answer(context) {
          const typed = await readForm(context, ['email', 'password'])
          const email = typed.email.trim()
          const answer: AuthAnswer =
            email.length > longestEmail
              ? { ok: false, refusal: 'INVALID_EMAIL' }
              : await owners[enter]({ ...typed, email }, visitorOf(context, parts))
          if (answer.ok) return redirectWith(context, answer.cookies, '/accounts')
          return refuse(context, answer, (notice) => form({ notice, email }))
        },
      },
    ] satisfies Route[]
  }

  return [
    ...entrance('/sign-in', signInForm, 'signIn'),
    ...entrance('/sign-up', signUpForm, 'signUp'),
    {
      ...{ method: 'POST', path: '/sign-out', for: 'anybody' },
      async answer(context) {
        const answer = await owners.signOut(context.req.raw.headers)
        return redirectWith(context, answer.ok ? answer.cookies : [], '/sign-in?after=out')
      },
    },
  ]
}

function redirectWith(
  context: DashboardContext,
  cookies: readonly string[],
  path: string,
): Response {
  for (const cookie of cookies) context.header('Set-Cookie', cookie, { append: true })
  return context.redirect(path, 303)
}
