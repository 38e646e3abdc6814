import { html } from 'hono/html'
import type { DashboardContext } from './dashboard-parts.ts'
import { page } from './layout.ts'

const refusals = {
  'foreign form': {
    status: 403,
    title: 'Refused',
    text: 'This form was not sent from this site. Open the page here and send it again.',
  },
  'large form': { status: 413, title: 'Too large', text: 'This form holds more than it may.' },
  'no such account': {
    status: 404,
    title: 'Not found',
    text: 'There is no such account among yours.',
  },
  'broken down': {
    status: 500,
    title: 'Something went wrong',
    text: 'This is not your fault, and it has been reported. Try again in a while.',
  },
} as const

/** A page of one sentence, with a way back. */
export function refusalPage(
  context: DashboardContext,
  name: keyof typeof refusals,
  owner: { email: string } | null = null,
): Response | Promise<Response> {
  const { status, title, text } = refusals[name]
  const body = html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/accounts">Back to your accounts</a></p>`
  return context.html(page({ title, owner, body }), status)
}
