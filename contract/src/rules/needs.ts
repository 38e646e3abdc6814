import type { Schemas } from '@photofeed/openapi'
import type { SurveyedAccount } from '../survey/account.ts'

/** Something an account must offer before a rule can be decided. */
export interface Need {
  /** What to give the checker, as in "Give ...". */
  unlock: string
  holds(account: SurveyedAccount): boolean
}

type Post = Schemas['Post']

export const readable: Need = {
  unlock: 'a key that reads an account',
  holds: ({ state }) => state === 'readable',
}

export const premium: Need = {
  unlock: 'a key of a Premium account',
  holds: ({ plan }) => plan === 'premium',
}

export const free: Need = {
  unlock: 'a key of a Free account',
  holds: ({ plan }) => plan === 'free',
}

export const brokenConnection: Need = {
  unlock: 'a key of an account whose connection is broken (status invalid_token)',
  holds: ({ status }) => status === 'invalid_token',
}

export const healthyConnection: Need = {
  unlock: 'a key of an account whose connection works',
  holds: ({ state, status }) => state === 'readable' && status !== 'invalid_token',
}

export const refusedKey: Need = {
  unlock: 'the key of a disconnected account, or one from before it was regenerated',
  holds: ({ state }) => state === 'refused',
}

export const failingKey: Need = {
  unlock:
    'a key whose requests the service fails with 500, as the scenario server-error of photofeed-mock does',
  holds: ({ state }) => state === 'failing',
}

/** At least so many posts on the first page. */
export function posts(count: number): Need {
  return {
    unlock: `an account with at least ${count} ${count === 1 ? 'post' : 'posts'}`,
    holds: (account) => account.posts.length >= count,
  }
}

/** A post of the first page for which the test holds. */
export function post(description: string, test: (post: Post) => boolean): Need {
  return {
    unlock: `an account with ${description} among its newest posts`,
    holds: (account) => account.posts.some(test),
  }
}

export const carousel = post('a CAROUSEL_ALBUM', ({ children = [] }) => children.length > 0)
export const video = post('a VIDEO', ({ mediaType }) => mediaType === 'VIDEO')
export const comments = post('comments', ({ comments = [] }) => comments.length > 0)
export const storedMedia = post('stored media on Premium', ({ sizes }) => Boolean(sizes))
