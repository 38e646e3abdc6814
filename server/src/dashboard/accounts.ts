import { count } from '@photofeed/core/node'
import { plans } from '@photofeed/openapi'
import { html } from 'hono/html'
import { isBroken } from '../connections/lifecycle.ts'
import { labels } from '../labels.ts'
import type { OwnerSession } from '../owners/auth.ts'
import { accountCard } from './account-card.ts'
import { passwordField } from './fields.ts'
import type { AccountView, FormRoutes } from './forms.ts'
import {
  cardStyle,
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
  replaced: done('The new key is active. The old one has stopped working. Your sites go on.'),
  overtaken: problem('The key was replaced in another window. The active key is below.'),
  removed: done(
    'The account is removed, and its key has stopped working. Its posts and media are being deleted.',
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
  const { accounts, keys, connections, owners, work, platform, report } = parts
  const ofAccount = '/accounts/:accountId'

  const { toAccounts, toFeed, take } = createNotices(parts)

  async function accountsPage(
    context: DashboardContext,
    { owner }: OwnerSession,
    notice: Notice | null,
  ) {
    const all = await accounts.cards(owner.id)
    const rank = ({ state, failingSince }: (typeof all)[0]) =>
      isBroken(state) ? 0 : failingSince === null ? 2 : 1
    const cards = all.toSorted((a, b) => rank(a) - rank(b))
    const lost = all.filter(({ state }) => isBroken(state)).length
    const limit = plans[owner.plan].connectedAccounts
    const some = cards.length === 1 ? '' : `${lost} `
    const needs = `${some}${lost === 1 ? 'needs' : 'need'} reconnecting`
    const used = html`<p class="quiet">${count(cards.length, 'account')}${lost === 0 ? '' : html`, <strong>${needs}</strong>`}. ${plans[owner.plan].name} connects up to ${limit}.</p>`
    // With a broken account, the next step is to reconnect that one.
    const form = html`
<form method="post" action="/connect"><button class="button${lost === 0 ? ' main' : ''}">${labels.connect}</button></form>
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
    ? html`<div class="cards">${cards.map((card) => accountCard(parts, card))}</div>`
    : html`<section class="empty">
<h2>Connect your first account</h2>
<p>${labels.inShort}</p>
${connect}
</section>`
}`
    return context.html(
      page({ title: 'Accounts', owner, current: '/accounts', styles: [cardStyle], body }),
    )
  }

  get('/accounts', 'owner', (context, session) =>
    accountsPage(context, session, take(context, session)),
  )
  post(`${ofAccount}/refresh`, 'account owner', async (context, session, account) => {
    const { accountId, state, username } = account
    if (isBroken(state)) return toFeed(context, session, accountId, notices.broken)
    const seconds = await owners.limits.tryTake('refresh', `${accountId}`)
    if (seconds > 0) {
      const text = `You refreshed this account a moment ago. Try again in ${count(seconds, 'second')}.`
      return toFeed(context, session, accountId, problem(text))
    }
    await work.schedule('posts', accountId)
    const text = `Refreshing @${username}. It takes a moment.`
    return toFeed(context, session, accountId, done(text))
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
    const content = html`<p>Only programs that use the old key stop, immediately. Sites with the code of your feed go on.</p>
<form method="post" action="/accounts/${accountId}/regenerate">
<input type="hidden" name="fingerprint" value="${fingerprint ?? ''}">
<button class="button main">${labels.replaceTheKey}</button>
<a class="button" href="/accounts">Keep the old key</a>
</form>`
    return confirmation(
      view,
      labels.replaceKey,
      `${labels.replaceTheKey} of @${username}?`,
      content,
    )
  })
  post(
    `${ofAccount}/regenerate`,
    'account owner',
    async (context, session, { accountId, ownerId }) => {
      const { fingerprint } = await readForm(context, ['fingerprint'])
      const apiKey = await keys.replace(accountId, fingerprint)
      if (apiKey === null) return toFeed(context, session, accountId, notices.overtaken)
      report('changedKey', { accountId, ownerId })
      return toFeed(context, session, accountId, notices.replaced)
    },
  )
  accountPage(`${ofAccount}/remove`, (view) => {
    const { accountId, username } = view.account
    const content = html`<p>Your sites show only the link that you pasted, the key stops working, and the stored posts and pictures are deleted. When you connect the account again, it gets another key and another code.</p>
<form method="post" action="/accounts/${accountId}/remove">
<button class="button main danger">${labels.removeNow}</button>
<a class="button" href="/accounts">Keep it</a>
</form>`
    return confirmation(
      view,
      labels.removeAccount,
      `${labels.removeAccount} @${username}?`,
      content,
    )
  })
  post(`${ofAccount}/remove`, 'account owner', async (context, session, { accountId, ownerId }) => {
    await connections.apply(accountId, 'disconnected')
    report('disconnected', { accountId, ownerId })
    return toAccounts(context, session, notices.removed)
  })
}

/** The token works at the platform for weeks, and no sign-out here ends it. */
function tokenForm(view: AccountView): Html {
  const content = html`<p>The platform’s access token reads this account’s posts. It is not the API key, and the API does not accept it.</p>
<form method="post" action="/accounts/${view.account.accountId}/token">
<input type="text" autocomplete="username" value="${view.owner.email}" hidden>
${passwordField(view)}
<button class="button main">${labels.showToken}</button>
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
