import { join } from 'node:path'
import type { StoredFile } from '@photofeed/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { storedAccount, storedPost } from '../../../core/test/store/index.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { addOwner, onBothDatabases } from '../../test/support/databases.ts'
import { jpegOf } from '../../test/support/pictures.ts'
import { nextSweepAt, requestSweep } from '../../test/support/queues.ts'
import { keysIn, putBytes } from '../../test/support/s3.ts'
import type { Database } from '../database.ts'
import type { DeletedMedia, Report, SweepCount } from '../events.ts'
import type { ClaimedJob } from '../jobs/jobs.ts'
import { createDelivery } from '../work.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import { accountFolder, graceMs, mediaKey, newFileId, originalPath } from './media-keys.ts'
import { createMediaStore, type MediaStore } from './media-store.ts'
import { mediaSweep, runSweep } from './media-sweep.ts'
import { createResizer } from './resizer.ts'

const { signal } = new AbortController()
const picture = await jpegOf('#123456')

onBothDatabases((databases) => {
  let now: number
  let database: Database
  let files: FileStore
  let media: MediaStore
  beforeEach(async () => {
    // Behind the disk's clock, so that drafts are never old.
    now = Date.UTC(2026, 0, 1)
    database = await databases.open({ clock: () => now })
    files = createFolderFiles(join(await tempFolder(), 'media'))
    media = createMediaStore(files, () => now)
    deleted = []
    stops = []
    await requestSweep(database)
  })

  async function connected(name: string) {
    await addOwner(database, name, 'free')
    const { accountId } = await database.connections.connect(name, {
      ...{ platformId: name, platformOwnerId: name, token: 'token-1', permissions: ['basic'] },
      ...{ profile: storedAccount().profile, tokenExpiresAt: now + graceMs },
    })
    const jobs = await database.jobs.claim(10, 60_000)
    const job = jobs.find((each) => each.kind === 'posts' && each.accountId === accountId)
    const connection = await database.connections.find(accountId)
    if (!job || !connection) throw new Error('There is no job.')
    return { accountId, job, mediaId: connection.mediaId }
  }

  const show = (job: ClaimedJob, file: StoredFile, id = '1') =>
    database.refreshes.savePosts(
      job,
      [
        storedPost({
          ...{ id, position: 0, publishedAt: 0 },
          media: { platformUrl: 'https://cdn.photos.example/a.jpg', file },
        }),
      ],
      null,
    )
  let deleted: DeletedMedia[]
  let stops: SweepCount[]
  const report: Report = (event, details) => {
    if (event === 'deletedMedia') deleted.push(details as DeletedMedia)
    if (event === 'stoppedSweep') stops.push(details as SweepCount)
  }
  const sweep = (isConfirmed = false) =>
    runSweep({ database, media, clock: () => now, report }, { signal, isConfirmed })
  const deleteDisconnected = async () => {
    const deliver = createDelivery({ database, media, purge: null, report })
    for (const message of await database.outbox.claim(10, 60_000)) {
      await deliver(message, signal)
      await database.outbox.complete(message)
    }
  }

  test('deletes what is not shown and is older than the grace period, and nothing else', async () => {
    const { job, mediaId } = await connected('a')
    const shown = await media.put(mediaId, [picture])
    await show(job, shown)
    const old = await media.put(mediaId, [await jpegOf('#111')])
    const resized = { kind: 'resized', width: 320, format: 'jpg' } as const
    for (const { id } of [shown, old]) await createResizer(media).find({ ...resized, id })
    const foreign = `${accountFolder(mediaId)}/readme.txt`
    await putBytes(files, foreign, picture)
    now += graceMs - 1000
    const young = await media.put(mediaId, [await jpegOf('#222')])
    const before = await keysIn(files)
    await sweep()
    expect(await keysIn(files)).toEqual(before)
    now += 1000
    await sweep()
    expect(deleted).toEqual([{ mediaId, files: 2, reason: 'not shown' }])
    const kept = [shown, young].map(originalPath).map(mediaKey)
    expect(await keysIn(files)).toEqual(
      [...kept, mediaKey({ ...resized, id: shown.id }), foreign].sort(),
    )
  })

  test('a post that is saved while the sweep runs has its file, or is not saved', async () => {
    const { job, mediaId } = await connected('a')
    await media.put(mediaId, [await jpegOf('#333')])
    now += graceMs / 2
    const file = await media.put(mediaId, [picture])
    now += graceMs / 2
    let saving: Promise<void> | undefined
    const records = {
      ...database.sweeps,
      async shownFiles(id: string) {
        const shown = await database.sweeps.shownFiles(id)
        saving ??= show(job, file)
        await saving
        return shown
      },
    }
    const sweeps = { ...records, stopped: async () => null }
    await runSweep(
      { database: { sweeps }, media, clock: () => now, report },
      { signal, isConfirmed: false },
    )
    expect(await keysIn(files)).toEqual([mediaKey(originalPath(file))])
    now += graceMs / 2
    await sweep()
    expect(await media.has(file)).toBe(true)

    const other = await media.put(mediaId, [await jpegOf('#111')])
    now += graceMs / 2 + 1000
    await expect(show(job, other, '2')).rejects.toThrow(
      'This took so long that a file stored at its start may be deleted already. Run it again.',
    )
    await show(job, file)
    expect(await media.has(file)).toBe(true)
  })

  test('an upload that ends after its account was disconnected is deleted', async () => {
    const { accountId, mediaId } = await connected('a')
    const kept = await connected('b')
    const other = await media.put(kept.mediaId, [picture])
    await show(kept.job, other)
    await media.put(mediaId, [picture])
    await database.connections.apply(accountId, 'disconnected')
    await deleteDisconnected()
    expect(await keysIn(files, accountFolder(mediaId))).toEqual([])
    expect(deleted).toEqual([{ accountId, mediaId, files: 1, reason: 'account deleted' }])
    const late = await media.put(mediaId, [picture])
    const both = [late, other].map(originalPath).map(mediaKey).sort()
    now += graceMs
    // The account is unknown now: sweeps leave its media for a week after the first has found them.
    for (const wait of [0, graceMs, 6 * graceMs - 1000]) {
      now += wait
      await sweep()
      expect((await keysIn(files)).sort()).toEqual(both)
    }
    now += 1000
    await sweep()
    expect(await keysIn(files)).toEqual([mediaKey(originalPath(other))])
    expect(deleted.at(-1)).toEqual({ mediaId, files: 1, reason: 'unknown account' })
  })

  test('two accounts that drop the same picture leave nothing', async () => {
    for (const name of ['a', 'b']) {
      const { job, mediaId } = await connected(name)
      await show(job, await media.put(mediaId, [picture]))
      const listing = { startedIn: 'importing', posts: [], listed: new Set<string>() } as const
      await database.refreshes.finishPosts(job, { ...listing, isFull: true, nextRunAt: () => now })
      now += 3_600_000
      // A second listing has to confirm that no post is left.
      const due = await database.jobs.claim(10, 60_000)
      const again = due.find(({ id }) => id === job.id)
      if (!again) throw new Error('The job is not due.')
      await database.refreshes.finishPosts(again, {
        ...listing,
        isFull: true,
        nextRunAt: () => now,
      })
    }
    expect(await keysIn(files)).toHaveLength(2)
    now += graceMs
    await Promise.all([sweep(), sweep()])
    expect(await keysIn(files)).toEqual([])
  })

  test('a resized copy that is stored after its original was deleted is deleted too', async () => {
    const { mediaId } = await connected('a')
    const { id } = await media.put(mediaId, [picture])
    now += graceMs
    let swept: Promise<unknown> | undefined
    const late = createMediaStore({
      ...files,
      async put(key, draft) {
        swept ??= sweep()
        await swept
        await files.put(key, draft)
      },
    })
    await createResizer(late).find({ kind: 'resized', id, width: 320, format: 'jpg' })
    expect(await keysIn(files)).toHaveLength(1)
    await sweep()
    expect(await keysIn(files)).toEqual([])
  })

  describe('many files', () => {
    // Only the keys matter here, so that no file is written.
    let keys: Set<string>
    let listings: number
    let beforeListing: (listing: number) => Promise<unknown>
    beforeEach(() => {
      keys = new Set()
      listings = 0
      beforeListing = async () => {}
    })

    /** An account that shows `shown` files and has `dropped` others. */
    async function accountWith(name: string, shown: number, dropped: number) {
      const { job, mediaId } = await connected(name)
      const posts = Array.from({ length: shown + dropped }, (_, number) => {
        const hash = `${number}`.padStart(24, '0').padEnd(64, '0')
        const file: StoredFile = {
          id: newFileId(mediaId, hash, now),
          extension: 'jpg',
          bytes: 1,
        }
        keys.add(mediaKey(originalPath(file)) ?? '')
        const platformUrl = 'https://cdn.photos.example/a.jpg'
        return storedPost({
          ...{ id: `${number}`, position: 0, publishedAt: 0 },
          media: { platformUrl, file },
        })
      })
      await database.refreshes.savePosts(job, posts.slice(0, shown), null)
    }

    const stored: Pick<MediaStore, 'list' | 'delete' | 'sweepDrafts'> = {
      async *list() {
        listings += 1
        await beforeListing(listings)
        const all = [...keys].sort()
        for (let start = 0; start < all.length; start += 100) yield all.slice(start, start + 100)
      },
      async delete(files, onDeleted) {
        for (const file of files) {
          keys.delete(file.key)
          onDeleted?.(file)
        }
      },
      sweepDrafts: async () => {},
    }
    const sweepKeys = (isConfirmed = false) =>
      runSweep({ database, media: stored, clock: () => now, report }, { signal, isConfirmed })

    test.each([
      ['100 of 101 files', 1, 100, true],
      ['101 of 505 files', 404, 101, true],
      ['101 of 504 files', 403, 101, false],
    ])('%s', async (_, shown, dropped, isAllowed) => {
      await accountWith('a', shown, dropped)
      now += graceMs
      const count = { listed: shown + dropped, garbage: dropped }
      expect(await sweepKeys()).toEqual({
        ...count,
        deleted: isAllowed ? dropped : 0,
        isStopped: !isAllowed,
      })
      expect(keys.size).toBe(isAllowed ? shown : shown + dropped)
      expect(stops).toMatchObject(isAllowed ? [] : [count])
      expect(await database.sweeps.stopped()).toEqual(isAllowed ? null : { since: now, ...count })
    })

    test('a stopped sweep deletes nothing, however little it finds, until it is confirmed', async () => {
      await accountWith('a', 1, 101)
      now += graceMs
      const stoppedAt = now
      await sweepKeys()
      await accountWith('b', 600, 0)
      now += graceMs
      const count = { listed: 702, garbage: 101 }
      expect(await sweepKeys()).toEqual({ ...count, deleted: 0, isStopped: true })
      expect(await database.sweeps.stopped()).toEqual({ since: stoppedAt, ...count })
      expect(await sweepKeys(true)).toEqual({ ...count, deleted: 101, isStopped: false })
      expect(await database.sweeps.stopped()).toBeNull()
      expect(keys.size).toBe(601)
    })

    test('a sweep stops that finds more to delete than it has counted', async () => {
      await accountWith('a', 450, 150)
      await accountWith('b', 450, 0)
      now += graceMs
      beforeListing = async (listing) =>
        listing === 2 && database.tables.db.deleteFrom('post').execute()
      const result = await sweepKeys()
      expect(result).toEqual({ listed: 1050, garbage: 150, deleted: 100, isStopped: true })
      expect(keys.size).toBe(950)
    })
  })

  describe('in the queue', () => {
    async function runDue() {
      const run = mediaSweep({ database, media, clock: () => now, report })
      const claimed = await database.sweeps.claim(1, 60_000)
      for (const each of claimed) await database.sweeps.complete(each, await run(each, signal))
      return claimed.length
    }

    test('runs a day after the database was created, and once in each day from then on', async () => {
      await database.tables.db.deleteFrom('media_sweep').execute()
      expect(await runDue()).toBe(0)
      expect(await nextSweepAt(database)).toBe(now + graceMs)
      now += graceMs - 1
      expect(await runDue()).toBe(0)
      now += 1
      expect(await runDue()).toBe(1)
      expect(await nextSweepAt(database)).toBe(now + graceMs)
      expect(await runDue()).toBe(0)
    })

    test('is claimed by one process at a time, and by another when that died', async () => {
      expect(await database.sweeps.claim(1, 60_000)).toHaveLength(1)
      expect(await database.sweeps.claim(1, 60_000)).toEqual([])
      now += 60_000
      expect(await database.sweeps.claim(1, 60_000)).toHaveLength(1)
    })
  })
})
