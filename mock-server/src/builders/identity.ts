import type { StoredPost } from '@photofeed/core'
import { createRandom } from '@photofeed/core/scenarios'

// What makes accounts and posts distinct. All of it follows from names, so it is the same in every run.

/** Makes API keys, the same ones for the same seed. */
export function createKeyMaker(seed: number): () => string {
  const random = createRandom(seed)
  return () => Array.from({ length: 64 }, () => random.integer(0, 15).toString(16)).join('')
}

/** Returns a key that is always the same for the same name. It is not secret. */
export function deriveKey(name: string): string {
  return createKeyMaker(hashOf(name))()
}

function hashOf(name: string): number {
  let hash = 0
  for (const character of name) {
    hash = createRandom(hash ^ (character.codePointAt(0) ?? 0)).integer(0, 0xffff_ffff)
  }
  return hash
}

const positions = 10_000

/**
 * Makes the ids of an account's posts: like the platform's they have seventeen digits, above 2^53. Those of another account
 * differ, and so do those of the published scenarios, which start with 18.
 */
export function idMaker(
  scenario: string,
  ids: readonly (string | undefined)[] = [],
): (position: number) => string {
  const taken = new Set(ids)
  const first = 17_900_000_000_000_000n + BigInt(hashOf(scenario)) * BigInt(positions)
  return (position) => {
    let place = position
    const idAt = () => String(first + BigInt(place % positions))
    while (taken.has(idAt())) place += 1
    taken.add(idAt())
    return idAt()
  }
}

/** Returns the seventeen digits of an account on the platform. */
export function platformIdOf(apiKey: string): string {
  const number = Number.parseInt(apiKey.slice(0, 8), 16)
  return `1784141${String(number).padStart(10, '0')}`
}

export function permalinkOf(id: string): string {
  return `https://photos.example/p/${encodeURIComponent(id)}/`
}

export function childIdOf(id: string, index: number): string {
  return `${id}${String(index + 1).padStart(2, '0')}`
}

export function commentIdOf(id: string, index: number): string {
  return `${id}9${String(index + 1).padStart(2, '0')}`
}

/** Returns posts with the ids and permalinks of another account, for a copy. */
export function renumber(
  posts: readonly StoredPost[],
  newId: (position: number) => string,
): StoredPost[] {
  return posts.map((post) => {
    const id = newId(post.position)
    return {
      ...post,
      id,
      permalink: movePermalink(post.permalink, id),
      comments: post.comments.map((comment, index) => ({
        ...comment,
        id: commentIdOf(id, index),
      })),
      children: post.children.map((child, index) => {
        const childId = childIdOf(id, index)
        return { ...child, id: childId, permalink: movePermalink(child.permalink, childId) }
      }),
    }
  })
}

/** Replaces the last part of the path, so that a reel keeps the address of a reel. */
function movePermalink(permalink: string, id: string): string {
  const { href } = new URL('.', permalink.replace(/\/$/, ''))
  return `${href}${encodeURIComponent(id)}/`
}
