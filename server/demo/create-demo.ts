import { createReadStream } from 'node:fs'
import type { FeedStore, Media, StoredFile, StoredPost } from '@photofeed/core'
import {
  type AccountScenarioName,
  accountScenarios,
  type ScenarioAccount,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import { pathOf } from '../emulator/platform-json.ts'
import type { FileOwner, MediaStore } from '../src/media/media-store.ts'
import type { Database } from '../src/stores/database.ts'
import { addSeededAccount } from './demo-database.ts'

export interface DemoParts {
  database: Pick<Database, 'tables' | 'keys' | 'accounts'>
  media: MediaStore
  /** The folder of the pictures and the video. */
  pictures: URL
  clock: () => number
}

const platformUrl = 'https://cdn.photos.example'

/** Stores one account for each scenario in a database without accounts; needs no network. */
export async function createDemo({ database, media, pictures, clock }: DemoParts): Promise<void> {
  for (const { name, plan, status, apiKey } of accountScenarios) {
    // Its key fails before any account is looked for.
    if (name === 'server-error') continue
    const { platformId, ...feed } = scenarioAccount(name, { now: clock(), platformUrl })
    const account = { platformId, plan, status }
    const store = (owner: FileOwner) =>
      storeMedia(feed, (file) =>
        media.put(owner, createReadStream(new URL(pathOf(file), pictures))),
      )
    const accountId = await addSeededAccount(database, account, feed, store, clock())
    await database.keys.issue(accountId, apiKey)
    await keyChanges[name]?.(database, accountId)
  }
}

type Feed = Pick<ScenarioAccount, 'profile' | 'posts' | 'lastFetchAt'>

/** Stores each file of a feed once, and returns the feed with the stored files. */
async function storeMedia(
  { profile, posts, lastFetchAt }: Feed,
  store: (file: StoredFile) => Promise<StoredFile>,
): Promise<Feed> {
  const items = posts.flatMap((post) => [post, ...post.children])
  const media = [profile.picture, ...items.flatMap((item) => [item.media, item.thumbnail])]
  const stored = new Map<string, StoredFile>()
  for (const file of media.flatMap((each) => each?.file ?? [])) {
    if (!stored.has(file.id)) stored.set(file.id, await store(file))
  }
  const withFile = ({ file, platformUrl }: Media): Media => ({
    file: file && (stored.get(file.id) ?? null),
    platformUrl,
  })
  const withFiles = <Item extends Pick<StoredPost, 'media' | 'thumbnail'>>(item: Item): Item => ({
    ...item,
    media: withFile(item.media),
    thumbnail: item.thumbnail && withFile(item.thumbnail),
  })
  return {
    profile: { ...profile, picture: profile.picture && withFile(profile.picture) },
    posts: posts.map((post) => ({ ...withFiles(post), children: post.children.map(withFiles) })),
    lastFetchAt,
  }
}

/** What happened to the published keys that are no longer active. */
const keyChanges: Partial<
  Record<
    AccountScenarioName,
    (database: DemoParts['database'], accountId: number) => Promise<unknown>
  >
> = {
  disconnected: ({ accounts }, accountId) => accounts.delete(accountId),
  regenerated: ({ keys }, accountId) => keys.issue(accountId),
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
