import { html } from 'hono/html'
import { Rejected } from '../owners/auth.ts'
import type { Owners } from '../owners/owners.ts'
import type { FormRoutes, OwnerView, VisitorView } from './forms.ts'
import { type Html, moment, noticeBox, problem, page as wholePage } from './layout.ts'
import type { DashboardParts, Routes } from './routes.ts'
import { emailField, newPasswordField, panelPage, passwordField, usableLink } from './sign-in.ts'

type ListedSession = Awaited<ReturnType<Owners['sessions']['list']>>[number]

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
  const { byMail } = owners

  async function deletion(view: OwnerView): Promise<Html> {
    const cards = await accounts.cards(view.owner.id)
    return deletionPage(
      view,
      cards.map(({ profile }) => `@${profile.username}`),
    )
  }

  const settings = async (view: OwnerView) =>
    settingsPage(view, await owners.sessions.list(view.owner.id), clock())

  ownerPage('/settings', settings, notices)
  ownerForm('/settings/email', {
    fields: ['email', 'password'],
    submit: owners.changeEmail,
    next: `/settings?after=${byMail ? 'sent' : 'email'}`,
    show: settings,
  })
  ownerForm('/settings/password', {
    fields: ['current', 'password'],
    submit: owners.changePassword,
    next: '/settings?after=password',
    show: settings,
  })
  ownerForm('/settings/sessions/end', {
    fields: ['session'],
    submit: owners.sessions.end,
    next: '/settings?after=session',
    show: settings,
  })
  ownerForm('/settings/sessions/end-others', {
    fields: [],
    submit: owners.sessions.endOthers,
    next: '/settings?after=sessions',
    show: settings,
  })
  routes.post('/settings/export', 'owner', async (context, { owner, id: sessionId }) => {
    try {
      await owners.limits.take('export', owner.id)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      const minutes = Math.ceil((error.retryAfter ?? 0) / 60)
      const notice = problem(
        `You have downloaded it several times. Try again in ${minutes} minutes.`,
      )
      return context.html(await settings({ owner, sessionId, notice }), 429)
    }
    const day = new Date(clock()).toISOString().slice(0, 10)
    context.header('Content-Type', 'application/zip')
    context.header('Content-Disposition', `attachment; filename="photofeed-${day}.zip"`)
    parts.report('exportedOwner', { by: 'owner', ownerId: owner.id })
    return context.body(
      untilError(archive(owner.id), (error) => {
        parts.onError(error)
        context.env.outgoing.destroy()
      }),
    )
  })
  ownerPage('/settings/delete', deletion)
  ownerForm('/settings/delete', {
    fields: ['password'],
    submit: owners.delete,
    next: '/sign-in?after=deleted',
    show: deletion,
  })
  if (!byMail) return
  page('/confirm-email', 'anybody', async (view) =>
    (await usableLink(owners, view, 'email')) === null ? expiredLinkPage : confirmEmailPage(view),
  )
  form('/confirm-email', {
    fields: ['token'],
    submit: byMail.confirmEmail,
    async next(context) {
      const session = await owners.sessions.find(context.req.raw.headers)
      return `${session ? '/settings' : '/sign-in'}?after=email`
    },
    show: confirmEmailPage,
  })
}

/**
 * Calls a function with the error of a stream, which ends then. Hono would send the text of an error to the client, as the
 * end of what looks complete.
 */
function untilError(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        onError(error)
        return { done: true as const, value: undefined }
      })
      // Throws, without effect, if the client has left.
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

function settingsPage(
  { owner, sessionId, notice, email }: OwnerView,
  sessions: readonly ListedSession[],
  now: number,
): Html {
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
${sessionList(sessions, sessionId, now)}
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

function sessionList(sessions: readonly ListedSession[], currentId: string, now: number): Html {
  const current = sessions.filter(({ id }) => id === currentId)
  const others = sessions.filter(({ id }) => id !== currentId)
  const entries = [...current, ...others].map(({ id, createdAt, usedAt, address, userAgent }) => {
    const isCurrent = id === currentId
    return html`<li>
<div>
<h3>${browserName(userAgent)}</h3>
<p>${isCurrent ? html`<strong>This session</strong>` : html`Last used ${moment(usedAt, now)}`}</p>
<p>Signed in ${moment(createdAt, now)}${address && ` from ${address}`}</p>
</div>
${
  isCurrent
    ? ''
    : html`<form method="post" action="/settings/sessions/end">
<input type="hidden" name="session" value="${id}">
<button aria-label="End the session of ${browserName(userAgent)}">End</button>
</form>`
}
</li>
`
  })
  const endOthers = html`<form method="post" action="/settings/sessions/end-others">
<button>End all other sessions</button>
</form>
`
  return html`<section class="panel">
<h2>Sessions</h2>
<p class="quiet">Where you are signed in. If you do not recognize one, end it and change the password.</p>
<ul class="sessions">
${entries}</ul>
${others.length > 0 ? endOthers : ''}</section>`
}

function deletionPage({ owner, notice }: OwnerView, accounts: readonly string[]): Html {
  const body = html`<section class="panel confirmation">
<h1>Delete everything stored for ${owner.email}?</h1>
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

const expiredLinkPage = panelPage(
  'This link has expired',
  { notice: null },
  html`<p class="quiet">A link works once, and for an hour. Enter the new address again to get another one.</p>
<p><a class="button main" href="/settings">To your settings</a></p>`,
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
  return panelPage('Confirm your new address', view, content)
}

// The more specific ones first: others are in the name of almost every browser.
const browsers: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a name for a `User-Agent` that its owner recognizes, such as "Firefox on Windows". */
export function browserName(userAgent: string): string {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined && system === undefined) return 'Unknown browser'
  return [browser ?? 'Browser', ...(system === undefined ? [] : ['on', system])].join(' ')
}
