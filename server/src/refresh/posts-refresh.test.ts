import { expect, test } from 'vitest'
import { postQuery, storedAccount } from '../../../core/test/store/index.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { addOwner, testDatabases } from '../../test/support/databases.ts'
import { claimJobs } from '../../test/support/queues.ts'
import { createFolderFiles } from '../media/folder-files.ts'
import { createMediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import { PlatformError } from '../platform/platform-problems.ts'
import { postSchema } from '../platform/platform-schema.ts'
import type { ClaimedWork } from '../stores/service/work-kinds.ts'
import { createPostsRefresh, isFullListingDue } from './posts-refresh.ts'

const hour = 3_600_000
const databases = testDatabases()

/** An account that is refreshed from a platform with these posts, newest first, one on each page. */
async function refreshWorld() {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const database = await databases.open({ clock })
  await addOwner(database, 'mara', 'free')
  const { accountId } = await database.connections.connect('mara', {
    ...{ platformId: 'p', platformOwnerId: 'p', token: 'token-1', permissions: ['basic'] },
    ...{ profile: storedAccount().profile, tokenExpiresAt: now + 1000 * hour },
  })
  async function run() {
    await database.work.schedule('posts', accountId)
    const jobs = await claimJobs(database, 10, 1000 * hour)
    const job = jobs.find(({ kind }) => kind === 'posts')
    if (!job) throw new Error('There is no job.')
    try {
      const end = await refresh(job as ClaimedWork<'posts'>, new AbortController().signal)
      await end()
    } catch (error) {
      await database.work.fail(job, String(error), 0)
    }
  }

  let ids: string[] = []
  /** The posts that were stored before each page. */
  const seen: string[][] = []
  let pageMs = 0
  /** Where each listing began; null is the newest post. */
  const places: unknown[] = []
  let failure: { at: string; error: Error } | null = null
  const platform = {
    async *mediaPages(_: string, { from }: { from: { after: string } | null }) {
      places.push(from?.after ?? null)
      for (const id of ids.slice(from ? ids.indexOf(from.after) + 1 : 0)) {
        if (failure?.at === id) throw failure.error
        const post = {
          ...{ id, media_type: 'IMAGE', permalink: `https://photos.example/p/${id}/` },
          ...{
            media_url: 'https://cdn.photos.example/a.jpg',
            timestamp: '2026-01-01T00:00:00+0000',
          },
        }
        seen.push(await stored())
        now += pageMs
        const isLast = id === ids.at(-1)
        const next = isLast ? null : { after: id, listed: 0, nameless: 0 }
        yield { posts: [postSchema.parse(post)], leftOut: [], complete: isLast, next }
      }
    },
  } as unknown as PlatformClient
  const refresh = createPostsRefresh({
    ...{ ...database, platform, clock, random: () => 0 },
    media: createMediaStore(createFolderFiles(await tempFolder()), database.files),
    download: async () => new Response(null, { status: 404 }),
    report() {},
  })
  const stored = async () =>
    (await database.store.findPosts(accountId, postQuery())).map(({ id }) => id).sort()
  return {
    run,
    stored,
    seen,
    places,
    set: (next: { ids?: string[]; pageMs?: number; failure?: typeof failure }) => {
      ids = next.ids ?? ids
      pageMs = next.pageMs ?? pageMs
      failure = next.failure ?? null
    },
  }
}

test('a listing that takes long saves its new posts while their files are new', async () => {
  const { run, stored, seen, set } = await refreshWorld()
  set({ ids: ['1'] })
  await run()
  set({ ids: ['5', '4', '3', '2', '1'], pageMs: 4 * hour })
  seen.length = 0
  await run()
  expect(seen).toEqual([['1'], ['1'], ['1', '4', '5'], ['1', '4', '5'], ['1', '2', '3', '4', '5']])
  expect(await stored()).toEqual(['1', '2', '3', '4', '5'])
})

const gone = new PlatformError('gone', { operation: 'media' })

test.each([
  [
    'continues where it was, after a failure of any kind',
    new Error('The process is out of memory.'),
    '4',
  ],
  ['starts with the newest post, if the platform no longer knows the place', gone, null],
])('an interrupted listing saves what it has, and %s', async (_, error, place) => {
  const { run, stored, places, set } = await refreshWorld()
  set({ ids: ['1'] })
  await run()
  set({ ids: ['5', '4', '3', '2', '1'], failure: { at: '3', error } })
  await run()
  expect(await stored()).toEqual(['1', '4', '5'])
  set({})
  await run()
  expect(places.at(-1)).toBe(place)
  expect(await stored()).toEqual(['1', '2', '3', '4', '5'])
})

test('each account is listed whole once a day, and about the same number of accounts every hour', () => {
  const start = Date.UTC(2026, 0, 1)
  const accounts = Array.from({ length: 2400 }, (_, index) => ({
    accountId: index + 1,
    listedAt: start,
  }))
  const listed = Array.from({ length: 24 }, (_, index) => {
    const now = start + (index + 1) * hour
    const due = accounts.filter((account) => isFullListingDue(account, now))
    for (const account of due) account.listedAt = now
    return due.map(({ accountId }) => accountId)
  })
  expect(listed.flat().toSorted((a, b) => a - b)).toEqual(
    accounts.map(({ accountId }) => accountId),
  )
  const counts = listed.map(({ length }) => length)
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([98, 101])
})
