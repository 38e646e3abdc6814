import { readdir } from 'node:fs/promises'
import type { StoredFile } from '@photofeed/core'
import { expect } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import { ConnectionRejected } from '../../src/connections/connection.ts'
import type { Database } from '../../src/database.ts'
import { LostJob } from '../../src/jobs/leases.ts'
import { RetryAt } from '../../src/jobs/work-runner.ts'
import { type FileStore, MediaStoreProblem } from '../../src/media/file-store.ts'
import { mediaKey, originalPath, parseMediaKey } from '../../src/media/media-keys.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { mediaSweep } from '../../src/media/media-sweep.ts'
import { createResizer } from '../../src/media/resizer.ts'
import { FileTooOld } from '../../src/media/shown-files.ts'
import type { PlatformClient } from '../../src/platform/platform-client.ts'
import { postSchema, profileSchema } from '../../src/platform/platform-schema.ts'
import { createProfileRefresh } from '../../src/refresh/account-refresh.ts'
import { createPostsRefresh } from '../../src/refresh/posts-refresh.ts'
import { createDelivery } from '../../src/work.ts'
import { jpegOf } from '../support/pictures.ts'
import { requestSweep } from '../support/queues.ts'
import { keysIn } from '../support/s3.ts'
import { type Actor, createActor, type Operate, operated } from './baton.ts'

const colors = ['#a11', '#1a1', '#11a', '#aa1']
const pictures = await Promise.all(colors.map(jpegOf))
const hour = 3_600_000

export const accounts = ['one', 'two'] as const
type Name = (typeof accounts)[number]

interface ModelPost {
  id: string
  picture: number
  /** A video whose file the platform withholds has its poster only. */
  isWithheld: boolean
}

interface ModelAccount {
  picture: number
  posts: ModelPost[]
}

/** What a process may end with: it is run again later. */
const expected = [LostJob, RetryAt, FileTooOld, MediaStoreProblem, ConnectionRejected]

/** Processes that share a database and a file store, on a clock that the test moves. */
export function mediaWorld(database: Database, files: FileStore, clock: { now: number }) {
  const now = () => clock.now
  const signal = new AbortController().signal
  const model: Record<Name, ModelAccount> = {
    one: { picture: 0, posts: [] },
    two: { picture: 0, posts: [] },
  }
  let named = 0

  const url = (picture: number, what: string) => `https://cdn.photos.example/${picture}.jpg?${what}`
  const download = async (address: URL) =>
    new Response(Buffer.from(pictures[Number.parseInt(address.pathname.slice(1), 10)] ?? ''))
  const profileOf = (name: Name) =>
    profileSchema.parse({
      ...{ user_id: name, username: name },
      profile_picture_url: url(model[name].picture, 'profile'),
    })
  const postOf = ({ id, picture, isWithheld }: ModelPost) =>
    postSchema.parse({
      ...{ id, media_type: 'VIDEO', permalink: `https://photos.example/${id}/` },
      ...(!isWithheld && { media_url: url(picture, `${id}v`) }),
      thumbnail_url: url((picture + 1) % pictures.length, id),
      timestamp: '2026-01-02T03:04:05+0000',
    })
  const platform = {
    profile: async (token: string) => profileOf(token as Name),
    async *mediaPages(token: string) {
      const posts = model[token as Name].posts.map(postOf)
      for (const [index, post] of posts.entries()) {
        const complete = index === posts.length - 1
        yield { posts: [post], leftOut: [], complete, next: null }
      }
      if (posts.length === 0) yield { posts, leftOut: [], complete: true, next: null }
    },
  } as unknown as PlatformClient

  function partsOf(operate: Operate) {
    const gated: FileStore = {
      ...operated(files, operate),
      drafts: operated(files.drafts, operate),
      async *list(folder) {
        const pages = files.list(folder)[Symbol.asyncIterator]()
        for (;;) {
          const page = await operate('list', () => pages.next())
          if (page.done) return
          // Small pages, so that a sweep is interrupted in many places.
          for (let start = 0; start < page.value.length; start += 3) {
            yield page.value.slice(start, start + 3)
          }
        }
      },
    }
    return {
      media: createMediaStore(gated, now),
      platform,
      download,
      clock: now,
      random: () => 0,
      report() {},
      connections: operated(database.connections, operate),
      refreshes: operated(database.refreshes, operate),
      jobs: operated(database.jobs, operate),
      outbox: operated(database.outbox, operate),
      sweeps: operated(database.sweeps, operate),
    }
  }

  const processes = {
    async refresh(operate: Operate) {
      const parts = partsOf(operate)
      const handlers = {
        ...{ posts: createPostsRefresh(parts), profile: createProfileRefresh(parts) },
        token: async () => ({ nextRunAt: now() + 1000 * hour }),
      }
      const [job] = await parts.jobs.claim(1, 60_000)
      if (!job) return
      try {
        await parts.jobs.complete(job, await handlers[job.kind as 'posts'](job, signal))
      } catch (error) {
        await parts.jobs.fail(job, `${error}`, now())
        throw error
      }
    },
    async outbox(operate: Operate) {
      const parts = partsOf(operate)
      const deliver = createDelivery({ ...parts, database, purge: null })
      for (const message of await parts.outbox.claim(4, 60_000)) {
        await operate('handle', async () => {})
        await deliver(message, signal)
        await parts.outbox.complete(message)
      }
    },
    async sweep(operate: Operate) {
      const { media, sweeps, report } = partsOf(operate)
      const [sweep] = await sweeps.claim(1, 60_000)
      if (!sweep) return
      const run = mediaSweep({ database: { sweeps }, media, clock: now, report })
      await sweeps.complete(sweep, await run(sweep, signal))
    },
    async resize(operate: Operate) {
      const { media } = partsOf(operate)
      const [file] = await operate('look', async () => [...(await shown()).values()])
      if (!file) return
      const path = { kind: 'resized', id: file.id, width: 320, format: 'jpg' } as const
      await createResizer(media).find(path)
    },
  }

  /** The originals that posts and profiles show, by their keys. */
  async function shown(): Promise<Map<string, StoredFile>> {
    const found = new Map<string, StoredFile>()
    const { reader } = database.tables
    const rows = await reader.selectFrom('account').select(['profile', 'media_id']).execute()
    const posts = await reader.selectFrom('post').select('doc').execute()
    const texts = [...rows.map(({ profile }) => profile), ...posts.map(({ doc }) => doc)]
    for (const text of texts) {
      JSON.parse(text, (key, value) => {
        if (key === 'file' && value) found.set(mediaKey(originalPath(value)) ?? '', value)
        return value
      })
    }
    return found
  }

  return {
    model,
    start: (kind: keyof typeof processes): Actor => createActor(processes[kind]),

    /** An owner connects an account, again or for the first time, or reconnects it. */
    async connect(name: Name) {
      const owner = `owner of ${name}`
      const grant = {
        ...{ platformId: name, platformOwnerId: name, token: name, permissions: ['basic'] },
        profile: { ...storedAccount().profile, username: name },
        tokenExpiresAt: now() + 10_000 * hour,
      }
      const [connection] = await database.connections.ofPlatformOwner(name)
      try {
        if (connection?.ownerId === owner) {
          await database.connections.reconnect(owner, connection.accountId, grant)
        } else await database.connections.connect(owner, grant)
      } catch (error) {
        if (!(error instanceof ConnectionRejected)) throw error
      }
    },
    async disconnect(name: Name) {
      const [connection] = await database.connections.ofPlatformOwner(name)
      if (connection) await database.connections.apply(connection.accountId, 'disconnected')
    },
    publish(name: Name, picture: number) {
      named += 1
      const post = { id: `1${named}`, picture: picture % pictures.length, isWithheld: false }
      model[name].posts = [post, ...model[name].posts].slice(0, 3)
    },
    withhold(name: Name, place: number) {
      const post = model[name].posts[place % 3]
      if (post) post.isWithheld = !post.isWithheld
    },
    removePost: (name: Name, place: number) => void model[name].posts.splice(place % 3, 1),

    assertExpected(actor: Actor) {
      const error = actor.error()
      // A draft that a clock made old was swept while it was inspected.
      if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
      if (error !== undefined && !expected.some((type) => error instanceof type)) throw error
    },

    /** Whatever is shown is there. */
    async assertNothingLost() {
      for (const [key, file] of await shown()) {
        expect((await files.find(key))?.bytes, key).toBe(file.bytes)
      }
    },

    /** After the grace period and a sweep, only what is shown is there. */
    async assertNothingLeft(drafts: string) {
      const ids = new Set([...(await shown()).values()].map(({ id }) => id))
      const left = (await keysIn(files)).filter((key) => !ids.has(parseMediaKey(key)?.id ?? ''))
      expect(left).toEqual([])
      expect(await readdir(drafts).catch(() => [])).toEqual([])
    },

    /**
     * Runs the outbox and sweeps to their ends, as a server does that nobody kills. Media that were stored after their
     * account was deleted go a week after a sweep has found them.
     */
    async settle() {
      const direct: Operate = (_, work) => work()
      for (let round = 0; round < 5; round += 1) await processes.outbox(direct)
      const media = createMediaStore(files, now)
      const run = mediaSweep({ database, media, clock: now, report() {} })
      for (let round = 0; round < 2; round += 1) {
        clock.now += 8 * 24 * hour
        await requestSweep(database)
        for (const sweep of await database.sweeps.claim(1, 60_000)) {
          await database.sweeps.complete(sweep, await run(sweep, signal))
        }
      }
    },
  }
}
