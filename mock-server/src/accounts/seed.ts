import type { CompleteAccount } from '../builders/account.ts'
import { platformIdOf } from '../builders/identity.ts'
import { profileMedia, storedPost } from '../builders/post-input.ts'
import type { scenarioSources } from './scenarios.ts'

/** Returns the scenario of an account of your own, with its data on demand. */
export function sourceOf(
  account: CompleteAccount,
  { now }: Parameters<typeof scenarioSources>[1],
): ReturnType<typeof scenarioSources>[number] {
  const { scenario: name, apiKey, plan, status, description, lastFetchAt } = account
  const { username, biography, website, followersCount, followsCount, mediaCount } = account
  const fields = { username, biography, website, followersCount, followsCount, mediaCount }
  const scenario = { name, apiKey, plan, status, description }
  return {
    scenario,
    published: false,
    seed: (platformUrl) => ({
      scenario,
      key: 'active',
      fault: null,
      platformId: platformIdOf(apiKey),
      profile: {
        ...fields,
        name: account.name,
        picture: account.profilePicture && profileMedia(account.profilePicture, platformUrl),
      },
      lastFetchAt: lastFetchAt ? Date.parse(lastFetchAt) : lastFetchAt === null ? null : now,
      feed: () => ({
        posts: account.posts.map((post) => storedPost(post, platformUrl)),
        pendingPosts: [],
      }),
    }),
  }
}
