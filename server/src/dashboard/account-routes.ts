import { isBroken } from '../accounts/lifecycle.ts'
import { fingerprintOfKey } from '../db/api-keys.ts'
import type { Notice } from '../db/dashboard-store.ts'
import type { JobKind } from '../db/jobs.ts'
import { cardProgress } from './account-card.ts'
import { accountsPage, disconnectPage, regeneratePage } from './accounts-page.ts'
import type { DashboardContext, DashboardParts, Route } from './dashboard-parts.ts'
import { readForm, toAccounts } from './forms.ts'
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

/** Routes of an owner's accounts and their actions. */
export function accountRoutes(parts: DashboardParts): Route[] {
  const { store, keys, connections, jobs, clock } = parts

  async function accountsWith(context: DashboardContext, notice: Notice | null) {
    const { owner } = context.get('session')
    const { plan, cards } = await store.cardsOf(owner.id)
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    return context.html(accountsPage(parts, { owner, plan, cards, apiKeys, notice, now: clock() }))
  }

  async function cardOf(context: DashboardContext) {
    const { accountId } = context.get('account')
    const { cards } = await store.cardsOf(context.get('session').owner.id)
    const card = cards.find((one) => one.accountId === accountId)
    if (!card) throw new Error(`Account ${accountId} is connected and has no card.`)
    return { owner: context.get('session').owner, card }
  }

  return [
    {
      ...{ method: 'GET', path: '/accounts', for: 'owner' },
      async handle(context) {
        return accountsWith(context, await store.takeNotice(context.get('session').id))
      },
    },
    {
      // An open page fetches its cards from here. The notice stays for the next page.
      ...{ method: 'GET', path: '/accounts/cards', for: 'owner' },
      handle: (context) => accountsWith(context, null),
    },
    {
      // The page polls this while a refresh is running.
      ...{ method: 'GET', path: '/accounts/status', for: 'owner' },
      async handle(context) {
        const { cards } = await store.cardsOf(context.get('session').owner.id)
        return context.json(
          cards.map((card) => ({ accountId: card.accountId, ...cardProgress(card, clock()) })),
        )
      },
    },
    {
      ...{ method: 'POST', path: '/accounts/:accountId/refresh', for: 'account owner' },
      async handle(context) {
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
      },
    },
    {
      ...{ method: 'POST', path: '/accounts/:accountId/token', for: 'account owner' },
      async handle(context) {
        const token = await connections.token(context.get('account').accountId)
        return context.text(token ?? '')
      },
    },
    {
      ...{ method: 'GET', path: '/accounts/:accountId/regenerate', for: 'account owner' },
      async handle(context) {
        const { owner, card } = await cardOf(context)
        const apiKey = await keys.find(card.accountId)
        const fingerprint = apiKey === null ? '' : fingerprintOfKey(apiKey)
        return context.html(regeneratePage({ owner, card, fingerprint }))
      },
    },
    {
      ...{ method: 'POST', path: '/accounts/:accountId/regenerate', for: 'account owner' },
      async handle(context) {
        const { fingerprint } = await readForm(context, ['fingerprint'])
        const apiKey = await keys.replace(context.get('account').accountId, fingerprint)
        return toAccounts(parts, context, apiKey === null ? notices.overtaken : notices.regenerated)
      },
    },
    {
      ...{ method: 'GET', path: '/accounts/:accountId/disconnect', for: 'account owner' },
      handle: async (context) => context.html(disconnectPage(await cardOf(context))),
    },
    {
      ...{ method: 'POST', path: '/accounts/:accountId/disconnect', for: 'account owner' },
      async handle(context) {
        await connections.apply(context.get('account').accountId, 'disconnected')
        return toAccounts(parts, context, notices.disconnected)
      },
    },
  ]
}
