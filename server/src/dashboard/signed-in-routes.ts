import type { OwnerSession } from '../owners/owners.ts'
import type { DashboardParts, Route, SignedInView } from './dashboard-parts.ts'

/** The pages for owners that are written elsewhere. */
export function signedInRoutes({ signedInPages = [], store, keys }: DashboardParts): Route[] {
  async function viewFor({ owner }: OwnerSession): Promise<SignedInView> {
    const { cards } = await store.cards.ofOwner(owner.id)
    const apiKeys = await keys.findAll(cards.map(({ accountId }) => accountId))
    const accounts = cards.flatMap(({ accountId, plan, profile }) => {
      const apiKey = apiKeys.get(accountId)
      return apiKey ? [{ accountId, username: profile.username, plan, apiKey }] : []
    })
    return { owner: { email: owner.email }, accounts }
  }

  return signedInPages.map(({ path, security, render }) => ({
    ...{ method: 'GET', path, for: 'owner', security },
    answer: async (context) => context.html(await render(await viewFor(context.get('session')))),
  }))
}
