import { ReadableStream as WebStream } from 'node:stream/web'
import { html } from 'hono/html'
import { newPasswordField, passwordField } from './fields.ts'
import type { FormRoutes, OwnerView } from './forms.ts'
import { type Html, noticeBox, page, panelPage, problem } from './layout.ts'
import type { DashboardParts, Routes } from './routes.ts'

const notices = {
  password: 'The password is changed. Other sessions have ended.',
  sessions: 'You are signed out everywhere else.',
}

/** How long a client may take for a chunk of the archive, while others wait for their turn. */
const stalledMs = 20_000

/** Adds the pages on which owners change something about themselves. Each change but the end of sessions needs the password. */
export function settingsRoutes(
  routes: Routes,
  { ownerPage, ownerForm }: FormRoutes,
  parts: DashboardParts,
): void {
  const { accounts, archive, clock, owners } = parts
  const { sessions, limits } = owners

  const after = (notice: keyof typeof notices) => `/settings?after=${notice}`

  ownerPage('/settings', settingsPage, notices)
  ownerForm('/settings/password', {
    fields: ['current', 'password'],
    submit: owners.changePassword,
    next: after('password'),
    show: settingsPage,
  })
  routes.get('/settings/password', 'owner', (context) => context.redirect('/settings', 303))
  routes.post('/settings/sign-out-elsewhere', 'owner', async (context, { owner, id }) => {
    await sessions.endOthers(owner.id, id, context.req.raw.headers)
    return context.redirect(after('sessions'), 303)
  })
  routes.post('/settings/export', 'owner', async (context, { owner }) => {
    const seconds = await limits.tryTake('export', owner.id)
    if (seconds > 0) {
      const minutes = Math.ceil(seconds / 60)
      const text = `You have downloaded it several times. Try again in ${minutes} minutes.`
      return context.html(settingsPage({ owner, notice: problem(text) }), 429)
    }
    const day = new Date(clock()).toISOString().slice(0, 10)
    context.header('Content-Type', 'application/json')
    context.header('Content-Disposition', `attachment; filename="photofeed-${day}.json"`)
    parts.report('exportedOwner', { ownerId: owner.id })
    const { outgoing } = context.env
    async function* chunks() {
      const stalled = setTimeout(() => outgoing.destroy(), stalledMs)
      try {
        for await (const text of archive(owner.id)) {
          stalled.refresh()
          yield Buffer.from(text)
        }
      } catch (error) {
        // Hono would send the text of the error to the client.
        parts.onError(error)
        outgoing.destroy()
      } finally {
        clearTimeout(stalled)
      }
    }
    return context.body(WebStream.from(chunks()) as ReadableStream)
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
}

function settingsPage(view: OwnerView): Html {
  const { owner, notice } = view
  const body = html`<div class="settings">
<h1>Settings</h1>
${noticeBox(notice)}
<section class="panel">
<h2>Password</h2>
<p class="quiet">You sign in with ${owner.email}. A new password signs you out everywhere else.</p>
<form method="post" action="/settings/password">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField(view, 'current')}
${newPasswordField(view)}
<button class="main">Change the password</button>
</form>
</section>
<section class="panel">
<h2>Sessions</h2>
<p class="quiet">Ends your sessions in all other browsers.</p>
<form method="post" action="/settings/sign-out-elsewhere">
<button>Sign out everywhere else</button>
</form>
</section>
<section class="panel">
<h2>Your data</h2>
<p class="quiet">A JSON file of what is stored about you: your email address, your accounts and their posts, with the addresses of pictures and videos. It has no keys or passwords.</p>
<form method="post" action="/settings/export">
<button>Download everything</button>
</form>
</section>
<section class="panel">
<h2>Leave photofeed</h2>
<p class="quiet">Deletes your email address and password, and disconnects your accounts. Their keys stop working, and their posts and media are deleted.</p>
<p class="go"><a class="button danger" href="/settings/delete">Delete everything</a></p>
</section>
</div>`
  return page({ title: 'Settings', owner, current: '/settings', body })
}

function deletionPage(view: OwnerView, accounts: readonly string[]): Html {
  const { owner, notice } = view
  const consequence =
    accounts.length === 0
      ? 'No account is connected.'
      : `The keys of ${accounts.join(', ')} stop working immediately, and the stored posts and media are deleted.`
  const content = html`<p>You cannot sign in any more. ${consequence} This cannot be undone.</p>
<form method="post" action="/settings/delete">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField(view)}
<button class="main danger">Delete everything</button>
<a class="button" href="/settings">Keep everything</a>
</form>`
  const heading = `Delete everything stored for ${owner.email}?`
  const titles = { title: 'Delete everything', heading, current: '/settings' }
  return panelPage({ ...titles, owner, notice, look: 'confirmation' }, content)
}
