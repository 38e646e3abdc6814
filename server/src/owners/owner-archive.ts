import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Media, StoredFile, StoredPost } from '@photofeed/core'
import { makeZip } from 'client-zip'
import { originalPath } from '../media/media-keys.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Db } from '../stores/schema.ts'
import { fromPostDocument, fromProfileDocument } from '../stores/stored-documents.ts'
import { postJson, profileJson } from './platform-json.ts'

/** How many posts a file of the archive has. */
const postsPerFile = 200
const postsPerQuery = 10

interface ArchiveParts {
  db: Db
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
  const { db, clock } = parts
  const accounts = await db
    .selectFrom('connection')
    .innerJoin('account', 'account.id', 'connection.account_id')
    .select(['account.id', 'account.platform_id as platformId', 'account.plan', 'account.status'])
    .select(['account.profile', 'account.last_fetch_at as lastFetchAt'])
    .select(['connected_at as connectedAt', 'permissions', 'platform_owner_id as platformOwnerId'])
    .where('connection.owner_id', '=', ownerId)
    .orderBy('account.id')
    .execute()
  const folders = accounts.map(({ id, profile }) => ({
    id,
    // The platform's names are unique at a time, and stored at different ones.
    folder: `${fromProfileDocument(profile).username}-${id}`,
  }))
  yield json('owner.json', {
    ...(await readOwner(db, ownerId)),
    accounts: folders.map(({ folder }) => folder),
    exportedAt: time(clock()),
  })
  for (const account of accounts) {
    const { id, platformId, profile, ...facts } = account
    const { folder = '' } = folders.find((each) => each.id === id) ?? {}
    yield json(`${folder}/account.json`, {
      ...{ platformId, platformOwnerId: facts.platformOwnerId },
      ...{ plan: facts.plan, status: facts.status },
      permissions: facts.permissions.split(',').filter(Boolean),
      ...{ connectedAt: time(facts.connectedAt), lastFetchAt: time(facts.lastFetchAt) },
    })
    yield* feedEntries(parts, id, folder, (urlOf) =>
      profileJson(platformId, fromProfileDocument(profile), urlOf),
    )
  }
}

async function readOwner(db: Db, ownerId: string) {
  const { email, plan, created_at } = await db
    .selectFrom('owner')
    .select(['email', 'plan', 'created_at'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('owner_session')
    .select(['created_at', 'expires_at', 'address', 'user_agent'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
  return {
    ...{ email, plan, signedUpAt: time(created_at) },
    sessions: sessions.map(({ created_at, expires_at, address, user_agent }) => ({
      ...{ signedInAt: time(created_at), endsAt: time(expires_at) },
      ...{ address, browser: user_agent },
    })),
  }
}

/** Returns the profile, the posts from the newest to the oldest, and their media, each file once. */
async function* feedEntries(
  { db, media, signal }: EntryParts,
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
  const posts = readPosts(db, accountId)
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
async function* readPosts(db: Db, accountId: number): AsyncGenerator<StoredPost> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('post')
      .select(['position', 'doc', 'comments'])
      .where('account_id', '=', accountId)
      .where('position', '<', before)
      .orderBy('position', 'desc')
      .limit(postsPerQuery)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    before = last.position
    for (const row of rows) yield fromPostDocument(row)
    // With SQLite and a fast reader nothing waits, and other requests would.
    await setImmediate()
  }
}

function nameOf({ id, extension }: StoredFile): string {
  return `media/${id.slice(id.indexOf('/') + 1)}.${extension}`
}
