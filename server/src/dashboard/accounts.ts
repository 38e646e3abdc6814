import { plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { isBroken } from '../connections/lifecycle.ts'
import { takeAttempt } from '../owners/attempts.ts'
import { readCards } from '../stores/account-overview.ts'
import { accountCard, readNewest } from './account-card.ts'
import { readForm, takeNotice, toAccounts } from './forms.ts'
import { done, type Html, type Notice, noticeBox, notSetUp, page, problem } from './layout.ts'
import type { DashboardContext, DashboardParts, Routes } from './routes.ts'

/** How long an owner waits between two refreshes of an account: the platform limits our requests. */
const refreshLimit = { max: 1, everyMs: 60_000 }

const notices = {
  regenerated: done('The new key is active. The old one has stopped working.'),
  overtaken: problem('The key was regenerated in another window. The active key is below.'),
  disconnected: done(
    'The account is disconnected, and its key has stopped working. Its posts and media are being deleted.',
  ),
  refreshing: done('The refresh starts now. It takes a moment.'),
  broken: problem(
    'The platform rejects the access, so nothing can be refreshed. Reconnect the account first.',
  ),
}

/** Adds the pages of an owner's accounts and their actions. */
export function accountRoutes({ get, post }: Routes, parts: DashboardParts): void {
  const { db, keys, connections, work, platform, store, clock, report } = parts
  const ofAccount = '/accounts/:accountId'

  const changeOf = (context: DashboardContext) => ({
    by: 'owner' as const,
    accountId: context.get('account').accountId,
    ownerId: context.get('session').owner.id,
  })

  async function accountsPage(context: DashboardContext, notice: Notice | null) {
    const { owner } = context.get('session')
    const cards = await readCards(db, owner.id)
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    const newest = await Promise.all(cards.map((card) => readNewest(store, card)))
    const limit = connections.accountLimit(owner.plan)
    const used = html`<p class="quiet">${plans[owner.plan].name} plan: ${cards.length} of ${limit} ${limit === 1 ? 'account' : 'accounts'} connected.</p>`
    const form = html`
<form method="post" action="/connect"><button class="main">Connect an account</button></form>
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
    ? html`<div class="cards">${cards.map((card, index) => accountCard(parts, card, newest[index] ?? [], apiKeys.get(card.accountId)))}</div>`
    : html`<section class="panel invitation">
<h2>Connect your first account</h2>
<p>Connect your photo account to get an API key for your website.</p>
${connect}
</section>`
}`
    return context.html(page({ title: 'Accounts', owner, current: '/accounts', body }))
  }

  get('/accounts', 'owner', (context) => accountsPage(context, takeNotice(parts, context)))
  // An open page polls its cards while a refresh is running. The notice stays for the next page.
  get('/accounts/cards', 'owner', (context) => accountsPage(context, null))
  post(`${ofAccount}/refresh`, 'account owner', async (context) => {
    const { accountId, state } = context.get('account')
    if (isBroken(state)) return toAccounts(parts, context, notices.broken)
    const now = clock()
    const waitMs = await takeAttempt(db, `refresh|${accountId}`, refreshLimit, now)
    if (waitMs > 0) {
      const text = `You refreshed this account a moment ago. Try again in ${Math.ceil(waitMs / 1000)} seconds.`
      return toAccounts(parts, context, problem(text))
    }
    await work.schedule('posts', accountId)
    return toAccounts(parts, context, notices.refreshing)
  })
  post(`${ofAccount}/token`, 'account owner', async (context) => {
    const token = await connections.token(context.get('account').accountId)
    report('showedToken', changeOf(context))
    return context.text(token ?? '')
  })
  get(`${ofAccount}/regenerate`, 'account owner', async (context) => {
    const { accountId, profile } = context.get('account')
    const fingerprint = await keys.fingerprint(accountId)
    const content = html`<h1>Regenerate the key of @${profile.username}?</h1>
<p>The old key stops working immediately. Every site and reader that uses it shows nothing new until you give it the new key.</p>
<form method="post" action="/accounts/${accountId}/regenerate">
<input type="hidden" name="fingerprint" value="${fingerprint ?? ''}">
<button class="main">Regenerate the key</button>
<a class="button" href="/accounts">Keep the old key</a>
</form>`
    return confirmation(context, 'Regenerate key', content)
  })
  post(`${ofAccount}/regenerate`, 'account owner', async (context) => {
    const { fingerprint } = await readForm(context, ['fingerprint'])
    const apiKey = await keys.replace(context.get('account').accountId, fingerprint)
    if (apiKey !== null) report('changedKey', { ...changeOf(context), change: 'replaced' })
    return toAccounts(parts, context, apiKey === null ? notices.overtaken : notices.regenerated)
  })
  get(`${ofAccount}/disconnect`, 'account owner', (context) => {
    const { accountId, profile } = context.get('account')
    const content = html`<h1>Disconnect @${profile.username}?</h1>
<p>The key stops working immediately, and the stored posts and media are deleted. When you connect the account again, it gets another key.</p>
<form method="post" action="/accounts/${accountId}/disconnect">
<button class="main danger">Disconnect the account</button>
<a class="button" href="/accounts">Keep it connected</a>
</form>`
    return confirmation(context, 'Disconnect', content)
  })
  post(`${ofAccount}/disconnect`, 'account owner', async (context) => {
    await connections.apply(context.get('account').accountId, 'disconnected')
    report('disconnected', changeOf(context))
    return toAccounts(parts, context, notices.disconnected)
  })
}

function confirmation(context: DashboardContext, title: string, content: Html) {
  const { owner } = context.get('session')
  const body = html`<section class="panel confirmation">
${content}
</section>`
  return context.html(page({ title, owner, current: '/accounts', body }))
}
