import { accountScenarios } from '@photofeed/core/scenarios'
import { icon, promise } from '@photofeed/design'
import { type PlanName, plans } from '@photofeed/openapi'
import { html, raw } from 'hono/html'
import { copyButton, type Html } from '../src/dashboard/layout.ts'
import { labels } from '../src/labels.ts'

/** A step of the path through the demo. */
export type DemoStep = 'sign up' | 'connect' | 'use the key' | 'repair'

export interface DemoProgress {
  /** The steps that were done since the demo started. */
  done: ReadonlySet<DemoStep>
  /** Whether an account is connected now. */
  isConnected: boolean
  /** Whether a connection is broken now. */
  isBroken: boolean
  /** The plans of those who signed up. */
  plans: ReadonlySet<PlanName>
}

interface StartView extends DemoProgress {
  url: string
  hasGallery: boolean
  /** How many mails there are. */
  mails: number
}

const { free } = plans

/** The body of the page where a newcomer starts. */
export function startPage(view: StartView): Html {
  const { url, hasGallery } = view
  const shown = accountScenarios.find(({ name }) => name === 'premium')?.apiKey
  return html`<section class="hero">
<div>
<h1>${promise}</h1>
<p class="lead">${labels.inShort} This demo runs on your machine with an emulated photo platform; everything is deleted when you stop it.</p>
<p class="actions">${nextStep(view)}${hasGallery ? html` <a class="button" href="/index.html">${raw(icon('image'))} Open the gallery</a>` : ''}</p>
</div>
<div class="live">
<photo-feed src="${url}" api-key="${shown}" layout="tiles" page-size="6" load-more="none" open-in="viewer" class="live-feed"></photo-feed>
<p class="hint">Live from this server with two lines of HTML: ${raw('<code>&lt;photo-feed&gt;</code>')} and its script.</p>
</div>
</section>

<h2>Try it</h2>
${steps(view)}

<section id="plans">
<h2>Plans</h2>
${planSwitch(view.plans)}
</section>

<h2 id="keys">API keys to test with</h2>
<p>One account for each state that your site has to handle, working and broken ones.</p>
${keyTable(url)}`
}

function planSwitch(current: StartView['plans']): Html {
  const [active] = current.size === 1 ? current : []
  const others = Object.entries(plans).filter(([plan]) => plan !== active)
  return html`${current.size === 0 ? html`<p>You start with ${free.name}: ${free.connectedAccounts} account and its ${free.readablePosts} newest posts. Once you have <a href="/sign-up">signed up</a>, you can switch to ${plans.premium.name} here.</p>` : ''}
${active === undefined ? '' : html`<p role="status"><strong>Your accounts are on the ${plans[active].name} plan.</strong></p>`}
${
  current.size === 0
    ? ''
    : html`<form method="post" action="/demo/plan" class="actions">
${others.map(
  ([plan, { name }]) =>
    html`<button class="button" name="plan" value="${plan}">Switch to ${name}</button>\n`,
)}</form>`
}`
}

const order = ['sign up', 'connect', 'use the key', 'repair'] as const

/** The step that is highlighted; `run` once all are done. */
function nextOf({ done, isBroken }: DemoProgress): DemoStep | 'run' {
  return isBroken ? 'repair' : (order.find((name) => !done.has(name)) ?? 'run')
}

/** The button of the highlighted step. */
function nextStep(view: StartView): Html {
  const [href, label] = {
    'sign up': ['/sign-up', 'Sign up'],
    connect: ['/accounts', labels.connectYours],
    'use the key': ['/accounts', labels.put],
    repair: view.isBroken
      ? ['/accounts', `${labels.reconnect} your account`]
      : ['#break', 'Break it'],
    run: ['#run', 'Run it for real'],
  }[nextOf(view)]
  return html`<a class="button main" href="${href}">${label}</a>`
}

/** The path through the demo, with what is done. */
function steps(view: StartView): Html {
  const { done, isConnected, isBroken, mails } = view
  const mailLink = html`<a href="/demo/outbox">email</a>`
  const next = nextOf(view)
  const step = (name: DemoStep, title: Html, text: Html) =>
    html`<li class="${done.has(name) ? 'is-done' : ''}${name === next ? ' is-next' : ''}" id="${name === 'repair' ? 'break' : ''}">
<h3>${title}${done.has(name) ? html` <span class="mark">Done</span>` : ''}</h3>
<div>${text}</div>
</li>`
  return html`<ol class="steps">
${step('sign up', html`<a href="/sign-up">Sign up</a>`, html`Any address will do. The email with your link is in the <a href="/demo/outbox">inbox of the demo</a>${mails > 0 ? '' : ' after a second or two'}.`)}
${step('connect', html`<a href="/accounts">${labels.connect}</a>`, html`Choose on the emulated platform whose photos to share. Their import starts immediately, and you see your feed.`)}
${step('use the key', html`<a href="/accounts">${labels.put}</a>`, html`Copy the two lines of your feed into a page of your own, or try its key in the <a href="/playground">playground</a> and the <a href="/explorer">GraphQL explorer</a>.`)}
${step(
  'repair',
  html`Break it, and repair it`,
  isBroken
    ? html`<p role="status"><strong>Connection broken. One email was sent.</strong></p> Your feed goes on showing its posts. <a href="/demo/outbox">Read the email</a>, then reconnect in <a href="/accounts">your accounts</a>.`
    : isConnected
      ? html`As if the password on the platform had been changed: <form method="post" action="/demo/break"><button class="button">Break the connection</button></form>`
      : html`Once an account is connected, you break its connection here with one click, get an ${mailLink}, and reconnect. You can set many other faults on the <a href="/demo/platform">platform</a>.`,
)}
<li class="${next === 'run' ? 'is-next' : ''}" id="run">
<h3>Run it for real</h3>
<div><code>photofeed-server start</code> serves your own accounts, with your own app on Instagram. <code>photofeed-server start --help</code> lists the settings. In the documentation, “Your account on your website” has every step.</div>
</li>
</ol>`
}

function keyTable(url: string): Html {
  return html`<div class="table stacked" tabindex="0" role="region" aria-label="Keys"><table>
<thead><tr><th scope="col">Account</th><th scope="col">What it shows</th><th scope="col">API key</th></tr></thead>
<tbody>${accountScenarios.map(
    ({ name, apiKey, description }) => html`<tr>
<th scope="row"><a href="${url}/api/v1/me?api_key=${apiKey}">${name}</a></th>
<td>${description.replaceAll('`', '')}</td>
<td><span class="value"><code id="key-${name}">${apiKey.slice(0, 8)}<span class="middle">${apiKey.slice(8, -8)}</span>${apiKey.slice(-8)}</code>${copyButton(`key-${name}`, `Copy the key of ${name}`)}</span></td>
</tr>`,
  )}</tbody>
</table></div>`
}
