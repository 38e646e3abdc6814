import { promise } from '@photofeed/design'
import { html } from 'hono/html'
import { labels } from '../labels.ts'
import { page } from './layout.ts'
import type { Routes } from './routes.ts'

/** Drawings that the build copies from `core/media`, by their numbers there. */
export const doorPictures = ['01', '05', '08', '12', '14', '17']

/** Adds the page of a visitor who knows nothing yet. Owners have their accounts at its address. */
export function frontDoorRoutes({ get }: Routes, isOpen: boolean): void {
  get('/', 'guest or owner', (context, session) => {
    if (session) return context.redirect('/accounts', 303)
    const pictures = doorPictures.map(
      (name) =>
        html`<li><img src="/assets/dashboard/door-${name}.webp" alt="" width="320" height="320"></li>`,
    )
    const next = isOpen
      ? html`<p class="actions"><a class="button main" href="/sign-up">${labels.connectYours}</a> <a href="/sign-in">Sign in</a></p>`
      : html`<p class="actions"><a class="button main" href="/sign-in">Sign in</a></p>
<p class="quiet">New owners get an invitation from who runs this server.</p>`
    const body = html`<section class="hero">
<div>
<h1>${promise}</h1>
<p class="lead">Connect your account, copy two lines, done. New posts appear by themselves.</p>
${next}
</div>
<ul>${pictures}</ul>
</section>`
    return context.html(page({ title: promise, owner: null, body }))
  })
}
