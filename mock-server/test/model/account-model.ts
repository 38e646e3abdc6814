import type { ConnectionStatus } from '@photofeed/openapi'
import type { Fault, TransitionName } from '../../src/index.ts'

/** The state of one account, as README.md describes it. */
export interface AccountModel {
  name: string
  /** The listed key. */
  apiKey: string
  /** Whether the listed key reads the account; a revoked key belongs to a disconnected account. */
  key: 'active' | 'replaced' | 'revoked'
  /** Every key that the account has had, the first one first; a reset keeps them. */
  keys: string[]
  status: ConnectionStatus
  posts: object[]
  /** The posts that the first import adds when it finishes. */
  pendingPosts: object[]
  wasFetched: boolean
  faults: FaultModel[]
  /** Changes that wait, in the order in which they were scheduled. */
  due: DueModel[]
  requestsInFlight: number
  /** The posts that the next fetch adds. */
  postsAtRefresh: object[]
}

/** A change that waits for requests or for a time. */
export interface DueModel {
  change: TransitionName | PostChange
  requestsLeft: number | null
  at: number | null
}

export interface PostChange {
  kind: 'publish' | 'remove'
  post: object
}

export interface FaultModel {
  /** The status of every response, or no response. */
  effect: 503 | 500 | 'cut'
  path: string | null
  /** Whether the nth request that meets the conditions has the fault. */
  counts(nth: number): boolean
  met: number
  left: number
}

interface Start extends Pick<AccountModel, 'key' | 'status' | 'wasFetched' | 'faults'> {
  posts: number
  pendingPosts: number
}

const ready: Start = {
  key: 'active',
  status: 'ready',
  posts: 9,
  pendingPosts: 0,
  wasFetched: true,
  faults: [],
}

const importing: Start = { ...ready, status: 'importing', pendingPosts: 24, wasFetched: false }

/** The scenarios of the test, as they are at the start. */
const starts = {
  'null-profile': ready,
  importing: { ...importing, posts: 0 },
  'importing-partial': { ...importing, posts: 24 },
  'invalid-token': { ...ready, status: 'invalid_token', posts: 48 },
  disconnected: { ...ready, key: 'revoked', posts: 6 },
  regenerated: { ...ready, key: 'replaced', posts: 6 },
  'fails-twice': { ...ready, posts: 24, faults: [faultModel({ status: 500, times: 2 })] },
} as const satisfies Record<string, Start>

export const modelScenarios = Object.keys(starts) as (keyof typeof starts)[]

export function startAccount(name: string, scenario: string, keys: string[]): AccountModel {
  const start: Start = starts[scenario as keyof typeof starts]
  const faults = start.faults.map((fault) => ({ ...fault }))
  const apiKey = keys[0] as string
  const posts = createPosts(start.posts)
  const pendingPosts = createPosts(start.pendingPosts)
  const own = { ...start, faults, posts, pendingPosts }
  return { ...own, name, apiKey, keys, due: [], requestsInFlight: 0, postsAtRefresh: [] }
}

function createPosts(count: number): object[] {
  return Array.from({ length: count }, () => ({}))
}

export function changePosts(account: AccountModel, { kind, post }: PostChange): void {
  if (kind === 'publish') {
    account.posts = [post, ...account.posts]
    return
  }
  account.posts = account.posts.filter((other) => other !== post)
  account.pendingPosts = account.pendingPosts.filter((other) => other !== post)
}

/** Returns the model of settings with one effect. */
export function faultModel({ status, body, times = Number.POSITIVE_INFINITY, when }: Fault) {
  const { endpoint, nth, every = 1 } = when ?? {}
  const [first = 1, last = first] = [nth ?? [1, Number.POSITIVE_INFINITY]].flat()
  return {
    effect: body === 'cut' ? 'cut' : (status as 503 | 500),
    path: endpoint ? `/api/v1/${endpoint}` : null,
    counts: (number: number) => number % every === 0 && number >= first && number <= last,
    met: 0,
    left: times,
  } satisfies FaultModel
}

export function isPossible({ key, status }: AccountModel, transition: TransitionName): boolean {
  if (transition === 'connect') return key === 'revoked'
  if (transition === 'finish-import') return status === 'importing'
  if (key === 'revoked') return false
  if (transition === 'reconnect') return status === 'invalid_token'
  return transition !== 'refresh-token' || status === 'ready'
}

export function applyTransition(
  account: AccountModel,
  transition: TransitionName,
  newKey: () => string,
): void {
  if (transition === 'disconnect') account.key = 'revoked'
  if (transition === 'expire') account.status = 'invalid_token'
  if (transition === 'refresh-token') account.status = 'refreshing_token'
  if (transition === 'refresh' || transition === 'reconnect') fetchPosts(account)
  if (transition === 'finish-import') {
    account.posts = [...account.posts, ...account.pendingPosts]
    Object.assign(account, { status: 'ready', pendingPosts: [], wasFetched: true })
    addPostsOfRefresh(account)
  }
  if (transition === 'connect') {
    account.pendingPosts = [...account.pendingPosts, ...account.posts]
    Object.assign(account, { status: 'importing', posts: [], wasFetched: false })
  }
  if (transition === 'connect' || transition === 'regenerate') {
    account.key = 'active'
    account.apiKey = newKey()
    account.keys.push(account.apiKey)
  }
}

/** A first import that has not finished goes on: `finish-import` adds its posts. */
function fetchPosts(account: AccountModel): void {
  if (account.pendingPosts.length > 0) account.status = 'importing'
  else if (account.status !== 'importing') {
    Object.assign(account, { status: 'ready', wasFetched: true })
    addPostsOfRefresh(account)
  }
}

function addPostsOfRefresh(account: AccountModel): void {
  account.posts = [...account.postsAtRefresh, ...account.posts]
  account.postsAtRefresh = []
}
