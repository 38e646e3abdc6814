import type { Account, AccountChange, AccountPosts } from './account.ts'

type TransitionState = Pick<Account, 'key' | 'account' | 'feed'>

interface Transition {
  /** What happens, in a row of section 3.2 or of the status table. */
  description: string
  /** Returns why it cannot happen now; null when it can. */
  problem(state: TransitionState): string | null
  change(state: TransitionState, parts: TransitionParts): AccountChange
}

interface TransitionParts {
  now: number
  newKey(): string
}

/** The transitions of an account (3.1, 3.2). */
export const transitions = {
  'finish-import': {
    description: 'The first import completes: its posts are there, and the status is ready',
    problem: ({ account }) => (account.status === 'importing' ? null : 'it is not importing'),
    change: ({ feed }, { now }) => ({
      status: 'ready',
      feed: { posts: allPosts(feed()), pendingPosts: [] },
      lastFetchAt: now,
    }),
  },
  expire: {
    description: 'Instagram rejects its token: the key still works and serves stored posts',
    problem: disconnectedProblem,
    change: () => ({ status: 'invalid_token' }),
  },
  reconnect: {
    description: 'The owner reconnects the broken account: posts are fetched, the key is unchanged',
    problem: (state) =>
      disconnectedProblem(state) ??
      (state.account.status === 'invalid_token' ? null : 'its connection is not broken'),
    change: fetchPosts,
  },
  refresh: {
    description: 'The owner refreshes the connection: posts are fetched, the key is unchanged',
    problem: disconnectedProblem,
    change: fetchPosts,
  },
  'refresh-token': {
    description: 'The service starts a routine refresh of its token; `refresh` finishes it',
    problem: (state) =>
      disconnectedProblem(state) ??
      (state.account.status === 'ready' ? null : `its status is ${state.account.status}`),
    change: () => ({ status: 'refreshing_token' }),
  },
  regenerate: {
    description: 'A new key is issued: the old one stops working immediately',
    problem: disconnectedProblem,
    change: (_, { newKey }) => ({ apiKey: newKey(), key: 'active' }),
  },
  disconnect: {
    description: 'The account is disconnected: its key stops working immediately',
    problem: disconnectedProblem,
    change: () => ({ key: 'revoked' }),
  },
  connect: {
    description: 'A disconnected account is connected again: a new key, and a first import',
    problem: ({ key }) => (key === 'revoked' ? null : 'it is connected'),
    change: ({ feed }, { newKey }) => ({
      apiKey: newKey(),
      key: 'active',
      status: 'importing',
      feed: { posts: [], pendingPosts: allPosts(feed()) },
      lastFetchAt: null,
    }),
  },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions

export const transitionNames = Object.keys(transitions) as TransitionName[]

/** Fetches posts. A first import that has not finished continues instead: `finish-import` adds the posts. */
function fetchPosts({ account, feed }: TransitionState, { now }: TransitionParts): AccountChange {
  const isImporting = account.status === 'importing' || feed().pendingPosts.length > 0
  return isImporting ? { status: 'importing' } : { status: 'ready', lastFetchAt: now }
}

function allPosts({ posts, pendingPosts }: AccountPosts): AccountPosts['posts'] {
  return [...posts, ...pendingPosts]
}

function disconnectedProblem({ key }: TransitionState): string | null {
  return key === 'revoked' ? 'it is disconnected: only `connect` is possible' : null
}
