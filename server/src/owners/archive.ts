import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FeedStore, Media, StoredFile, StoredPost } from '@photofeed/core'
import { makeZip } from 'client-zip'
import { originalPath } from '../media/media-keys.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Database } from '../stores/database.ts'
import type { Connection } from '../stores/service/connections.ts'

interface ArchiveParts {
  data: Pick<Database, 'owners' | 'sessions' | 'connections' | 'store'>
  media: Pick<MediaStore, 'open'>
  clock(): number
  /** Called with an error that ends the archive; may throw it. Errors are thrown by default. */
  onError?(error: unknown): void
}

interface Entry {
  name: string
  input: string | Readable | AsyncGenerator<string>
}

const json = (name: string, value: unknown): Entry => ({
  name,
  input: `${JSON.stringify(value, null, 2)}\n`,
})
const time = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/**
 * Returns everything that is stored about an owner as a ZIP archive: `owner.json`, and for each account a folder with
 * `account.json`, `profile.json`, `posts.json` and `media`. API keys, tokens and the hash of the password are left
 * out. The archive is written while it is read, so it may be of any size.
 */
export function ownerArchive(
  parts: ArchiveParts,
  ownerId: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { onError } = parts
  const leaving = new AbortController()
  const archive = makeZip(entries(parts, ownerId, leaving.signal)).getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await archive.read().catch((error: unknown) => {
        if (!onError) throw error
        onError(error)
        return { done: true, value: undefined }
      })
      // Throws, without effect, if the reader has left.
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

/** `signal` aborts when the reader of the archive leaves. */
async function* entries(
  { data, media, clock }: ArchiveParts,
  ownerId: string,
  signal: AbortSignal,
): AsyncGenerator<Entry> {
  const owner = await data.owners.read(ownerId)
  const sessions = await data.sessions.stored(ownerId)
  const connections = await data.connections.ofOwner(ownerId)
  // The platform's names are unique at a time, and stored at different ones.
  const folderOf = ({ username, accountId }: Connection) => `${username}-${accountId}`
  yield json('owner.json', {
    ...owner,
    signedUpAt: time(owner.signedUpAt),
    sessions: sessions.map(({ signedInAt, endsAt, address, userAgent }) => ({
      ...{ signedInAt: time(signedInAt), endsAt: time(endsAt) },
      ...{ address, browser: userAgent },
    })),
    accounts: connections.map(folderOf),
    exportedAt: time(clock()),
  })
  for (const connection of connections) {
    const { accountId, platformId, platformOwnerId, plan, status, permissions } = connection
    const folder = folderOf(connection)
    yield json(`${folder}/account.json`, {
      ...{ platformId, plan, status, permissions, platformOwnerId },
      connectedAt: time(connection.connectedAt),
      lastFetchAt: time(connection.lastFetchAt),
    })
    const files = new Map<string, StoredFile>()
    const jsonOf = feedJson(files)
    yield { name: `${folder}/profile.json`, input: `${jsonOf(connection.profile)}\n` }
    yield { name: `${folder}/posts.json`, input: postsJson(data.store, accountId, jsonOf) }
    for (const file of files.values()) {
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
}

/**
 * Returns a function that writes what is stored as JSON, with times as text, and in place of each picture and video the name
 * of its file, which it adds to `files`, or else the platform's URL.
 */
function feedJson(files: Map<string, StoredFile>): (value: unknown) => string {
  const isMedia = (field: unknown): field is Media => Object.hasOwn(Object(field), 'platformUrl')
  const replace = (key: string, field: unknown) => {
    if (key === 'publishedAt') return time(field as number)
    if (!isMedia(field)) return field
    if (!field.file) return field.platformUrl
    files.set(field.file.id, field.file)
    return nameOf(field.file)
  }
  return (value) => JSON.stringify(value, replace, 2)
}

/** Writes the posts of an account one by one, from the newest to the oldest: all of them may not fit into memory. */
async function* postsJson(
  store: FeedStore,
  accountId: number,
  jsonOf: (post: StoredPost) => string,
): AsyncGenerator<string> {
  let separator = '['
  for (let last: StoredPost | undefined; ; ) {
    const posts = await store.findPosts(accountId, {
      ...{ type: null, publishedAfter: null, publishedBefore: null, comments: true, limit: 10 },
      ...{ order: { by: 'position', direction: 'desc' }, after: last ?? null },
    })
    for (const post of posts) {
      yield `${separator}\n${jsonOf(post)}`
      separator = ','
    }
    last = posts.at(-1)
    if (!last) break
    // With SQLite and a fast reader nothing waits, and other requests would.
    await setImmediate()
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

function nameOf({ id, extension }: StoredFile): string {
  return `media/${id.slice(id.indexOf('/') + 1)}.${extension}`
}
