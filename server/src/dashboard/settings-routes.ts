import type { Confirmation } from '../owners/owners.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import { readForm } from './form.ts'
import type { Notice } from './notices.ts'
import { refuse } from './refuse-form.ts'
import { confirmEmailPage, deletionPage, settingsPage } from './settings-pages.ts'
import { redirectWith } from './sign-in-routes.ts'
import { visitorOf } from './visitor.ts'

/** Notices by the value of `after` in the URL. */
const notices: Record<string, Notice> = {
  email: { kind: 'done', text: 'The e-mail address is changed.' },
  sent: {
    kind: 'done',
    text: 'You get a mail at the new address. Open its link within an hour to confirm the address.',
  },
  password: { kind: 'done', text: 'The password is changed. Other sessions have ended.' },
}

/** What owners change about themselves; each change needs the password. */
export function settingsRoutes(parts: DashboardParts): Route[] {
  const { owners, store } = parts
  const { byMail } = owners

  function confirmed(context: DashboardContext, password: string): Confirmation {
    const { owner } = context.get('session')
    return { owner, headers: context.req.raw.headers, password }
  }

  async function deletionWith(context: DashboardContext, notice: Notice | null) {
    const { owner } = context.get('session')
    const { cards } = await store.cards.ofOwner(owner.id)
    const usernames = cards.map(({ profile }) => profile.username)
    return deletionPage({ owner, notice, usernames })
  }

  const routes: Route[] = [
    {
      ...{ method: 'GET', path: '/settings', for: 'owner' },
      answer(context) {
        const { owner } = context.get('session')
        const notice = notices[context.req.query('after') ?? ''] ?? null
        return context.html(settingsPage({ owner, notice }))
      },
    },
    {
      ...{ method: 'POST', path: '/settings/email', for: 'owner' },
      async answer(context) {
        const { email, password } = await readForm(context, ['email', 'password'])
        const by = confirmed(context, password)
        const result = await owners.changeEmail(by, email.trim(), visitorOf(context, parts))
        if (result.ok) return context.redirect(`/settings?after=${byMail ? 'sent' : 'email'}`, 303)
        return refuse(context, result, (notice) =>
          settingsPage({ owner: by.owner, notice, email: email.trim() }),
        )
      },
    },
    {
      ...{ method: 'POST', path: '/settings/password', for: 'owner' },
      async answer(context) {
        const { current, password } = await readForm(context, ['current', 'password'])
        const by = confirmed(context, current)
        const result = await owners.changePassword(by, password, visitorOf(context, parts))
        if (result.ok) return redirectWith(context, result.cookies, '/settings?after=password')
        return refuse(context, result, (notice) => settingsPage({ owner: by.owner, notice }))
      },
    },
    {
      ...{ method: 'GET', path: '/settings/delete', for: 'owner' },
      answer: async (context) => context.html(await deletionWith(context, null)),
    },
    {
      ...{ method: 'POST', path: '/settings/delete', for: 'owner' },
      async answer(context) {
        const { password } = await readForm(context, ['password'])
        const result = await owners.delete(confirmed(context, password), visitorOf(context, parts))
        if (result.ok) return redirectWith(context, result.cookies, '/sign-in?after=deleted')
        return refuse(context, result, (notice) => deletionWith(context, notice))
      },
    },
  ]
  if (!byMail) return routes
  return [
    ...routes,
    {
      ...{ method: 'GET', path: '/confirm-email', for: 'anybody' },
      answer(context) {
        const token = context.req.query('token') ?? ''
        return context.html(confirmEmailPage({ notice: null, token }))
      },
    },
    {
      ...{ method: 'POST', path: '/confirm-email', for: 'anybody' },
      async answer(context) {
        const { token } = await readForm(context, ['token'])
        const result = await byMail.confirmEmail(token, visitorOf(context, parts))
        if (!result.ok) {
          return refuse(context, result, (notice) => confirmEmailPage({ notice, token }))
        }
        const session = await owners.session(context.req.raw.headers)
        return context.redirect(`${session ? '/settings' : '/sign-in'}?after=email`, 303)
      },
    },
  ]
}
