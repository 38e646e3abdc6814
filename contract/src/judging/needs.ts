import { count } from '../count.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { Post } from './feed.ts'

/** Something an account must offer before a rule can be decided. */
export interface Need {
  /** Which account that is, as in "an account ...". */
  which: string
  /** Whether it looks at the posts. */
  readsPosts?: true
  isMet(account: SurveyedAccount, others: readonly SurveyedAccount[]): boolean
}

/** What accounts with these needs are like; empty when any that can be read will do. */
export function describeNeeds(needs: readonly Need[] = []): string[] {
  return needs.filter((need) => need !== readable).map(({ which }) => which)
}

export const need = (which: string, isMet: Need['isMet']): Need => ({ which, isMet })

export const readable = need('that it reads', ({ state }) => state === 'readable')
export const premium = need('on Premium', ({ plan }) => plan === 'premium')
export const free = need('on Free', ({ plan }) => plan === 'free')
export const brokenConnection = need(
  'whose connection is broken (status invalid_token)',
  ({ status }) => status === 'invalid_token',
)
export const rejectedKey = need(
  'that was disconnected, or whose key was replaced',
  ({ state }) => state === 'rejected',
)
export const failingKey = need('whose requests fail with 500', ({ state }) => state === 'failing')
/** For what only two accounts can show. */
export const anotherAccount = need(
  'other than the first',
  ({ state }, others) => state === 'readable' && others.length > 0,
)

/** Names of accounts that say what the account is like. */
const accountKinds: Readonly<Record<string, Need>> = {
  premium,
  free,
  broken: brokenConnection,
  disconnected: rejectedKey,
  failing: failingKey,
}

/** What an account with this name must be like; undefined if the name says nothing. */
export const kindNamed = (name: string): Need | undefined =>
  Object.hasOwn(accountKinds, name) ? accountKinds[name] : undefined

/** At least so many posts on the first page. */
export function posts(least: number): Need {
  const which = `with at least ${count(least, 'post')}`
  return { which, readsPosts: true, isMet: (account) => account.posts.length >= least }
}

/** A post of the first page that passes the test. */
export function post(description: string, test: (post: Post) => boolean): Need {
  const which = `with ${description} among its newest posts`
  return { which, readsPosts: true, isMet: (account) => account.posts.some(test) }
}

export const carousel = post('a CAROUSEL_ALBUM', ({ children }) => Boolean(children?.length))
export const video = post('a VIDEO', ({ mediaType }) => mediaType === 'VIDEO')
export const comments = post('a post that has comments', ({ comments }) =>
  Boolean(comments?.length),
)
export const sized = post('a post that has `sizes`', ({ sizes }) => Boolean(sizes))
