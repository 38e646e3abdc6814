import type { routes } from '@photofeed/openapi'
import { html } from 'hono/html'
import type { SignedInPage } from './dashboard-parts.ts'
import { page } from './layout.ts'
import { accountChooser, noAccount } from './playground-page.ts'

/**
 * Monaco writes its styles into the page and into attributes, hence 'unsafe-inline' for styles. Its workers and
 * its font are files of this host. Nothing is evaluated, and no other host gets a request.
 */
const security = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** GraphiQL, which sends its queries with the key of the chosen account. */
export function explorerPage(baseUrl: string): SignedInPage {
  return {
    path: '/explorer',
    security,
    render({ owner, accounts }) {
      const parts = { title: 'GraphQL explorer', owner, current: '/explorer' }
      if (accounts.length === 0) return page({ ...parts, body: noAccount(parts.title) })
      return page({
        ...parts,
        scripts: ['/assets/dashboard/explorer.js'],
        styles: ['/assets/dashboard/explorer.css'],
        body: html`<div class="explorer-head">
<h1>GraphQL explorer</h1>
<p>Queries go to <code>${baseUrl}${path}</code>, with the key of the account.</p>
${accountChooser(accounts)}
</div>
<div id="explorer"><p role="status">The explorer is loading.</p></div>`,
      })
    },
  }
}

const path = '/graphql' satisfies keyof typeof routes
