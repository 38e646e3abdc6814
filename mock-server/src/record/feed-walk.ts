import { UserError } from '@photofeed/core/node'
import { type FeedAnswer, readFeedAnswer } from './feed-answer.ts'
import { type FeedKey, keyPlaceholder } from './feed-key.ts'
import type { AnsweredPage } from './feed-media.ts'
import type { FeedPage, FeedPages } from './feed-pages.ts'
import type { RecordingFolder } from './recording-folder.ts'

/** Posts asked for at a time; more than Free shows, so that the first answer tells the plan. */
export const pageSize = 25

export interface WalkParts {
  folder: RecordingFolder
  pages: FeedPages
  key: FeedKey
  /** The first page of the feed as it is now. */
  first: FeedPage
  /** Whether pages are also asked for with WebP. */
  webp: boolean
  /** At most this many posts. */
  limit: number
  /** Told after each page, with the posts so far and whether there are more to come. */
  onPage(posts: number, hasMore: boolean): void
}

/**
 * Walks a feed from its first stored post and keeps every answer, going on behind the pages that the folder has.
 * What it gives is what the files say: the key is hidden in it.
 */
export async function walkFeed(parts: WalkParts): Promise<AnsweredPage[]> {
  const pages: AnsweredPage[] = []
  const ids = new Set<string>()
  let cursor: string | null = null
  let hasMore = true
  while (hasMore) {
    const size = Math.min(pageSize, parts.limit - ids.size)
    const { page, next } = await takePage(parts, pages.length + 1, { size, cursor })
    pages.push({ answer: withNewPosts(page.answer, ids, size), webp: page.webp })
    cursor = next
    if (cursor !== null && pages.at(-1)?.answer.posts.length === 0) {
      throw new UserError(
        'The feed goes in circles: a page held no post that was not on a page before. Run the same command with an empty folder.',
      )
    }
    hasMore = cursor !== null && ids.size < parts.limit
    parts.onPage(ids.size, hasMore)
  }
  return pages
}

interface TakenPage {
  page: AnsweredPage
  /** Null on the last page. */
  next: string | null
}

async function takePage(
  parts: WalkParts,
  number: number,
  { size, cursor }: { size: number; cursor: string | null },
): Promise<TakenPage> {
  const { folder, pages, key, first } = parts
  const name = `answers/page-${String(number).padStart(4, '0')}`
  const saved = await savedPage(folder, name)
  if (saved) return { page: saved, next: nextCursor(saved.answer, key) }

  const taken =
    cursor === null && size === pageSize ? first : await pages({ size, cursor, format: 'jpg' })
  const webp = parts.webp ? await pages({ size, cursor, format: 'webp' }) : null
  // The page itself comes last: where it is, everything of it is.
  if (webp) await folder.writeText(`${name}.webp.json`, webp.text)
  await folder.writeText(`${name}.json`, taken.text)
  const page = await savedPage(folder, name)
  if (!page) throw new UserError(`The file ${name}.json was removed while it was written.`)
  const { nextCursor: next, hasMore } = taken.answer.pagination
  return { page, next: hasMore ? next : null }
}

async function savedPage(folder: RecordingFolder, name: string): Promise<AnsweredPage | null> {
  const answer = await savedAnswer(folder, `${name}.json`)
  return answer && { answer, webp: await savedAnswer(folder, `${name}.webp.json`) }
}

async function savedAnswer(folder: RecordingFolder, name: string): Promise<FeedAnswer | null> {
  const text = await folder.readText(name)
  if (text === null) return null
  try {
    const read = readFeedAnswer(JSON.parse(text))
    if ('answer' in read) return read.answer
  } catch {
    // Told below.
  }
  throw new UserError(
    `The recorded ${name} was changed. Remove it, then run the same command again.`,
  )
}

function nextCursor({ pagination }: FeedAnswer, key: FeedKey): string | null {
  const { hasMore, nextCursor: cursor } = pagination
  return hasMore && cursor !== null ? cursor.replaceAll(keyPlaceholder, key.value) : null
}

/** The page without posts that came before, which a feed that changes meanwhile can repeat. */
function withNewPosts(answer: FeedAnswer, ids: Set<string>, size: number): FeedAnswer {
  const posts = answer.posts
    .slice(0, size)
    .filter(({ id }) => !ids.has(id) && ids.add(id) !== undefined)
  return { ...answer, posts }
}
