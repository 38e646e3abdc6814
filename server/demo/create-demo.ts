import { fileURLToPath } from 'node:url'
import type { FeedStore, StoredPost } from '@photofeed/core'
import {
  type AccountScenarioName,
  accountScenarios,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import { postJson, profileJson } from '../emulator/platform-json.ts'
import { readMediaPage, readProfile } from '../src/archive/archive.ts'
import { type ImportDeps, importFeed } from '../src/archive/import-feed.ts'
import type { Database } from '../src/database.ts'
import type { MediaStore } from '../src/media/media-store.ts'
import type { KeyRing } from '../src/stores/api-keys.ts'

export interface DemoParts {
  database: Database
  media: MediaStore
  /** The folder of the pictures and the video that are imported. */
  pictures: URL
  clock: () => number
}

const platformUrl = 'https://cdn.photos.example'

/** Imports one account for each scenario; needs no network. */
export async function createDemo({ database, media, pictures, clock }: DemoParts): Promise<void> {
  const folder = fileURLToPath(pictures)
  const deps = { feeds: database.feeds, media, fetch: offline }
  for (const scenario of accountScenarios) {
    // Its key fails before any account is looked for.
    if (scenario.name === 'server-error') continue
    const accountId = await importAccount(scenario, { folder, now: clock() }, deps)
    await database.keys.issue(accountId, scenario.apiKey)
    await keyChanges[scenario.name]?.(database.keys, accountId)
  }
}

async function offline(): Promise<never> {
  throw new TypeError('The demo does not use the network')
}

async function importAccount(
  { name, plan, status }: (typeof accountScenarios)[number],
  { folder, now }: { folder: string; now: number },
  deps: ImportDeps,
): Promise<number> {
  const account = scenarioAccount(name, { now, platformUrl })
  const profile = { value: readProfile(profileJson(account), name), folder }
  const fetchedAt = account.lastFetchAt

  const store = async (batch: StoredPost[]) => {
    const page = readMediaPage({ data: batch.map(postJson) }, name)
    const posts = page.map((value) => ({ value, folder }))
    return importFeed({ profile, posts, plan, status, fetchedAt }, deps)
  }
  const [first = [], ...later] = importBatches(account.posts)
  const { accountId } = await store(first)
  for (const batch of later) await store(batch)
  return accountId
}

/** What happened to the published keys that are no longer active. */
const keyChanges: Partial<
  Record<AccountScenarioName, (keys: KeyRing, accountId: number) => Promise<unknown>>
> = {
  disconnected: (keys, accountId) => keys.revoke(accountId),
  regenerated: (keys, accountId) => keys.issue(accountId),
}

/**
 * The posts of each import that gives a listing its stored order; at least one, since an empty feed is imported too.
 * An import stores what it brings from the end of the listing to its start, so another one began wherever the stored
 * order goes back toward the end.
 */
export function importBatches(listing: readonly StoredPost[]): StoredPost[][] {
  const stored = listing
    .map((post, place) => ({ post, place }))
    .sort((one, other) => one.post.position - other.post.position)
  const batches: StoredPost[][] = [[]]
  let before = listing.length
  for (const { post, place } of stored) {
    if (place > before) batches.push([])
    batches.at(-1)?.unshift(post)
    before = place
  }
  return batches
}

/** The same store, which reports each request with the key of an account that was connected in the demo. */
export function withOwnKey(store: FeedStore, onUse: () => void): FeedStore {
  return {
    ...store,
    async findAccountByKey(key) {
      const account = await store.findAccountByKey(key)
      if (account && accountScenarios.every(({ apiKey }) => apiKey !== key)) onUse()
      return account
    },
  }
}

const failingKey = accountScenarios.find(({ name }) => name === 'server-error')?.apiKey

/** The same store, which fails for one key: how a client meets the specified 500. */
export function withServerError(store: FeedStore): FeedStore {
  return {
    ...store,
    async findAccountByKey(key) {
      if (key === failingKey) throw new Error('The demo fails on purpose for this key')
      return store.findAccountByKey(key)
    },
  }
}
