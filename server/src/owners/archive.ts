import { setImmediate, setTimeout } from 'node:timers/promises'
import { type FeedStore, type Media, noFilter, originalUrl, type StoredPost } from '@photofeed/core'
import pLimit from 'p-limit'
import type { Database } from '../stores/database.ts'

interface ArchiveParts {
  data: Pick<Database, 'owners' | 'sessions' | 'connections' | 'feeds' | 'store'>
  cdnUrl: string
  clock(): number
}

const time = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** Each reads all posts of its owner's accounts. */
const maximumArchives = 2
/** How often an archive that waits sends a byte, so that no proxy times out. */
const waitingMs = 15_000
/** Large enough that few chunks pass the layers above, and small beside the memory of a server. */
const chunkCharacters = 64 * 1024

export type Archive = (ownerId: string) => AsyncIterable<string>

/** Returns a function that writes everything stored about an owner as JSON. A few archives are written at the same time; others wait. */
export function createArchive(parts: ArchiveParts): Archive {
  const limit = pLimit(maximumArchives)
  /** The end of the last one of each owner, so that nobody has all places. */
  const last = new Map<string, Promise<void>>()
  return async function* (ownerId) {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const before = last.get(ownerId)
    last.set(ownerId, ended)
    const turn = new Promise<true>((start) => {
      const wait = () => {
        start(true)
        return ended
      }
      Promise.resolve(before).then(() => limit(wait))
    })
    try {
      const wait = () => setTimeout(waitingMs, false, { ref: false })
      while (!(await Promise.race([turn, wait()]))) yield '\n'
      let chunk = ''
      for await (const text of archiveOf(parts, ownerId)) {
        chunk += text
        if (chunk.length < chunkCharacters) continue
        yield chunk
        chunk = ''
      }
      yield chunk
    } finally {
      end()
      if (last.get(ownerId) === ended) last.delete(ownerId)
    }
  }
}

/** Writes an archive without API keys, tokens and the hash of the password. */
async function* archiveOf(
  { data, cdnUrl, clock }: ArchiveParts,
  ownerId: string,
): AsyncGenerator<string> {
  const owner = await data.owners.read(ownerId)
  const sessions = await data.sessions.list(ownerId, clock())
  const signIn = {
    ...owner,
    signedUpAt: time(owner.signedUpAt),
    sessions: sessions.map(({ signedInAt, endsAt }) => ({
      signedInAt: time(signedInAt),
      endsAt: time(endsAt),
    })),
    exportedAt: time(clock()),
  }
  yield `{"owner": ${JSON.stringify(signIn)},\n"accounts": [`
  const feeds = await data.feeds.ofOwner(ownerId)
  let separator = '\n'
  for (const connection of await data.connections.ofOwner(ownerId)) {
    const { accountId, platformId, platformOwnerId, plan, status, permissions } = connection
    const account = {
      ...{ platformId, plan, status, permissions, platformOwnerId },
      connectedAt: time(connection.connectedAt),
      lastFetchAt: time(connection.lastFetchAt),
      profile: connection.profile,
      feed: feeds.get(accountId) ?? null,
    }
    yield `${separator}{"account": ${feedJson(account, cdnUrl)},\n"posts": [`
    separator = '\n'
    for await (const post of postsOf(data.store, accountId)) {
      yield `${separator}${feedJson(post, cdnUrl)}`
      separator = ',\n'
    }
    yield '\n]}'
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Writes what is stored as JSON, with times as text, and URLs in place of pictures and videos. */
function feedJson(value: unknown, cdnUrl: string): string {
  const isMedia = (field: unknown): field is Media => Object.hasOwn(Object(field), 'platformUrl')
  return JSON.stringify(value, (key, field: unknown) => {
    if (key === 'publishedAt') return time(field as number)
    if (!isMedia(field)) return field
    return field.file ? originalUrl(cdnUrl, field.file) : field.platformUrl
  })
}

/** Reads the posts of an account from the newest to the oldest, few at a time: a post with all its comments may have 100 KB. */
async function* postsOf(store: FeedStore, accountId: number): AsyncGenerator<StoredPost> {
  for (let last: StoredPost | undefined; ; ) {
    const posts = await store.findPosts(accountId, {
      ...{ ...noFilter, comments: true, limit: 4 },
      ...{ order: { by: 'position', direction: 'desc' }, after: last ?? null },
    })
    yield* posts
    last = posts.at(-1)
    if (!last) return
    // With SQLite and a fast reader nothing waits, and other requests would.
    await setImmediate()
  }
}
