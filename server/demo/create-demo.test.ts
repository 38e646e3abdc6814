import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createMemoryStore,
  type Media,
  type StoredAccount,
  type StoredPost,
  type StoredProfile,
} from '@photofeed/core'
import {
  type AccountScenarioName,
  accountScenarios,
  scenarioAccount,
} from '@photofeed/core/scenarios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postQuery } from '../../core/test/store/index.ts'
import type { MediaStore } from '../src/media/media-store.ts'
import { createMediaStore } from '../src/media/media-store.ts'
import { openMediaFiles } from '../src/media/open-media-files.ts'
import type { Database } from '../src/stores/database.ts'
import { openDatabase } from '../src/stores/database.ts'
import { createDemo, withServerError } from './create-demo.ts'

const now = Date.UTC(2026, 10, 20, 9)
const options = { now, platformUrl: 'https://cdn.photos.example' }

let folder: string
let database: Database
let media: MediaStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-'))
  database = await openDatabase({ at: ':memory:', secret: 'a secret for tests only, and long' })
  media = createMediaStore(await openMediaFiles({}, join(folder, 'media')), database.files)
  const pictures = new URL('../../core/media/', import.meta.url)
  await createDemo({ database, media, pictures, clock: () => now })
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const stored = accountScenarios.filter(({ name }) => name !== 'server-error')
const reachable = stored.filter(({ name }) => !['disconnected', 'regenerated'].includes(name))

function account(name: AccountScenarioName): Promise<StoredAccount | null> {
  const apiKey = accountScenarios.find((scenario) => scenario.name === name)?.apiKey ?? ''
  return database.store.findAccountByKey(apiKey)
}

/** In stored order; found without a key, since some accounts have no active key. */
async function posts(name: AccountScenarioName): Promise<StoredPost[]> {
  const { username } = scenarioAccount(name, options).profile
  const found = (await database.keys.list()).find((listed) => listed.username === username)
  if (!found) throw new Error(`${name} has no account`)
  const everything = { limit: 1000, comments: true }
  return database.store.findPosts(
    found.accountId,
    postQuery({ order: { by: 'position', direction: 'asc' }, ...everything }),
  )
}

/** The part of an id that the content gives; the media store adds the account and the time. */
const contentOf = (id: string) => (id.includes('/') ? id.slice(-24) : id.slice(0, 24))

const source = ({ file, ...media }: Media) => ({
  ...media,
  file: file && { ...file, id: contentOf(file.id) },
})

function withSource<Item extends Pick<StoredPost, 'media' | 'thumbnail'>>(item: Item) {
  const { media: own, thumbnail } = item
  return { ...item, media: source(own), thumbnail: thumbnail && source(thumbnail) }
}

const postWithSource = (post: StoredPost) => ({
  ...withSource(post),
  children: post.children.map(withSource),
})

const profileWithSource = (profile: StoredProfile | undefined) => ({
  ...profile,
  picture: profile?.picture && source(profile.picture),
})

describe('each account is what its scenario says', () => {
  test.each(stored)('posts of $name', async ({ name }) => {
    const expected = scenarioAccount(name, options).posts.toSorted(
      (one, other) => one.position - other.position,
    )
    expect((await posts(name)).map(postWithSource)).toEqual(expected.map(postWithSource))
  })

  test.each(reachable)('account of $name', async ({ name, plan, status }) => {
    const { platformId, profile, lastFetchAt } = scenarioAccount(name, options)
    const found = await account(name)
    expect(found).toMatchObject({ plan, status, platformId, lastFetchAt })
    expect(profileWithSource(found?.profile)).toEqual(profileWithSource(profile))
  })
})

test.each(['disconnected', 'regenerated', 'server-error'] as const)(
  '%s has no account behind its key',
  async (name) => {
    expect(await account(name)).toBeNull()
  },
)

test('a disconnected account has no key, a regenerated one has another', async () => {
  const accounts = await database.keys.list()
  const keys = new Map(accounts.map(({ username, apiKey }) => [username, apiKey]))
  expect(accounts).toHaveLength(stored.length)
  expect(keys.get('gone.fishing')).toBeNull()
  expect(keys.get('fresh.paint.boats')).toMatch(/^[0-9a-f]{64}$/)
})

test('every stored file is in the media store', async () => {
  const all = (await Promise.all(stored.map(({ name }) => posts(name)))).flat()
  const files = all
    .flatMap((post) => [post, ...post.children])
    .flatMap((item) => [item.media.file ?? [], item.thumbnail?.file ?? []].flat())
  expect(new Set(files.map(({ id }) => contentOf(id))).size).toBe(21)
  for (const file of files) expect(await media.has(file)).toBe(true)
})

test('only the published key fails', async () => {
  const store = withServerError(createMemoryStore([]))
  const key = accountScenarios.find(({ name }) => name === 'server-error')?.apiKey ?? ''
  await expect(store.findAccountByKey(key)).rejects.toThrow('on purpose')
  expect(await store.findAccountByKey('0'.repeat(64))).toBeNull()
  expect(await store.findPost(1, '1')).toBeNull()
})
