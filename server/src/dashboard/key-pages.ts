import { type PlanName, plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { contentSecurity } from '../http/security-headers.ts'
import { labels } from '../labels.ts'
import type { OwnerSession } from '../owners/auth.ts'
import { builtPage } from './built-pages.ts'
import { type Html, page } from './layout.ts'
import type { DashboardContext, DashboardParts, Routes } from './routes.ts'

/** What the pages show that use the keys of the owner's accounts. */
export interface SignedInView {
  owner: { email: string }
  /** Those that have a key. */
  accounts: { accountId: number; username: string; plan: PlanName; apiKey: string }[]
  /** The account that the address names. */
  chosen?: number
}

/** Adds the pages that use the keys of the owner's accounts. */
export function keyPageRoutes({ get }: Routes, parts: DashboardParts): void {
  const { baseUrl, cdnUrl, platformImages, accounts, keys } = parts

  async function viewOf(context: DashboardContext, { owner }: OwnerSession): Promise<SignedInView> {
    const cards = await accounts.cards(owner.id)
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    const shown = cards.flatMap(({ accountId, plan, profile: { username } }) => {
      const apiKey = apiKeys.get(accountId)
      return apiKey ? [{ accountId, username, plan, apiKey }] : []
    })
    return { owner, accounts: shown, chosen: Number(context.req.query('account')) }
  }

  for (const { path, security, render } of keyPages(
    baseUrl,
    `${new URL(cdnUrl).origin} ${platformImages}`,
  )) {
    get(
      path,
      'owner',
      async (context, session) => context.html(render(await viewOf(context, session))),
      security,
    )
  }
  get(referencePath, 'guest or owner', async (context, session) =>
    context.html(referencePage(baseUrl, session && (await viewOf(context, session)))),
  )
}

/** The pages whose scripts send requests with the key of an account. The playground shows pictures from the sources `images`. */
export function keyPages(baseUrl: string, images: string) {
  const pages = [
    { path: '/playground', title: 'Playground', security: contentSecurity(images) },
    {
      path: '/explorer',
      title: 'GraphQL explorer',
      // CodeMirror writes its styles into the page.
      security: contentSecurity('', { 'style-src': "'self' 'unsafe-inline'" }),
    },
  ]
  return pages.map(({ path, title, security }) => {
    const assetsOf = (extension: string) => [`/assets/dashboard${path}.${extension}`]
    return {
      path,
      security,
      render: (view: SignedInView): Html =>
        view.accounts.length === 0
          ? noAccountPage(view, title, path)
          : page({
              ...{ title, owner: view.owner, current: path },
              ...{ scripts: assetsOf('js'), styles: assetsOf('css') },
              body: builtPage(path.slice(1), { baseUrl, keys: accountChooser(view) }),
            }),
    }
  })
}

function noAccountPage({ owner }: SignedInView, title: string, current: string): Html {
  const body = html`<h1>${title}</h1>
<section class="empty">
<h2>No account is connected yet</h2>
<p>This page uses the API key of a connected account.</p>
<p><a class="button main" href="/accounts">${labels.connect}</a></p>
</section>`
  return page({ title, owner, current, body })
}

const referencePath = '/docs/rest-api'

const keyField = html`<label class="field">Your API key
<input class="input" id="key-field" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="YOUR_API_KEY">
</label>`

/** The reference of the REST API. The view is null for a visitor. */
function referencePage(baseUrl: string, view: SignedInView | null): Html {
  const keys = view && view.accounts.length > 0 ? accountChooser(view) : keyField
  return page({
    title: 'REST API',
    owner: view?.owner ?? null,
    current: referencePath,
    styles: ['/assets/dashboard/reference.css'],
    scripts: ['/assets/dashboard/reference.js'],
    body: builtPage('reference', { baseUrl, keys }),
  })
}

/** The list from which the page's script takes the key; it shows names and plans only. */
function accountChooser({ accounts, chosen }: SignedInView): Html {
  return html`<p class="account">
<label for="account">Account</label>
<select class="input" id="account" autocomplete="off">
${accounts.map(
  ({ accountId, username, plan, apiKey }) =>
    html`<option value="${accountId}"${accountId === chosen ? ' selected' : ''} data-plan="${plan}" data-api-key="${apiKey}">${username} (${plans[plan].name})</option>\n`,
)}
</select>
</p>`
}
