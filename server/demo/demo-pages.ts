import { accountScenarios } from '@photofeed/core/scenarios'
import { type PlanName, plans } from '@photofeed/openapi'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import type { EmulatedUser } from '../emulator/emulated-users.ts'
import type { RunningEmulator } from '../emulator/emulator.ts'
import { faultNames, faults } from '../emulator/faults.ts'
import { type Html, linkList, shell } from '../src/dashboard/layout.ts'
import { securityHeaders } from '../src/http/security-headers.ts'
import type { Mail } from '../src/mail/mailer.ts'

export interface SentMail extends Mail {
  sentAt: Date
}

interface DemoPagesParts {
  /** Where the demo is. */
  url: string
  /** Whether a gallery is served. */
  hasGallery: boolean
  /** The mails that a mail server would have got, newest first. */
  mails: readonly SentMail[]
  emulator: RunningEmulator
  /** Switches all owners who signed up here to a plan. */
  changePlans(plan: PlanName): Promise<void>
}

const security =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The pages that only a demo has. */
export function demoPages({ url, hasGallery, mails, emulator, changePlans }: DemoPagesParts): Hono {
  const headers = securityHeaders(security)
  const { origin } = new URL(url)

  return (
    new Hono()
      // Pages of --site have an origin of their own, and these keys are public.
      .get('/demo.json', (context) =>
        context.json({ url, scenarios: accountScenarios }, 200, {
          'Access-Control-Allow-Origin': '*',
        }),
      )
      .get('/', headers, (context) => context.html(homePage(url, hasGallery)))
      .post('/demo/plan', headers, csrf({ origin }), async (context) => {
        const form = await context.req.parseBody()
        const plan = (Object.keys(plans) as PlanName[]).find((name) => name === form.plan)
        if (plan) await changePlans(plan)
        return context.redirect('/', 303)
      })
      .get('/demo/outbox', headers, (context) => context.html(outboxPage(mails)))
      .get('/demo/platform', headers, (context) => context.html(platformPage(emulator)))
      .post('/demo/platform/:user', headers, csrf({ origin }), async (context) => {
        const form = await context.req.parseBody()
        const user = emulator.users
          .list()
          .find(({ userId }) => userId === context.req.param('user'))
        if (!user) return context.notFound()
        await act(emulator, user.userId, String(form.do), String(form.fault))
        return context.redirect('/demo/platform', 303)
      })
  )
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

const entries = [
  { path: '/', label: 'Demo' },
  { path: '/demo/platform', label: 'The emulated platform' },
  { path: '/demo/outbox', label: 'Mail' },
  { path: '/accounts', label: 'Your accounts' },
]

/** A page of the demo, in the dashboard's style. */
function demoPage(title: string, current: string, body: Html): Html {
  return shell({
    title: `${title} · photofeed demo`,
    styles: ['/assets/dashboard/demo.css'],
    scripts: [],
    navigation: linkList(entries, current),
    body,
  })
}

const { free } = plans

/** Where a newcomer starts. */
function homePage(url: string, hasGallery: boolean): Html {
  const body = html`<h1>A photo account as JSON, RSS and GraphQL</h1>
<p class="lead">Everything here runs on your machine and is deleted when you stop it. The photo platform is an emulated one.</p>

<ol class="steps">
<li><h2><a href="/sign-up">Sign up</a></h2>
<p>Any address will do: the mail with a link to choose your password arrives <a href="/demo/outbox">here</a>, after a second or two.</p></li>
<li><h2><a href="/accounts">Connect an account</a></h2>
<p>Choose on the emulated platform whose photos to share. Their import starts immediately, and you get an API key.</p></li>
<li><h2><a href="/playground">Try your key</a></h2>
<p>In the playground, in the <a href="/explorer">GraphQL explorer</a>, or with the <a href="/docs/rest-api">reference</a> beside you.</p></li>
<li><h2><a href="/demo/platform">Break something</a></h2>
<p>Change the password on the platform, press “Refresh now” in your accounts, read the <a href="/demo/outbox">mail</a>, and reconnect.</p></li>
</ol>

<h2>Plans</h2>
<p>A new owner has ${free.name}: ${free.connectedAccounts} account, and its ${free.readablePosts} newest posts. Switch the plan of all accounts here to see the difference.</p>
<form method="post" action="/demo/plan" class="actions">
${Object.entries(plans).map(
  ([plan, { name }]) =>
    html`<button name="plan" value="${plan}">Switch all accounts to ${name}</button>\n`,
)}</form>

${hasGallery ? html`<p><a class="button" href="/index.html">Open the gallery</a></p>` : ''}

<h2 id="keys">Keys of ready accounts</h2>
<p>One for each state that a client may meet:</p>
<ul class="scenarios">
${accountScenarios.map(
  ({ name, apiKey, description }) =>
    html`<li><a href="${url}/api/v1/me?api_key=${apiKey}">${name}</a> ${description.replaceAll('`', '')}</li>`,
)}
</ul>`
  return demoPage('Start', '/', body)
}

function outboxPage(mails: readonly SentMail[]): Html {
  const body = html`<h1>Mail</h1>
<p>A server with <code>PHOTOFEED_SMTP_URL</code> sends these. The demo shows them here.</p>
${mails.length === 0 ? html`<p class="quiet">There is no mail yet. <a href="/sign-up">Sign up</a> or <a href="/demo/platform">break a connection</a> to get one. It takes a second or two: reload this page.</p>` : ''}
${mails.map(
  ({ to, subject, text, sentAt }) => html`<article class="card mail">
<h2>${subject}</h2>
<p class="quiet">To ${to}, <time datetime="${sentAt.toISOString()}">${sentAt.toUTCString()}</time></p>
<pre tabindex="0">${withLinks(text)}</pre>
</article>`,
)}`
  return demoPage('Mail', '/demo/outbox', body)
}

/** Our mails contain addresses of this server only: links in hostile text were removed when the mail was written. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}

/** What the owners of the emulated platform can do, and what can go wrong there. */
function platformPage(emulator: RunningEmulator): Html {
  const body = html`<h1>The emulated platform</h1>
<p>What happens here is seen by the next refresh: press “Refresh now” in <a href="/accounts">your accounts</a>.</p>
<div class="cards">
${emulator.users.list().map((user) => userCard(user, emulator))}
</div>`
  return demoPage('The emulated platform', '/demo/platform', body)
}

function userCard(
  { userId, profile, posts }: EmulatedUser,
  { faults: active }: RunningEmulator,
): Html {
  const now = active.of(userId)
  return html`<article class="card">
<h2>@${profile.username}</h2>
<p class="quiet">${posts.length} posts${now.map(({ fault }) => html`. <strong>${faults[fault].description}</strong>`)}</p>
<form method="post" action="/demo/platform/${userId}">
<div class="actions">
<button name="do" value="publish">Publish a picture</button>
<button name="do" value="delete" ${posts.length === 0 ? 'disabled' : ''}>Delete the newest post</button>
<button name="do" value="remove">Remove the app</button>
</div>
<label class="field">What goes wrong
<select name="fault">
${faultNames.map((name) => html`<option value="${name}" ${name === 'password-changed' ? 'selected' : ''}>${faults[name].description}</option>`)}
</select>
</label>
<div class="actions">
<button name="do" value="break">Let it go wrong</button>
<button name="do" value="repair" ${now.length === 0 ? 'disabled' : ''}>Nothing goes wrong any more</button>
</div>
</form>
</article>`
}
