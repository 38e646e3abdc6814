import type { OwnAccount } from './account-input.ts'
import type { WrittenAccount } from './account-schema.ts'
import { completeMedia, pictureAt } from './complete-media.ts'
import { type CompletePost, completePost } from './complete-post.ts'
import { completeTimes } from './default-timestamps.ts'
import { ownKey } from './own-key.ts'
import type { WrittenPost } from './post-schema.ts'

/** Fills in what an account leaves open; the same account always becomes the same. */
export function completeAccount(written: WrittenAccount): OwnAccount {
  const { username = 'my.feed', plan = 'premium', status = 'ready' } = written
  const { scenario = username, posts = [], name = username, lastFetchAt } = written
  return {
    username,
    scenario,
    description: written.description ?? `An own account on the ${plan} plan`,
    apiKey: written.apiKey ?? ownKey(scenario),
    plan,
    status,
    name,
    biography: written.biography ?? null,
    website: written.website ?? null,
    profilePicture:
      written.profilePicture === null
        ? null
        : completeMedia(written.profilePicture ?? {}, { file: pictureAt(0).file, stored: true }),
    followersCount: written.followersCount === undefined ? 1280 : written.followersCount,
    followsCount: written.followsCount === undefined ? 301 : written.followsCount,
    mediaCount: written.mediaCount === undefined ? posts.length : written.mediaCount,
    ...(lastFetchAt !== undefined && { lastFetchAt }),
    ...(lastFetchAt === undefined && status === 'importing' && { lastFetchAt: null }),
    posts: completePosts(posts),
  }
}

function completePosts(posts: readonly WrittenPost[]): CompletePost[] {
  const times = completeTimes(posts)
  const newId = idMaker(posts)
  return posts.map((post, index) => {
    const position = post.position ?? posts.length - index
    const timestamp = times[index] as string
    return completePost(post, { id: post.id ?? newId(position), position, timestamp })
  })
}

/** Ids like the platform's, above 2^53, that no post was given. */
function idMaker(posts: readonly WrittenPost[]): (position: number) => string {
  const taken = new Set(posts.map(({ id }) => id))
  return (position) => {
    let number = 17_900_000_000_000_000n + BigInt(position)
    while (taken.has(String(number))) number += 1_000_000n
    taken.add(String(number))
    return String(number)
  }
}
