import { plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { isBroken } from '../connections/lifecycle.ts'
import type { OwnerSession } from '../owners/auth.ts'
import type { AccountCard } from '../stores/service/account-overview.ts'
import { accountCard, readNewest } from './account-card.ts'
import { passwordField } from './fields.ts'
import type { AccountView, FormRoutes } from './forms.ts'
import {
  copyButton,
  done,
  type Html,
  type Notice,
  noticeBox,
  notSetUp,
  page,
  panelPage,
  problem,
} from './layout.ts'
import {
  createNotices,
  type DashboardContext,
  type DashboardParts,
  type Routes,
  readForm,
} from './routes.ts'

const notices = {
  regenerated: done('The new key is active. The old one has stopped working.'),
  overtaken: problem('The key was regenerated in another window. The active key is below.'),
  disconnected: done(
    'The account is disconnected, and its key has stopped working. Its posts and media are being deleted.',
  ),
  broken: problem(
    'The platform rejects the access, so nothing can be refreshed. Reconnect the account first.',
  ),
}

/** Adds the pages of an owner's accounts and their actions. */
export function accountRoutes(
  { get, post }: Routes,
  { accountPage, accountForm }: FormRoutes,
  parts: DashboardParts,
): void {
  const { accounts, keys, connections, owners, work, platform, store, report } = parts
  const ofAccount = '/accounts/:accountId'

  const { toAccounts, take } = createNotices(parts)

  async function accountsPage(
    context: DashboardContext,
    { owner }: OwnerSession,
    notice: Notice | null,
  ) {
    const isLost = ({ state }: AccountCard) => isBroken(state)
    const all = await accounts.cards(owner.id)
    const rank = (card: AccountCard) => (isLost(card) ? 0 : card.failingSince === null ? 2 : 1)
    const cards = all.toSorted((a, b) => rank(a) - rank(b))
    const lost = all.filter(isLost).length
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    const newest = await Promise.all(cards.map((card) => readNewest(store, card)))
    const limit = plans[owner.plan].connectedAccounts
    const needs =
      lost === 0 ? '' : html`, <strong>${lost} ${lost === 1 ? 'needs' : 'need'} you</strong>`
    const used = html`<p class="quiet">${plans[owner.plan].name} plan: ${cards.length} of ${limit} ${limit === 1 ? 'account' : 'accounts'} connected${needs}.</p>`
    // With a broken account, the next step is to reconnect that one.
    const form = html`
<form method="post" action="/connect"><button${lost === 0 ? html` class="main"` : ''}>Connect an account</button></form>
`
    const connect = html`<div class="connect">${
      platform
        ? html`${used}${cards.length < limit ? form : ''}`
        : html`<p class="notice problem">${notSetUp}</p>`
    }</div>`
    const body = html`<div class="heading">
<h1>Accounts</h1>
${cards.length > 0 ? connect : ''}
</div>
${noticeBox(notice)}
<p class="news" role="status" data-news></p>
${
  cards.length > 0
    ? html`<div class="cards">${cards.map((card, index) => accountCard(parts, card, newest[index] ?? [], apiKeys.get(card.accountId), cards.length === 1))}</div>`
    : html`<section class="panel invitation">
<h2>Connect your first account</h2>
<p>Connect your photo account to get an API key for your website.</p>
${connect}
</section>`
}`
    return context.html(page({ title: 'Accounts', owner, current: '/accounts', body }))
  }

  get('/accounts', 'owner', (context, session) =>
    accountsPage(context, session, take(context, session)),
  )
  // An open page polls its cards while a refresh is running. The notice stays for the next page.
  get('/accounts/cards', 'owner', (context, session) => accountsPage(context, session, null))
  post(`${ofAccount}/refresh`, 'account owner', async (context, session, account) => {
    const { accountId, state, username } = account
    if (isBroken(state)) return toAccounts(context, session, notices.broken)
    const seconds = await owners.limits.tryTake('refresh', `${accountId}`)
    if (seconds > 0) {
      const text = `You refreshed this account a moment ago. Try again in ${seconds} seconds.`
      return toAccounts(context, session, problem(text))
    }
    await work.schedule('posts', accountId)
    return toAccounts(context, session, done(`Refreshing @${username}. It takes a moment.`))
  })
  accountPage(`${ofAccount}/token`, tokenForm)
  accountForm(`${ofAccount}/token`, {
    fields: ['password'],
    submit: owners.confirm,
    async next(_, { owner, account }) {
      const { accountId, ownerId } = account
      const token = await connections.token(accountId)
      report('showedToken', { accountId, ownerId })
      return tokenPage({ notice: null, owner, account }, token)
    },
    show: tokenForm,
  })
  accountPage(`${ofAccount}/regenerate`, async (view) => {
    const { accountId, username } = view.account
    const fingerprint = await keys.fingerprint(accountId)
    const content = html`<p>The old key stops working immediately. Every site and reader that uses it shows nothing new until you give it the new key.</p>
<form method="post" action="/accounts/${accountId}/regenerate">
<input type="hidden" name="fingerprint" value="${fingerprint ?? ''}">
<button class="main">Regenerate the key</button>
<a class="button" href="/accounts">Keep the old key</a>
</form>`
    return confirmation(view, 'Regenerate key', `Regenerate the key of @${username}?`, content)
  })
  post(
    `${ofAccount}/regenerate`,
    'account owner',
    async (context, session, { accountId, ownerId }) => {
      const { fingerprint } = await readForm(context, ['fingerprint'])
      const apiKey = await keys.replace(accountId, fingerprint)
      if (apiKey === null) return toAccounts(context, session, notices.overtaken)
      report('changedKey', { accountId, ownerId })
      return toAccounts(context, session, notices.regenerated)
    },
  )
  accountPage(`${ofAccount}/disconnect`, (view) => {
    const { accountId, username } = view.account
    const content = html`<p>The key stops working immediately, and the stored posts and media are deleted. When you connect the account again, it gets another key.</p>
<form method="post" action="/accounts/${accountId}/disconnect">
<button class="main danger">Disconnect the account</button>
<a class="button" href="/accounts">Keep it connected</a>
</form>`
    return confirmation(view, 'Disconnect', `Disconnect @${username}?`, content)
  })
  post(
    `${ofAccount}/disconnect`,
    'account owner',
    async (context, session, { accountId, ownerId }) => {
      await connections.apply(accountId, 'disconnected')
      report('disconnected', { accountId, ownerId })
      return toAccounts(context, session, notices.disconnected)
    },
  )
}

/** The token works at the platform for weeks, and no sign-out here ends it. */
function tokenForm(view: AccountView): Html {
  const content = html`<p>The platform’s access token reads this account’s posts. It is not the API key, and the API does not accept it.</p>
<form method="post" action="/accounts/${view.account.accountId}/token">
<input type="text" autocomplete="username" value="${view.owner.email}" hidden>
${passwordField(view)}
<button class="main">Show the token</button>
<a class="button" href="/accounts">Back to your accounts</a>
</form>`
  return confirmation(view, 'Platform token', tokenHeading(view), content)
}

function tokenPage(view: AccountView, token: string | null): Html {
  const content = html`${
    token === null
      ? html`<p>The token cannot be decrypted any more. Reconnect the account.</p>`
      : html`<div class="secret"><div class="value"><code id="token">${token}</code>${copyButton('token', 'Copy the token')}</div></div>`
  }
<p><a class="button main" href="/accounts">Back to your accounts</a></p>`
  return confirmation(view, 'Platform token', tokenHeading(view), content)
}

const tokenHeading = ({ account }: AccountView) => `The platform token of @${account.username}`

function confirmation(view: AccountView, title: string, heading: string, content: Html): Html {
  return panelPage({ ...view, title, heading, current: '/accounts', look: 'confirmation' }, content)
}
