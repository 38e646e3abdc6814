import { ReadableStream as WebStream } from 'node:stream/web'
import { count, watchRate } from '@photofeed/core/node'
import { html } from 'hono/html'
import { labels } from '../labels.ts'
import type { Owner } from '../owners/auth.ts'
import type { Owners } from '../owners/owners.ts'
import { emailField, newPasswordField, passwordField } from './fields.ts'
import type { FormRoutes, OwnerView } from './forms.ts'
import { type Html, noticeBox, page, panelPage, problem } from './layout.ts'
import type { DashboardParts, Routes } from './routes.ts'

const notices = {
  password: 'The password is changed. Other sessions have ended.',
  email: 'Your email address is changed.',
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
  routes.get('/settings/email/request', 'owner', (context) =>
    context.redirect('/settings/email', 303),
  )
  const emailPage = emailPageWith(owners)
  ownerPage('/settings/email', emailPage)
  ownerForm('/settings/email', {
    fields: ['token', 'email'],
    submit: owners.changeEmail,
    next: after('email'),
    show: emailPage,
  })
  if (owners.byMail) {
    ownerForm('/settings/email/request', {
      fields: ['email', 'current'],
      submit: owners.byMail.requestEmail,
      next: ({ email }, { owner }) => sentPage(owner, email, owners.requestedTime),
      show: emailPage,
    })
  }
  routes.post('/settings/sign-out-elsewhere', 'owner', async (context, { owner, id }) => {
    await sessions.endOthers(owner.id, id, context.req.raw.headers)
    return context.redirect(after('sessions'), 303)
  })
  routes.post('/settings/export', 'owner', async (context, { owner }) => {
    const seconds = await limits.tryTake('export', owner.id)
    if (seconds > 0) {
      const text = `You have downloaded it several times. Try again in ${count(Math.ceil(seconds / 60), 'minute')}.`
      return context.html(settingsPage({ owner, notice: problem(text) }), 429)
    }
    const day = new Date(clock()).toISOString().slice(0, 10)
    context.header('Content-Type', 'application/json')
    context.header('Content-Disposition', `attachment; filename="photofeed-${day}.json"`)
    parts.report('exportedOwner', { ownerId: owner.id })
    const { outgoing } = context.env
    async function* chunks() {
      const rate = watchRate(1, stalledMs, () => outgoing.destroy())
      try {
        for await (const text of archive(owner.id)) {
          rate.count(text.length)
          yield Buffer.from(text)
        }
      } catch (error) {
        // Hono would send the text of the error to the client.
        parts.onError(error)
        outgoing.destroy()
      } finally {
        rate.end()
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
  const { owner, notice, isRejected } = view
  const body = html`<div class="settings">
<h1>Settings</h1>
${noticeBox(notice)}
<section class="panel">
<h2>Email address</h2>
<p class="quiet">You sign in with ${owner.email}.</p>
<p class="go"><a class="button" href="/settings/email">Change the address</a></p>
</section>
<section class="panel">
<h2>Password</h2>
<p class="quiet">A new password signs you out everywhere else.</p>
<form method="post" action="/settings/password">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField(view, 'current')}
${newPasswordField(view, 'New password', false)}
<button class="button main">Change the password</button>
</form>
</section>
<section class="panel">
<h2>Sessions</h2>
<p class="quiet">Ends your sessions in all other browsers.</p>
<form method="post" action="/settings/sign-out-elsewhere">
<button class="button">Sign out everywhere else</button>
</form>
</section>
<section class="panel">
<h2>Your data</h2>
<p class="quiet">A JSON file of what is stored about you: your email address, your accounts and their posts, with the addresses of pictures and videos. It has no keys or passwords.</p>
<form method="post" action="/settings/export">
<button class="button">Download everything</button>
</form>
</section>
<section class="panel">
<h2>Leave photofeed</h2>
<p class="quiet">Deletes your email address and password, and removes your accounts. Your sites show only the links that you pasted, the keys stop working, and posts and media are deleted.</p>
<p class="go"><a class="button danger" href="/settings/delete">${labels.deleteAll}</a></p>
</section>
</div>`
  return page({ title: 'Settings', owner, current: '/settings', isRejected, body })
}

/** Returns the page on which an owner requests another address, or, with a link that was sent there, confirms it. */
const emailPageWith =
  ({ byMail }: Pick<Owners, 'byMail'>) =>
  (view: OwnerView): Html => {
    const titles = { ...view, title: 'Change the email address', current: '/settings' }
    if (view.token) {
      return panelPage(
        { ...titles, look: 'confirmation', heading: `Sign in with ${view.email} from now on?` },
        html`<p class="quiet">You have signed in with ${view.owner.email} until now.</p>
<form method="post" action="/settings/email">
<input type="hidden" name="token" value="${view.token}">
<input type="hidden" name="email" value="${view.email}">
${view.mistake && html`<p class="notice problem" role="alert">${view.mistake.text}</p>`}
<button class="button main">Change the address</button>
<a class="button" href="/settings">Keep ${view.owner.email}</a>
</form>`,
      )
    }
    const content = byMail
      ? html`<p class="quiet">You sign in with ${view.owner.email}. We email a link to the new address, and a notice to this one.</p>
<form method="post" action="/settings/email/request">
${emailField(view, 'New email address')}
${passwordField(view, 'current')}
<button class="button main">Send the link</button>
</form>`
      : html`<p>This server sends no email. Ask its operator to change your address.</p>`
    return panelPage(titles, content)
  }

/** The same for an address that another owner has. */
const sentPage = (owner: Owner, email: string, time: string): Html =>
  panelPage(
    { title: 'Check your inbox', owner, current: '/settings' },
    html`<p>If <b>${email}</b> is not signed up here, we sent it a link. Open it in this browser within ${time}.</p>
<p class="aside"><a href="/settings/email">Use another address</a></p>`,
  )

function deletionPage(view: OwnerView, accounts: readonly string[]): Html {
  const { owner } = view
  const consequence =
    accounts.length === 0
      ? 'No account is connected.'
      : `The keys of ${accounts.join(', ')} stop working immediately, and the stored posts and media are deleted.`
  const content = html`<p>You cannot sign in any more. ${consequence} This cannot be undone.</p>
<form method="post" action="/settings/delete">
<input type="text" autocomplete="username" value="${owner.email}" hidden>
${passwordField(view)}
<button class="button main danger">${labels.deleteAll}</button>
<a class="button" href="/settings">Keep everything</a>
</form>`
  const heading = `${labels.deleteAll} stored for ${owner.email}?`
  const titles = { title: labels.deleteAll, heading, current: '/settings' }
  return panelPage({ ...view, ...titles, look: 'confirmation' }, content)
}
