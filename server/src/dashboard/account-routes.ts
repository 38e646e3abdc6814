import { fingerprintOfKey } from '../connections/api-keys.ts'
import { isBroken } from '../connections/lifecycle.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { accountsPage, disconnectPage, regeneratePage } from './accounts-page.ts'
import type { Notice } from './dashboard-store.ts'
import { readForm, toAccounts } from './forms.ts'
import type { DashboardContext, DashboardParts, Routes } from './guards.ts'
import { done, problem } from './layout.ts'

const posts: JobKind = 'posts'

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
  const { store, keys, connections, jobs, clock } = parts
  const ofAccount = '/accounts/:accountId'

  async function accountsWith(context: DashboardContext, notice: Notice | null) {
    const { owner } = context.get('session')
    const { plan, cards } = await store.cardsOf(owner.id)
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    return context.html(accountsPage(parts, { owner, plan, cards, apiKeys, notice, now: clock() }))
  }

  async function cardOf(context: DashboardContext) {
    const { accountId } = context.get('account')
    const { owner } = context.get('session')
    const card = (await store.cardsOf(owner.id)).cards.find((one) => one.accountId === accountId)
    if (!card) throw new Error(`Account ${accountId} is connected and has no card.`)
    return { owner, card }
  }

  get('/accounts', 'owner', async (context) =>
    accountsWith(context, await store.takeNotice(context.get('session').id)),
  )
  // An open page polls its cards while a refresh is running. The notice stays for the next page.
  get('/accounts/cards', 'owner', (context) => accountsWith(context, null))
  post(`${ofAccount}/refresh`, 'account owner', async (context) => {
    const { accountId, state } = context.get('account')
    if (isBroken(state)) return toAccounts(parts, context, notices.broken)
    const now = clock()
    const missing = await store.countRefresh(accountId, now)
    if (missing !== null) {
      const seconds = Math.ceil(missing / 1000)
      const text = `You refreshed this account a moment ago. It is possible again in ${seconds} seconds.`
      return toAccounts(parts, context, problem(text))
    }
    await jobs.schedule(posts, accountId, now)
    return toAccounts(parts, context, notices.refreshing)
  })
  post(`${ofAccount}/token`, 'account owner', async (context) =>
    context.text((await connections.token(context.get('account').accountId)) ?? ''),
  )
  get(`${ofAccount}/regenerate`, 'account owner', async (context) => {
    const { owner, card } = await cardOf(context)
    const apiKey = await keys.find(card.accountId)
    const fingerprint = apiKey === null ? '' : fingerprintOfKey(apiKey)
    return context.html(regeneratePage(owner, card, fingerprint))
  })
  post(`${ofAccount}/regenerate`, 'account owner', async (context) => {
    const { fingerprint } = await readForm(context, ['fingerprint'])
    const apiKey = await keys.replace(context.get('account').accountId, fingerprint)
    return toAccounts(parts, context, apiKey === null ? notices.overtaken : notices.regenerated)
  })
  get(`${ofAccount}/disconnect`, 'account owner', async (context) => {
    const { owner, card } = await cardOf(context)
    return context.html(disconnectPage(owner, card))
  })
  post(`${ofAccount}/disconnect`, 'account owner', async (context) => {
    await connections.apply(context.get('account').accountId, 'disconnected')
    return toAccounts(parts, context, notices.disconnected)
  })
}
