import { accountScenarios } from '@photofeed/core/scenarios'
import { plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { Html } from '../src/dashboard/layout.ts'
import { demoPage } from './demo-page.ts'

export interface HomeParts {
  /** Where the demo is. */
  url: string
  /** Whether there is a gallery to look at. */
  hasGallery: boolean
}

const { free } = plans

/** Where a newcomer starts. */
export function homePage({ url, hasGallery }: HomeParts): Html {
  const body = html`<h1>A photo account as JSON, RSS and GraphQL</h1>
<p class="lead">Everything here runs on your machine and is gone when you stop it. The photo platform is an emulated one.</p>

<ol class="steps">
<li><h2><a href="/sign-up">Sign up</a></h2>
<p>Any address will do: the mail with a link to choose your password arrives <a href="/demo/outbox">here</a>, after a second or two.</p></li>
<li><h2><a href="/accounts">Connect an account</a></h2>
<p>The emulated platform asks you whose photos to share. They are imported at once, and you get an API key.</p></li>
<li><h2><a href="/playground">Try your key</a></h2>
<p>In the playground, in the <a href="/explorer">GraphQL explorer</a>, or with the <a href="/docs/rest-api">reference</a> beside you.</p></li>
<li><h2><a href="/demo/platform">Break something</a></h2>
<p>Change the password on the platform, press “Refresh now” in your accounts, read the <a href="/demo/outbox">mail</a>, and reconnect.</p></li>
</ol>

<h2>Plans</h2>
<p>A new owner has ${free.name}: ${free.connectedAccounts} account, and its ${free.readablePosts} newest posts. Change the plan of everybody here to see the difference.</p>
<form method="post" action="/demo/plan" class="actions">
${Object.entries(plans).map(
  ([plan, { name }]) => html`<button name="plan" value="${plan}">Everybody has ${name}</button>\n`,
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
  return demoPage({ title: 'Start', current: '/', body })
}
