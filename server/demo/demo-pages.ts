import { setTimeout } from 'node:timers/promises'
import { count } from '@photofeed/core/node'
import { accountScenarios } from '@photofeed/core/scenarios'
import { type PlanName, plans } from '@photofeed/openapi'
import { Hono, type MiddlewareHandler } from 'hono'
import { csrf } from 'hono/csrf'
import { html, raw } from 'hono/html'
import type { EmulatedUser } from '../emulator/emulated-users.ts'
import type { RunningEmulator } from '../emulator/emulator.ts'
import { type EmulatedFaultName, type Fault, faultNames, faults } from '../emulator/faults.ts'
import { type Html, linkList, moment, page } from '../src/dashboard/layout.ts'
import { crossOrigin } from '../src/http/cross-origin.ts'
import {
  contentSecurity,
  rejectForeignHosts,
  securityHeaders,
} from '../src/http/security-headers.ts'
import { labels } from '../src/labels.ts'
import type { Mail } from '../src/mail/mailer.ts'
import { componentsPage } from './components-page.ts'
import { type DemoProgress, startPage } from './start-page.ts'

const entries = [
  { path: '/', label: 'Start' },
  { path: '/demo/platform', label: 'Platform' },
  { path: '/demo/outbox', label: 'Inbox' },
]

type Owner = { email: string } | null

/** A page of the demo, in the dashboard's style. */
function demoPage(title: string, owner: Owner, body: Html, scripts: string[] = []): Html {
  return page({ title, owner, styles: ['/assets/dashboard/demo.css'], scripts, body })
}

export interface SentMail extends Mail {
  sentAt: Date
}

interface DemoPagesParts {
  /** Where the demo is. */
  url: string
  /** The address that it listens on. */
  host: string
  /** Whether a gallery is served. */
  hasGallery: boolean
  /** The mails that a mail server would have got, newest first. */
  mails: readonly SentMail[]
  /** The address that the mails are from, and that replies go to. */
  supportEmail: string
  emulator: RunningEmulator
  /** Where pictures are, without a trailing slash. */
  cdnUrl: string
  /** Who is signed in. */
  findOwner(headers: Headers): Promise<Owner>
  /** What was done here so far. */
  progress(): Promise<DemoProgress>
  /** Switches all owners who signed up here to a plan. */
  changePlans(plan: PlanName): Promise<void>
  /** Makes the platform reject the access to every connected account, and waits until a refresh of each was rejected. */
  breakConnections(): Promise<void>
}

/** The pages that only a demo has. */
export function demoPages(parts: DemoPagesParts): Hono {
  const { url, host, cdnUrl, hasGallery, mails, supportEmail, emulator } = parts
  const { findOwner, progress, changePlans, breakConnections } = parts
  const { origin } = new URL(url)
  const media = new URL(cdnUrl).origin
  const headers = securityHeaders(contentSecurity(media, { 'media-src': media }))

  return (
    new Hono()
      .use(rejectForeignHosts(host, 'the demo', new URL(url).hostname))
      // The element, forms and cookies need the address that the pages name.
      .get('*', ({ req, redirect }, next) => {
        const asked = new URL(req.url)
        const isOther = asked.hostname === 'localhost' && asked.origin !== origin
        return isOther ? redirect(`${origin}${asked.pathname}${asked.search}`) : next()
      })
      .use(addBar)
      // Pages of the gallery have an origin of their own, and these keys are public.
      .get('/demo.json', (context) =>
        context.json({ url, scenarios: accountScenarios }, 200, crossOrigin),
      )
      .get('/', headers, async (context) =>
        context.html(
          demoPage(
            'Start',
            await findOwner(context.req.raw.headers),
            startPage({ url, hasGallery, mails: mails.length, ...(await progress()) }),
            ['/embed.js'],
          ),
        ),
      )
      .post('/demo/plan', headers, csrf({ origin }), async (context) => {
        const form = await context.req.parseBody()
        const plan = (Object.keys(plans) as PlanName[]).find((name) => name === form.plan)
        if (plan) await changePlans(plan)
        return context.redirect('/#plans', 303)
      })
      .post('/demo/break', headers, csrf({ origin }), async (context) => {
        await breakConnections()
        return context.redirect('/#break', 303)
      })
      .get('/demo/outbox', headers, async (context) => {
        // From the page that says that an email was sent, which takes a second.
        const isExpected = context.req.query('sent') !== undefined
        for (let waited = 0; isExpected && waited < 3000 && !isRecent(mails[0]); waited += 100) {
          await setTimeout(100)
        }
        const owner = await findOwner(context.req.raw.headers)
        return context.html(outboxPage(owner, mails, supportEmail))
      })
      // With the styles of a mail, which are in its text.
      .get(
        '/demo/outbox/:place{[1-9]\\d*}',
        securityHeaders("default-src 'none'; style-src 'unsafe-inline'"),
        (context) => {
          const mail = mails.at(-Number(context.req.param('place')))
          return mail ? context.html(mail.html) : context.notFound()
        },
      )
      .get('/demo/components', headers, async (context) => {
        const owner = await findOwner(context.req.raw.headers)
        const styles = ['/assets/dashboard/components.css']
        return context.html(page({ title: 'Components', owner, styles, body: componentsPage() }))
      })
      .get('/demo/platform', headers, async (context) => {
        const owner = await findOwner(context.req.raw.headers)
        return context.html(platformPage(owner, emulator, context.req.query('user')))
      })
      .post('/demo/platform/:user', headers, csrf({ origin }), async (context) => {
        const form = await context.req.parseBody()
        const user = emulator.users
          .list()
          .find(({ userId }) => userId === context.req.param('user'))
        if (!user) return context.notFound()
        await act(emulator, user.userId, String(form.do), String(form.fault))
        return context.redirect(`/demo/platform?user=${user.userId}`, 303)
      })
  )
}

const isRecent = (mail?: SentMail) => mail !== undefined && Date.now() - +mail.sentAt < 10_000

/** Puts the pages of the demo in a bar above every page, also those of the dashboard, which does not know that it is in a demo. */
const addBar: MiddlewareHandler = async (context, next) => {
  await next()
  const { req, res } = context
  // Files of the gallery have a length, and may be compressed.
  const isRendered = !res.headers.has('Content-Length')
  if (!isRendered || !res.headers.get('Content-Type')?.startsWith('text/html')) return
  const text = await res.text()
  const current = entries.find(({ path }) => req.path === path)
  const bar = `<nav class="demo-bar" aria-label="Demo"><strong>Demo</strong>${linkList(entries, current?.path)}</nav>`
  const linked = text.replace('<header class="top">', `${bar}\n$&`)
  const opening = '<p><a class="button main" href="/demo/outbox?sent">Open the email</a></p>'
  const opened = linked.replace(/<h1>Check your inbox<\/h1>\s+<p>.*<\/p>/, `$&\n${opening}`)
  context.res = new Response(opened, res)
}

async function act(
  emulator: RunningEmulator,
  userId: string,
  what: string,
  name: string,
): Promise<void> {
  const { users, faults } = emulator
  const fault = faultNames.find((known) => known === name)
  const newest = users.get(userId).posts[0]
  if (what === 'publish') users.addPost(userId)
  if (what === 'delete' && newest) users.deletePost(userId, newest.id)
  if (what === 'break' && fault) faults.set(userId, fault)
  if (what === 'repair') faults.clear(userId)
  if (what === 'remove') await emulator.removeApp(userId)
}

function outboxPage(owner: Owner, mails: readonly SentMail[], supportEmail: string): Html {
  const body = html`<h1>Inbox</h1>
<p>The demo sends no emails: they arrive here, newest first.</p>
${
  mails.length === 0
    ? html`<section class="empty">
<h2>There is no email yet</h2>
<p>Sign up to get one. You also get one when you <a href="/demo/platform">break a connection</a>.</p>
<p><a class="button main" href="/sign-up">Sign up</a></p>
</section>`
    : ''
}
${mails.map(
  (
    { to, subject, text, html: body, sentAt },
    index,
  ) => html`<details class="mail" name="mail"${index === 0 ? ' open' : ''}>
<summary><strong>photofeed</strong> <span class="subject">${subject}</span> <span class="quiet">${moment(sentAt.getTime(), Date.now())}</span></summary>
<p class="quiet">From photofeed &lt;${supportEmail}&gt; to ${to}. <a href="/demo/outbox/${mails.length - index}">View as sent</a></p>
${buttonOf(body)}
<pre tabindex="0">${withLinks(text)}</pre>
</details>`,
)}`
  return demoPage('Inbox', owner, body)
}

/** The button of a mail, whose HTML is ours and escaped. */
function buttonOf(body: string): Html | '' {
  const [button] = /<a class="button".+?<\/a>/.exec(body) ?? []
  return button ? html`<p>${raw(button.replace('button', 'button main'))}</p>` : ''
}

/** Our mails contain addresses of this server only: links in hostile text were removed when the mail was written. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}

/** What the owners of the emulated platform can do, and what can go wrong there. */
function platformPage(owner: Owner, emulator: RunningEmulator, chosen?: string): Html {
  const users = emulator.users.list()
  const open =
    users.find(({ userId }) => userId === chosen) ??
    users.find(({ userId }) => emulator.faults.of(userId).length > 0) ??
    users[0]
  const body = html`<div class="platform">
<h1>The emulated platform</h1>
<p>Another company’s site, so it looks like one. What happens here is seen by the next refresh: press “${labels.refresh}” in <a href="/accounts">your accounts</a>.</p>
${users.map((user) => userCard(user, emulator, user === open))}
</div>`
  return demoPage('The emulated platform', owner, body)
}

/** What people look for when something goes wrong. */
function groupOf(name: EmulatedFaultName): string {
  const fault: Fault = faults[name]
  if (/throttled|limit|too-many/.test(name)) return 'Limits'
  if (fault.endsTokens || /permission|withdrawn|blocked|gone|personal|reject-token/.test(name))
    return 'Access'
  if (fault.delivery || /html|body|json|shape|server-error/.test(name)) return 'Connection'
  return /post|cursor|page|media|comments/.test(name) ? 'Posts' : 'Other errors'
}

const faultGroups = ['Access', 'Limits', 'Connection', 'Posts', 'Other errors'].map((label) => ({
  label,
  names: faultNames.filter((name) => groupOf(name) === label),
}))

function userCard(
  { userId, profile, posts }: EmulatedUser,
  { faults: active }: RunningEmulator,
  isOpen: boolean,
): Html {
  const now = active.of(userId)
  const about = html`aria-describedby="user-${userId}"`
  return html`<article class="card">
<details name="user" ${isOpen ? 'open' : ''}>
<summary>
<h2 id="user-${userId}">@${profile.username}</h2>
<span class="quiet">${count(posts.length, 'post')}</span>
${now.length > 0 ? html`<b class="status bad">${count(now.length, 'fault')}</b>` : ''}
</summary>
${now.map(({ fault }) => html`<p class="notice problem"><strong>${faults[fault].description}</strong></p>`)}
<form method="post" action="/demo/platform/${userId}">
<div class="actions">
<button name="do" value="publish" class="button main" ${about}>Publish a picture</button>
<button class="button" name="do" value="delete" ${about} ${posts.length === 0 ? 'disabled' : ''}>Delete the newest post</button>
<button class="button" name="do" value="remove" ${about}>Remove the app</button>
</div>
<label class="field">Fault
<select class="input" name="fault" ${about}>
${faultGroups.map(
  ({ label, names }) => html`<optgroup label="${label}">
${names.map((name) => html`<option value="${name}" ${name === 'password-changed' ? 'selected' : ''}>${faults[name].description}</option>`)}
</optgroup>`,
)}
</select>
</label>
<div class="actions">
<button name="do" value="break" class="button danger" ${about}>Set the fault</button>
<button class="button" name="do" value="repair" ${about} ${now.length === 0 ? 'disabled' : ''}>Clear all faults</button>
</div>
</form>
</details>
</article>`
}
