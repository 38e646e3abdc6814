import type { CompleteAccount } from '../builders/account.ts'
import { profileMedia, storedPost } from '../builders/post-input.ts'
import type { scenarioSources } from './scenarios.ts'

/** Returns the scenario of an account of your own, with its data on demand. */
export function sourceOf(
  account: CompleteAccount,
  { now, platformUrl }: Parameters<typeof scenarioSources>[1],
): ReturnType<typeof scenarioSources>[number] {
  const { scenario: name, apiKey, plan, status, description, lastFetchAt } = account
  const { username, biography, website, followersCount, followsCount, mediaCount } = account
  const fields = { username, biography, website, followersCount, followsCount, mediaCount }
  const scenario = { name, apiKey, plan, status, description }
  const picture = account.profilePicture && profileMedia(account.profilePicture, platformUrl)
  return {
    scenario,
    published: false,
    seed: () => ({
      scenario,
      key: 'active',
      fault: null,
      platformId: platformIdOf(apiKey),
      profile: { ...fields, name: account.name, picture },
      lastFetchAt: lastFetchAt ? Date.parse(lastFetchAt) : lastFetchAt === null ? null : now,
      feed: () => ({
        posts: account.posts.map((post) => storedPost(post, platformUrl)),
        pendingPosts: [],
      }),
    }),
  }
}

/** Seventeen digits like the platform's. */
function platformIdOf(apiKey: string): string {
  const number = Number.parseInt(apiKey.slice(0, 8), 16)
  return `1784141${String(number).padStart(10, '0')}`
}
