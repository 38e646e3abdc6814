import { html } from 'hono/html'
import { type FormView, formRoutes } from './forms.ts'
import type { DashboardParts, Routes } from './guards.ts'
import { type Html, noticeBox, page as wholePage } from './layout.ts'
import { emailField, newPasswordField, panelPage, passwordField } from './sign-in.ts'

/** Adds the pages on which owners change something about themselves; each change needs the password. */
export function settingsRoutes(routes: Routes, parts: DashboardParts): void {
  const { owners, store } = parts
  const { byMail } = owners
  const { page, form } = formRoutes(routes, parts)

  async function deletion(view: FormView): Promise<Html> {
    const { cards } = await store.cardsOf(view.owner.id)
    return deletionPage(
      view,
      cards.map(({ profile }) => `@${profile.username}`),
    )
  }

  page('/settings', 'owner', settingsPage)
  form('/settings/email', 'owner', {
    fields: ['email', 'password'],
    submit: owners.changeEmail,
    next: `/settings?after=${byMail ? 'sent' : 'email'}`,
    show: settingsPage,
  })
  form('/settings/password', 'owner', {
    fields: ['current', 'password'],
    submit: owners.changePassword,
    next: '/settings?after=password',
    show: settingsPage,
  })
  page('/settings/delete', 'owner', deletion)
  form('/settings/delete', 'owner', {
    fields: ['password'],
    submit: owners.delete,
    next: '/sign-in?after=deleted',
    show: deletion,
  })
  if (!byMail) return
  page('/confirm-email', 'anybody', confirmEmailPage)
  form('/confirm-email', 'anybody', {
    fields: ['token'],
    submit: byMail.confirmEmail,
    async next(context) {
      const session = await owners.session(context.req.raw.headers)
      return `${session ? '/settings' : '/sign-in'}?after=email`
    },
    show: confirmEmailPage,
  })
}

function settingsPage({ owner, notice, email }: FormView): Html {
  const body = html`<div class="settings">
<h1>Settings</h1>
${noticeBox(notice)}
<section class="panel">
<h2>E-mail address</h2>
<p class="quiet">You sign in with ${owner.email}.</p>
<form method="post" action="/settings/email">
${emailField('New e-mail address', email)}
${passwordField()}
<button>Change the address</button>
</form>
</section>
<section class="panel">
<h2>Password</h2>
<p class="quiet">A new password signs you out everywhere else.</p>
<form method="post" action="/settings/password">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField('Current password', 'current')}
${newPasswordField('New password')}
<button>Change the password</button>
</form>
</section>
<section class="panel">
<h2>Delete everything</h2>
<p>Deletes your sign-in, your accounts, their keys, posts and media.</p>
<p><a class="button danger" href="/settings/delete">Delete everything</a></p>
</section>
</div>`
  return wholePage({ title: 'Settings', owner, current: '/settings', body })
}

function deletionPage({ owner, notice }: FormView, accounts: readonly string[]): Html {
  const body = html`<section class="panel confirmation">
<h1>Delete everything of ${owner.email}?</h1>
${noticeBox(notice)}
<p>You cannot sign in any more. ${
    accounts.length === 0
      ? 'No account is connected.'
      : `The keys of ${accounts.join(', ')} stop working immediately, and the stored posts and media are deleted.`
  } This cannot be undone.</p>
<form method="post" action="/settings/delete">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField()}
<button class="main danger">Delete everything</button>
<a class="button" href="/settings">Keep everything</a>
</form>
</section>`
  return wholePage({ title: 'Delete everything', owner, current: '/settings', body })
}

/** Where the link of a mail leads. It changes nothing by itself: mail programs open links too. */
function confirmEmailPage(view: FormView): Html {
  const form = html`<p>Your mails will come to this address, and you sign in with it.</p>
<form method="post" action="/confirm-email">
<input type="hidden" name="token" value="${view.token ?? ''}">
<button class="main">Use this address</button>
</form>`
  const content = html`${view.notice ? '' : form}
<p class="aside"><a href="/settings">Back to your settings</a></p>`
  return panelPage('Confirm your new address', view, content)
}
