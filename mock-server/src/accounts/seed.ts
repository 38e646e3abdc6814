import type { CompleteAccount } from '../builders/account.ts'
import { profileMedia, storedPost } from '../builders/post-input.ts'
import type { AccountSeed, AccountSource, SeedOptions } from './scenarios.ts'

/** Returns the scenario of an account of your own, with its data on demand. */
export function sourceOf(account: CompleteAccount, options: SeedOptions): AccountSource {
  return { scenario: toScenario(account), published: false, seed: () => seedOf(account, options) }
}

/** Returns the data of an account of your own. */
export function seedOf(account: CompleteAccount, { now, platformUrl }: SeedOptions): AccountSeed {
  const { username, name, biography, website, followersCount, followsCount, mediaCount } = account
  const { lastFetchAt, profilePicture } = account
  const counts = { followersCount, followsCount, mediaCount }
  const picture = profilePicture && profileMedia(profilePicture, platformUrl)
  return {
    scenario: toScenario(account),
    key: 'active',
    fault: null,
    platformId: platformIdOf(account.apiKey),
    profile: { username, name, biography, website, picture, ...counts },
    lastFetchAt: lastFetchAt ? Date.parse(lastFetchAt) : lastFetchAt === null ? null : now,
    feed: () => ({
      posts: account.posts.map((post) => storedPost(post, platformUrl)),
      pendingPosts: [],
    }),
  }
}

function toScenario({ scenario, apiKey, plan, status, description }: CompleteAccount) {
  return { name: scenario, apiKey, plan, status, description }
}

/** Seventeen digits like the platform's. */
function platformIdOf(apiKey: string): string {
  const number = Number.parseInt(apiKey.slice(0, 8), 16)
  return `1784141${String(number).padStart(10, '0')}`
}
