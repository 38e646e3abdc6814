import type { CompleteAccount } from '../builders/account.ts'
import { deriveKey, idMaker, platformIdOf, renumber } from '../builders/identity.ts'
import { profileMedia, storedPost } from '../builders/post-input.ts'
import type { AccountSource } from './account.ts'

/** Returns the scenario of an account of your own, with its data on demand. */
export function sourceOf(account: CompleteAccount, now: number): AccountSource {
  const { scenario: name, apiKey, plan, status, description, ...others } = account
  const { lastFetchAt, posts, profilePicture: picture, ...profile } = others
  return {
    scenario: { name, apiKey, plan, status, description },
    published: false,
    seed: (platformUrl) => ({
      key: 'active',
      fault: null,
      platformId: platformIdOf(apiKey),
      profile: { ...profile, picture: picture && profileMedia(picture, platformUrl) },
      lastFetchAt: lastFetchAt ? Date.parse(lastFetchAt) : lastFetchAt === null ? null : now,
      feed: () => ({
        posts: posts.map((post) => storedPost(post, platformUrl)),
        pendingPosts: [],
      }),
    }),
  }
}

/** Returns an account that equals another one, except for its name, its key and everything that is unique on the platform. */
export function copySource(source: AccountSource, name: string, apiKey: string): AccountSource {
  return {
    scenario: { ...source.scenario, name, apiKey },
    published: true,
    seed(platformUrl) {
      const { feed, due: _, addedPosts: __, ...original } = source.seed(platformUrl)
      return {
        ...original,
        platformId: platformIdOf(deriveKey(name)),
        feed() {
          const { posts, pendingPosts } = feed()
          const newId = idMaker(name)
          return { posts: renumber(posts, newId), pendingPosts: renumber(pendingPosts, newId) }
        },
      }
    },
  }
}
