import { UserError } from '@photofeed/core'
import type { CompleteAccount } from '../builders/account.ts'
import type { AccountSource } from './account.ts'
import { sharedPost } from './posts.ts'
import { scenarioSources, scenarios } from './scenarios.ts'
import { sourceOf } from './seed.ts'

const publishedPost = /^18\d{15}$|^https:\/\/photos\.example\/(p|reel)\/[0-9a-z]{1,10}\/$/

/**
 * Returns the first post that an account shares with one before it; null if each has another id and permalink, as on the
 * platform. Published scenarios share none, so they are read only for a post that looks like theirs.
 */
export function findSharedPost(sources: readonly AccountSource[]) {
  const owners = new Map<string, string>()
  const parts = sources.filter(({ published }) => !published).flatMap(partsOf)
  const isLikePublished = parts.some(({ value }) => publishedPost.test(value))
  const published = isLikePublished ? sources.filter((source) => source.published) : []
  for (const { name, id, value } of [...published.flatMap(partsOf), ...parts]) {
    const other = owners.get(value) ?? name
    if (other !== name) return { name, other, id }
    owners.set(value, name)
  }
  return null
}

function partsOf({ scenario: { name }, seed }: AccountSource) {
  const { posts, pendingPosts } = seed('').feed()
  return [...posts, ...pendingPosts].flatMap((post) =>
    [post, ...post.children].flatMap(({ id, permalink }) =>
      [id, permalink].map((value) => ({ name, id: post.id, value })),
    ),
  )
}

/** Returns which published scenarios accounts leave room for: a recording of one has its posts. */
export function findReplaced(accounts: readonly CompleteAccount[]) {
  const own = accounts.map((account) => sourceOf(account, 0))
  const replaced = scenarios.flatMap(({ name }) => {
    const shared = findSharedPost([...scenarioSources([name], 0), ...own])
    return shared?.other === name ? [shared] : []
  })
  const isServed = (name: string) => !replaced.some(({ other }) => other === name)
  return { names: scenarios.map(({ name }) => name).filter(isServed), replaced }
}

/** @throws {UserError} when two accounts share a post */
export function assertUniquePosts(sources: readonly AccountSource[]): void {
  const shared = findSharedPost(sources)
  if (shared) throw new UserError(sharedPost(shared.name, shared.other, shared.id))
}
