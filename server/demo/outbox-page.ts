import { html } from 'hono/html'
import type { Html } from '../src/dashboard/layout.ts'
import type { SentMail } from './demo-outbox.ts'
import { demoPage } from './demo-page.ts'

/** The mail that a mail server would have been given. */
export function outboxPage(mails: readonly SentMail[]): Html {
  const body = html`<h1>Mail</h1>
<p>A server with <code>PHOTOFEED_SMTP_URL</code> sends these. The demo keeps them here.</p>
${mails.length === 0 ? html`<p class="quiet">There is none yet. <a href="/sign-up">Sign up</a> or <a href="/demo/platform">break a connection</a> to get one. It takes a second or two: reload this page.</p>` : ''}
${mails.map(mailCard)}`
  return demoPage({ title: 'Mail', current: '/demo/outbox', body })
}

function mailCard({ to, subject, text, sentAt }: SentMail): Html {
  return html`<article class="card mail">
<h2>${subject}</h2>
<p class="quiet">To ${to}, <time datetime="${sentAt.toISOString()}">${sentAt.toUTCString()}</time></p>
<pre tabindex="0">${withLinks(text)}</pre>
</article>`
}

/** Our own mails hold addresses of this server only: hostile text was freed of links when the mail was written. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}
