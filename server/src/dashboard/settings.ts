import { html } from 'hono/html'
import type { Notice } from '../db/dashboard-store.ts'
import type { Confirmation } from '../owners/auth.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import { formRoute } from './forms.ts'
import { done, type Html, noticeBox, page } from './layout.ts'
import { emailField, passwordField } from './sign-in-pages.ts'

/** Notices by the value of `after` in the URL. */
const notices: Record<string, Notice> = {
  email: done('The e-mail address is changed.'),
  sent: done(
    'You get a mail at the new address. Open its link within an hour to confirm the address.',
  ),
  password: done('The password is changed. Other sessions have ended.'),
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
    const { cards } = await store.cardsOf(owner.id)
    const usernames = cards.map(({ profile }) => profile.username)
    return deletionPage({ owner, notice, usernames })
  }

  const routes: Route[] = [
    {
      ...{ method: 'GET', path: '/settings', for: 'owner' },
      handle(context) {
        const { owner } = context.get('session')
        const notice = notices[context.req.query('after') ?? ''] ?? null
        return context.html(settingsPage({ owner, notice }))
      },
    },
    formRoute(parts, {
      ...{ path: '/settings/email', for: 'owner', fields: ['email', 'password'] },
      submit: ({ email, password }, visitor, context) =>
        owners.changeEmail(confirmed(context, password), email, visitor),
      next: `/settings?after=${byMail ? 'sent' : 'email'}`,
      show: (notice, { email }, context) =>
        settingsPage({ owner: context.get('session').owner, notice, email }),
    }),
    formRoute(parts, {
      ...{ path: '/settings/password', for: 'owner', fields: ['current', 'password'] },
      submit: ({ current, password }, visitor, context) =>
        owners.changePassword(confirmed(context, current), password, visitor),
      next: '/settings?after=password',
      show: (notice, _, context) => settingsPage({ owner: context.get('session').owner, notice }),
    }),
    {
      ...{ method: 'GET', path: '/settings/delete', for: 'owner' },
      handle: async (context) => context.html(await deletionWith(context, null)),
    },
    formRoute(parts, {
      ...{ path: '/settings/delete', for: 'owner', fields: ['password'] },
      submit: ({ password }, visitor, context) =>
        owners.delete(confirmed(context, password), visitor),
      next: '/sign-in?after=deleted',
      show: (notice, _, context) => deletionWith(context, notice),
    }),
  ]
  if (!byMail) return routes
  return [
    ...routes,
    {
      ...{ method: 'GET', path: '/confirm-email', for: 'anybody' },
      handle(context) {
        const token = context.req.query('token') ?? ''
        return context.html(confirmEmailPage({ notice: null, token }))
      },
    },
    formRoute(parts, {
      ...{ path: '/confirm-email', for: 'anybody', fields: ['token'] },
      submit: ({ token }, visitor) => byMail.confirmEmail(token, visitor),
      async next(context) {
        const session = await owners.session(context.req.raw.headers)
        return `${session ? '/settings' : '/sign-in'}?after=email`
      },
      show: (notice, { token }) => confirmEmailPage({ notice, token }),
    }),
  ]
}

interface SettingsView {
  owner: { email: string }
  notice: Notice | null
  /** The new address that was entered before. */
  email?: string
}

function settingsPage({ owner, notice, email }: SettingsView): Html {
  const body = html`<div class="settings">
<h1>Settings</h1>
${noticeBox(notice)}
<section class="panel">
<h2>E-mail address</h2>
<p class="quiet">You sign in with ${owner.email}.</p>
<form method="post" action="/settings/email">
${emailField('New e-mail address', email)}
${passwordField({ label: 'Password', purpose: 'current-password', name: 'password' })}
<button>Change the address</button>
</form>
</section>
<section class="panel">
<h2>Password</h2>
<p class="quiet">A new password signs you out everywhere else.</p>
<form method="post" action="/settings/password">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField({ label: 'Current password', purpose: 'current-password', name: 'current' })}
${passwordField({ label: 'New password', purpose: 'new-password', name: 'password' })}
<button>Change the password</button>
</form>
</section>
<section class="panel">
<h2>Delete everything</h2>
<p>Deletes your sign-in, your accounts, their keys, posts and media.</p>
<p><a class="button danger" href="/settings/delete">Delete everything</a></p>
</section>
</div>`
  return page({ title: 'Settings', owner, current: '/settings', body })
}

interface DeletionView extends SettingsView {
  /** The usernames of the connected accounts. */
  usernames: readonly string[]
}

function deletionPage({ owner, notice, usernames }: DeletionView): Html {
  const names = usernames.map((name) => `@${name}`).join(', ')
  const body = html`<section class="panel confirmation">
<h1>Delete everything of ${owner.email}?</h1>
${noticeBox(notice)}
<p>You cannot sign in any more. ${
    names === ''
      ? 'No account is connected.'
      : `The keys of ${names} stop working immediately, and the stored posts and media are deleted.`
  } This cannot be undone.</p>
<form method="post" action="/settings/delete">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField({ label: 'Password', purpose: 'current-password', name: 'password' })}
<button class="main danger">Delete everything</button>
<a class="button" href="/settings">Keep everything</a>
</form>
</section>`
  return page({ title: 'Delete everything', owner, current: '/settings', body })
}

/** Where the link of a mail leads. It changes nothing by itself: mail programs open links too. */
function confirmEmailPage({ notice, token }: { notice: Notice | null; token: string }): Html {
  const form = html`<p>Your mails will come to this address, and you sign in with it.</p>
<form method="post" action="/confirm-email">
<input type="hidden" name="token" value="${token}">
<button class="main">Use this address</button>
</form>`
  const body = html`<section class="panel narrow">
<h1>Confirm your new address</h1>
${notice ? noticeBox(notice) : form}
<p class="aside"><a href="/settings">Back to your settings</a></p>
</section>`
  return page({ title: 'Confirm your new address', owner: null, body })
}
