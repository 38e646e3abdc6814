import { html } from 'hono/html'
import type { DashboardContext } from './dashboard-parts.ts'
import { page } from './layout.ts'

/**
 * Sends the browser to the platform. Not by a redirect: that would still be the form's, and `form-action` would have to
 * name every host that the platform redirects to, such as the one where its visitors log in.
 */
export function departurePage(
  context: DashboardContext,
  url: string,
): Response | Promise<Response> {
  const { host } = new URL(url)
  const body = html`<h1>On to ${host}</h1>
<p>If nothing happens, <a href="${url}">go on to ${host}</a>.</p>`
  context.header('Refresh', `0; url=${url}`)
  const { owner } = context.get('session')
  return context.html(page({ title: `On to ${host}`, owner, current: '/accounts', body }))
}
