import { join } from 'node:path'
import type { StoredFile } from '@photofeed/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { storedAccount, storedPost } from '../../../testing/store/index.ts'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { addOwner, onBothDatabases } from '../../test/support/databases.ts'
import { jpegOf } from '../../test/support/pictures.ts'
import { nextSweepAt } from '../../test/support/queues.ts'
import { keysIn, putBytes } from '../../test/support/s3.ts'
import type { Database } from '../db/database.ts'
import type { ClaimedJob } from '../db/jobs.ts'
import { shownFiles } from '../db/shown-files.ts'
import { mediaSweep, outboxHandlers } from '../work.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import { createResizer } from './media-handler.ts'
import { accountFolder, graceMs, mediaKey, originalPath } from './media-keys.ts'
import { createMediaStore, type MediaStore, sweepMedia } from './media-store.ts'

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
  const sweepWith = (shown: (mediaId: string) => Promise<Set<string>>, after = '') =>
    sweepMedia({ media, clock: () => now, shownFiles: shown }, after, signal, async () => {})
  const sweep = () => sweepWith((mediaId) => shownFiles(database.tables.reader, mediaId))
  const deleteDisconnected = async () => {
    const handlers = outboxHandlers({ database, media, purge: null })
    for (const message of await database.outbox.claim(10, 60_000)) {
      await handlers[message.kind](message, signal)
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
    await media.put('fedcba9876543210', [picture])
    now += graceMs - 1000
    const young = await media.put(mediaId, [await jpegOf('#222')])
    const before = await keysIn(files)
    await sweep()
    expect(await keysIn(files)).toEqual(before)
    now += 1000
    await sweep()
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
    await sweepWith(async (id) => {
      const shown = await shownFiles(database.tables.reader, id)
      saving ??= show(job, file)
      await saving
      return shown
    })
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
    await media.put(mediaId, [picture])
    now += graceMs
    await sweep()
    expect(await keysIn(files)).toEqual([mediaKey(originalPath(other))])
  })

  test('two accounts that drop the same picture leave nothing', async () => {
    for (const name of ['a', 'b']) {
      const { job, mediaId } = await connected(name)
      await show(job, await media.put(mediaId, [picture]))
      const listing = { startedIn: 'importing', posts: [], listed: new Set<string>() } as const
      await database.refreshes.finishPosts(job, { ...listing, isFull: true, nextRunAt: now })
      now += 3_600_000
      // A second listing has to confirm that no post is left.
      const due = await database.jobs.claim(10, 60_000)
      const again = due.find(({ id }) => id === job.id)
      if (!again) throw new Error('The job is not due.')
      await database.refreshes.finishPosts(again, { ...listing, isFull: true, nextRunAt: now })
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
    let swept: Promise<void> | undefined
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

  describe('in the queue', () => {
    const run = async (stopAfter = Number.POSITIVE_INFINITY) => {
      const stop = new AbortController()
      const seen: string[] = []
      const pages: MediaStore = {
        ...media,
        async *list(after) {
          for await (const keys of media.list(after)) {
            for (const key of keys) {
              if (seen.length === stopAfter) stop.abort()
              if (!stop.signal.aborted) seen.push(key)
              yield [key]
            }
          }
        },
      }
      for (const claimed of await database.sweeps.claim(1, 60_000)) {
        await mediaSweep(
          database,
          pages,
          () => now,
        )(claimed, stop.signal).then(
          (done) => database.sweeps.complete(claimed, done),
          () => database.sweeps.fail(claimed, 'Stopped.', now),
        )
      }
      return seen
    }

    test('runs once in each grace period, and continues where it was interrupted', async () => {
      const { mediaId } = await connected('a')
      for (const color of ['#111', '#222', '#333']) {
        await media.put(mediaId, [await jpegOf(color)])
      }
      const keys = await keysIn(files)
      expect(await run(1)).toEqual(keys.slice(0, 1))
      expect(await run()).toEqual(keys.slice(1))
      expect(await run()).toEqual([])
      expect(await nextSweepAt(database)).toBe(now + graceMs)
      now += graceMs
      expect(await run()).toEqual(keys)
      expect(await keysIn(files)).toEqual([])
    })

    test('is claimed by one process at a time, and by another when that died', async () => {
      expect(await database.sweeps.claim(1, 60_000)).toHaveLength(1)
      expect(await database.sweeps.claim(1, 60_000)).toEqual([])
      now += 60_000
      expect(await database.sweeps.claim(1, 60_000)).toHaveLength(1)
    })
  })
})
