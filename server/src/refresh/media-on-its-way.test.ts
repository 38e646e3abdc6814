import { beforeEach, expect, it } from 'vitest'
import { storedAccount, storedPost } from '../../../testing/store/index.ts'
import { addOwner, onBothDatabases } from '../../test/support/databases.ts'
import { notedMedia } from '../db/media-use-rows.ts'
import type { Database } from '../db/ports.ts'
import type { ClaimedJob } from '../jobs/job.ts'
import { LostJob } from '../jobs/leases.ts'

const file = (id: string) => ({ id: id.repeat(32), extension: 'jpg' as const, bytes: 10 })
const [shown, left] = [file('a'), file('b')]
const ended = { beganIn: 'importing', listed: null, dropsMedia: false } as const
const names = ({ id }: { id: string }) => `${id}.jpg`

onBothDatabases((databases) => {
  let now: number
  let database: Database
  let job: ClaimedJob
  beforeEach(async () => {
    now = 1000
    database = await databases.open({ clock: () => now })
    await addOwner(database, 'mara', 'free')
    await database.connections.connect('mara', {
      ...{ platformId: 'platform-1', platformOwnerId: 'scoped-1', token: 'token-1' },
      ...{ profile: storedAccount().profile, tokenExpiresAt: 60_000, permissions: ['basic'] },
    })
    job = await claimPosts()
  })

  async function claimPosts(): Promise<ClaimedJob> {
    const claimed = (await database.jobs.claim(3, 60_000)).find(({ kind }) => kind === 'posts')
    if (!claimed) throw new Error('There is no job.')
    return claimed
  }

  const unheld = () => notedMedia(database.tables.db, job.accountId)
  const messages = async () => (await database.outbox.list()).map(({ kind }) => kind)

  it('a file is nobody’s to delete while its run goes on, and is when the run has ended without it', async () => {
    const { refreshes } = database
    await refreshes.noteMedia(job, shown)
    await refreshes.noteMedia(job, left)
    expect(await unheld()).toEqual([])
    const media = { platformUrl: 'https://cdn.photos.example/a.jpg', file: shown }
    await refreshes.savePosts(job, [storedPost({ position: 0, publishedAt: 0, media })])
    expect(await unheld()).toEqual([names(shown)])
    await refreshes.finishPosts(job, ended)
    expect((await unheld()).sort()).toEqual([shown, left].map(names))
    expect(await messages()).toEqual(['delete_unused_media', 'clear_edge'])
  })

  it('what a run left that died is ended by the next run that does not', async () => {
    await database.refreshes.noteMedia(job, left)
    now += 60_000
    const next = await claimPosts()
    await expect(database.refreshes.noteMedia(job, shown)).rejects.toBeInstanceOf(LostJob)
    expect(await unheld()).toEqual([])
    await database.refreshes.finishPosts(next, ended)
    expect(await unheld()).toEqual([names(left)])
    expect(await messages()).toEqual(['delete_unused_media', 'clear_edge'])
  })

  it('a run that leaves nothing has nothing deleted', async () => {
    await database.refreshes.finishPosts(job, ended)
    expect(await messages()).toEqual(['clear_edge'])
  })

  it('with the account goes all that was on its way, and nothing more is noted', async () => {
    await database.refreshes.noteMedia(job, left)
    await database.connections.apply(job.accountId, 'disconnected')
    expect(await unheld()).toEqual([names(left)])
    await expect(database.refreshes.noteMedia(job, shown)).rejects.toBeInstanceOf(LostJob)
  })
})
