import { html } from 'hono/html'
import { type Html, page } from './layout.ts'
import { noticeBox } from './notice-box.ts'
import type { Notice } from './notices.ts'
import { emailField, passwordField } from './sign-in-forms.ts'

interface SettingsView {
  owner: { email: string }
  notice: Notice | null
  /** The new address that was entered before. */
  email?: string
}

export function settingsPage({ owner, notice, email }: SettingsView): Html {
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

export function deletionPage({ owner, notice, usernames }: DeletionView): Html {
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
export function confirmEmailPage({
  notice,
  token,
}: {
  notice: Notice | null
  token: string
}): Html {
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
