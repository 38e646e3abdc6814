import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FeedStore, Media, StoredFile, StoredPost } from '@photofeed/core'
import { makeZip } from 'client-zip'
import { originalPath } from '../media/media-keys.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Database } from '../stores/database.ts'
import type { Connection } from '../stores/service/connections.ts'
import { sessionLifetimes } from '../stores/service/sessions.ts'
import { postJson, profileJson } from './platform-json.ts'

const { idleMs, totalMs } = sessionLifetimes

/** How many posts a file of the archive has. */
const postsPerFile = 200

interface ArchiveParts {
  data: Pick<Database, 'owners' | 'sessions' | 'connections' | 'store'>
  media: Pick<MediaStore, 'open'>
  clock(): number
}

interface EntryParts extends ArchiveParts {
  /** Aborts when the reader of the archive leaves. */
  signal: AbortSignal
}

interface Entry {
  name: string
  input: string | Readable | AsyncGenerator<string>
  lastModified?: Date
}

const json = (name: string, value: unknown): Entry => ({
  name,
  input: `${JSON.stringify(value, null, 2)}\n`,
})
const time = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/**
 * Returns everything that is stored about an owner as a ZIP archive: `owner.json`, and for each account a folder with
 * `account.json`, `profile.json`, `posts-0001.json` …, and `media`. API keys, tokens and the hash of the password are left
 * out. The archive is written while it is read, so it may be of any size.
 */
export function ownerArchive(
  parts: ArchiveParts,
  ownerId: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const leaving = new AbortController()
  const archive = makeZip(entries({ ...parts, signal: leaving.signal }, ownerId)).getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await archive.read()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    async cancel(reason) {
      leaving.abort()
      // It rejects with the reason.
      await archive.cancel(reason).catch(() => {})
    },
  })
}

async function* entries(parts: EntryParts, ownerId: string): AsyncGenerator<Entry> {
  const { data, clock } = parts
  const owner = await data.owners.read(ownerId)
  const sessions = await data.sessions.list(ownerId, clock())
  const connections = await data.connections.ofOwner(ownerId)
  // The platform's names are unique at a time, and stored at different ones.
  const folderOf = ({ username, accountId }: Connection) => `${username}-${accountId}`
  yield json('owner.json', {
    ...owner,
    signedUpAt: time(owner.signedUpAt),
    sessions: sessions.map(({ createdAt, usedAt, address, userAgent }) => ({
      signedInAt: time(createdAt),
      endsAt: time(Math.min(usedAt + idleMs, createdAt + totalMs)),
      ...{ address, browser: userAgent },
    })),
    accounts: connections.map(folderOf),
    exportedAt: time(clock()),
  })
  for (const connection of connections) {
    const { platformId, platformOwnerId, plan, status, permissions, profile } = connection
    yield json(`${folderOf(connection)}/account.json`, {
      ...{ platformId, plan, status, permissions, platformOwnerId },
      connectedAt: time(connection.connectedAt),
      lastFetchAt: time(connection.lastFetchAt),
    })
    const profileOf = (urlOf: (media: Media) => string) => profileJson(platformId, profile, urlOf)
    yield* feedEntries(parts, connection.accountId, folderOf(connection), profileOf)
  }
}

/** Returns the profile, the posts from the newest to the oldest, and their media, each file once. */
async function* feedEntries(
  { data, media, signal }: EntryParts,
  accountId: number,
  folder: string,
  profileOf: (urlOf: (media: Media) => string) => unknown,
): AsyncGenerator<Entry> {
  const written = new Set<string>()
  const waiting: StoredFile[] = []
  const urlOf = ({ file, platformUrl }: Media) => {
    if (!file) return platformUrl
    if (!written.has(file.id)) waiting.push(file)
    written.add(file.id)
    return nameOf(file)
  }
  async function* mediaEntries(): AsyncGenerator<Entry> {
    for (const file of waiting.splice(0)) {
      const found = await media.open(originalPath(file))
      // It may have been deleted since the post was read.
      const input = found?.body
      if (!input) continue
      // client-zip does not close what it was reading.
      const close = () => void input.destroy()
      signal.addEventListener('abort', close)
      if (signal.aborted) close()
      yield { name: `${folder}/${nameOf(file)}`, input }
      signal.removeEventListener('abort', close)
    }
  }

  yield json(`${folder}/profile.json`, profileOf(urlOf))
  yield* mediaEntries()
  const posts = readPosts(data.store, accountId)
  let next = await posts.next()
  /** Writes posts of a file one by one: with their comments, all of them take some 20 MB for as long as the reader is slow. */
  async function* fileOfPosts(): AsyncGenerator<string> {
    yield '{"data": ['
    for (let count = 0; count < postsPerFile && !next.done; count++) {
      yield `${count === 0 ? '' : ','}\n${JSON.stringify(postJson(next.value, urlOf), null, 2)}`
      next = await posts.next()
    }
    yield '\n]}\n'
  }
  for (let number = 1; !next.done; number++) {
    const name = `${folder}/posts-${String(number).padStart(4, '0')}.json`
    yield { name, input: fileOfPosts() }
    yield* mediaEntries()
  }
}

/** Yields the posts of an account from the newest to the oldest. */
async function* readPosts(store: FeedStore, accountId: number): AsyncGenerator<StoredPost> {
  for (let last: StoredPost | undefined; ; ) {
    const posts = await store.findPosts(accountId, {
      ...{ type: null, publishedAfter: null, publishedBefore: null, comments: true, limit: 10 },
      ...{ order: { by: 'position', direction: 'desc' }, after: last ?? null },
    })
    last = posts.at(-1)
    if (!last) return
    yield* posts
    // With SQLite and a fast reader nothing waits, and other requests would.
    await setImmediate()
  }
}

function nameOf({ id, extension }: StoredFile): string {
  return `media/${id.slice(id.indexOf('/') + 1)}.${extension}`
}
