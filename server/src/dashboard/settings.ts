import { html } from 'hono/html'
import type { FormRoutes, OwnerView, VisitorView } from './forms.ts'
import { type Html, noticeBox, panelPage, problem, page as wholePage } from './layout.ts'
import { type DashboardParts, type Routes, readForm } from './routes.ts'
import { sessionList } from './session-list.ts'
import { emailField, expiredPage, newPasswordField, passwordField } from './sign-in.ts'

const notices = {
  email: 'The e-mail address is changed. Other sessions have ended.',
  sent: 'Check the inbox of the new address: a mail has a link that confirms it. It expires in an hour.',
  password: 'The password is changed. Other sessions have ended.',
  session: 'The session has ended.',
  sessions: 'All other sessions have ended.',
}

/** Adds the pages on which owners change something about themselves. Each change but the end of a session needs the password. */
export function settingsRoutes(
  routes: Routes,
  { page, ownerPage, form, ownerForm }: FormRoutes,
  parts: DashboardParts,
): void {
  const { accounts, archive, clock, owners } = parts
  const { byMail, sessions, limits } = owners

  const settings = async (view: OwnerView) =>
    settingsPage(view, sessionList(await sessions.list(view.owner.id), view.sessionId, clock()))
  const after = (notice: keyof typeof notices) => `/settings?after=${notice}`

  ownerPage('/settings', settings, notices)
  ownerForm('/settings/email', {
    fields: ['email', 'password'],
    submit: owners.changeEmail,
    next: after(byMail ? 'sent' : 'email'),
    show: settings,
  })
  ownerForm('/settings/password', {
    fields: ['current', 'password'],
    submit: owners.changePassword,
    next: after('password'),
    show: settings,
  })
  routes.post('/settings/sessions/end', 'owner', async (context, { owner }) => {
    const { session } = await readForm(context, ['session'])
    await sessions.end(owner.id, session)
    return context.redirect(after('session'), 303)
  })
  routes.post('/settings/sessions/end-others', 'owner', async (context, { owner, id }) => {
    await sessions.endOthers(owner.id, id)
    return context.redirect(after('sessions'), 303)
  })
  routes.post('/settings/export', 'owner', async (context, { owner, id: sessionId }) => {
    const seconds = await limits.tryTake('export', owner.id)
    if (seconds > 0) {
      const minutes = Math.ceil(seconds / 60)
      const text = `You have downloaded it several times. Try again in ${minutes} minutes.`
      return context.html(await settings({ owner, sessionId, notice: problem(text) }), 429)
    }
    const day = new Date(clock()).toISOString().slice(0, 10)
    context.header('Content-Type', 'application/zip')
    context.header('Content-Disposition', `attachment; filename="photofeed-${day}.zip"`)
    parts.report('exportedOwner', { by: 'owner', ownerId: owner.id })
    // Hono would send the text of an error to the client, as the end of what looks complete.
    const cut = (error: unknown) => {
      parts.onError(error)
      context.env.outgoing.destroy()
    }
    return context.body(archive(owner.id, cut))
  })

  async function deletion(view: OwnerView): Promise<Html> {
    const cards = await accounts.cards(view.owner.id)
    return deletionPage(
      view,
      cards.map(({ profile }) => `@${profile.username}`),
    )
  }
  ownerPage('/settings/delete', deletion)
  ownerForm('/settings/delete', {
    fields: ['password'],
    submit: owners.delete,
    next: '/sign-in?after=deleted',
    show: deletion,
  })
  if (!byMail) return
  page('/confirm-email', 'anybody', async (view) =>
    (await owners.addressOf(view.token ?? '', 'email')) === undefined
      ? expiredEmailPage
      : confirmEmailPage(view),
  )
  form('/confirm-email', {
    fields: ['token'],
    submit: byMail.confirmEmail,
    next: async (_fields, { headers }) =>
      (await sessions.find(headers)) ? after('email') : '/sign-in?after=email',
    show: confirmEmailPage,
  })
}

function settingsPage({ owner, notice, email }: OwnerView, sessions: Html): Html {
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
${sessions}
<section class="panel">
<h2>Download everything</h2>
<p class="quiet">A ZIP archive of what is stored about you: your e-mail address, your accounts, their posts, pictures and videos. It has no keys and passwords.</p>
<form method="post" action="/settings/export">
<button>Download everything</button>
</form>
</section>
<section class="panel">
<h2>Delete everything</h2>
<p>Deletes your e-mail address and password, and disconnects your accounts. Their keys stop working, and their posts and media are deleted.</p>
<p><a class="button danger" href="/settings/delete">Delete everything</a></p>
</section>
</div>`
  return wholePage({ title: 'Settings', owner, current: '/settings', body })
}

function deletionPage({ owner, notice }: OwnerView, accounts: readonly string[]): Html {
  const consequence =
    accounts.length === 0
      ? 'No account is connected.'
      : `The keys of ${accounts.join(', ')} stop working immediately, and the stored posts and media are deleted.`
  const content = html`<p>You cannot sign in any more. ${consequence} This cannot be undone.</p>
<form method="post" action="/settings/delete">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField()}
<button class="main danger">Delete everything</button>
<a class="button" href="/settings">Keep everything</a>
</form>`
  const heading = `Delete everything stored for ${owner.email}?`
  const titles = { title: 'Delete everything', heading, current: '/settings' }
  return panelPage({ ...titles, owner, notice, look: 'confirmation' }, content)
}

const expiredEmailPage = expiredPage(
  'A link works once, and for an hour. Enter the new address again to get another one.',
  '/settings',
  'To your settings',
)

/** Where the link of a mail leads. It changes nothing by itself: mail programs open links too. */
function confirmEmailPage(view: VisitorView): Html {
  const form = html`<p>Your mails will come to this address, and you sign in with it.</p>
<form method="post" action="/confirm-email">
<input type="hidden" name="token" value="${view.token ?? ''}">
<button class="main">Use this address</button>
</form>`
  const content = html`${view.notice ? '' : form}
<p class="aside"><a href="/settings">Back to your settings</a></p>`
  return panelPage({ title: 'Confirm your new address', notice: view.notice }, content)
}
