import { promise } from '@photofeed/design'
import { html } from 'hono/html'
import { labels } from '../labels.ts'
import { cardStyle, page } from './layout.ts'
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
    const body = html`<div class="door">
<section class="hero">
<div>
<h1>${promise}</h1>
<p class="lead">${labels.inShort}</p>
${next}
</div>
<ul>${pictures}</ul>
</section>
<ol class="ways">
<li><h2>${labels.connectYours}</h2>Sign in with Instagram and allow reading. Nothing is posted.</li>
<li><h2>Choose how it looks</h2>A grid, a list or a carousel in your colors. The preview shows your posts.</li>
<li><h2>Paste two lines</h2>WordPress, Shopify, Wix or any other page. New posts appear by themselves.</li>
</ol>
</div>`
    return context.html(page({ title: promise, owner: null, styles: [cardStyle], body }))
  })
}
