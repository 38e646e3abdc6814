import type { Database } from '../../src/stores/database.ts'
import type { ImportedPost } from '../../src/stores/engine/stored-documents.ts'
import { account, album, child, post, stored } from './feeds.ts'
import { saveFeed } from './seed.ts'

/**
 * Posts as large as the platform has them: captions of 2,200 characters, 20 items and 50 comments of 300 characters, all
 * made of the given text.
 */
export function largestPosts(
  count: number,
  text: string,
  { items = 20, commentLength = 300 } = {},
): ImportedPost[] {
  const filled = (characters: number) =>
    text.repeat(Math.ceil(characters / text.length)).slice(0, characters)
  const caption = filled(2200)
  const comment = filled(commentLength)
  return Array.from({ length: count }, (_, index) => {
    const id = `1790000000000${String(index).padStart(4, '0')}`
    const children = Array.from({ length: items }, (_, item) =>
      child(`${id}${item}`, { media: stored((10 + item).toString(), 'jpg') }),
    )
    return album(id, index, children, {
      caption,
      comments: Array.from({ length: 50 }, (_, number) => ({
        id: `${id}${number}`,
        text: comment,
        timestamp: '2026-01-01T09:13:00+0000',
        like_count: 4,
      })),
    })
  })
}

/** Posts of an account in which each is an album with much to read. A page of 100 with every field is what a result may have. */
export function fullPosts(count: number): ImportedPost[] {
  return largestPosts(count, 'Harbour lights ', { items: 10, commentLength: 60 })
}

/** Stores posts of 300 MB, of an account that the only owner has connected. */
export async function saveArchive(database: Database): Promise<void> {
  const comments = Array.from({ length: 50 }, (_, index) => ({
    ...{ id: `${index}`, text: 'x'.repeat(2000), like_count: 0 },
    timestamp: '2026-02-01T12:00:00+0000',
  }))
  let accountId = 0
  for (let start = 0; start < 3000; start += 500) {
    const posts = Array.from({ length: 500 }, (_, index) =>
      post(`1790000${start + index}`, start + index, { comments }),
    )
    accountId = (await saveFeed(database, account({ platformId: '1', posts }))).accountId
  }
  const { db } = database.tables
  const { id } = await db.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const state = { state: 'ready', permissions: '', connected_at: 0 } as const
  await db
    .insertInto('connection')
    .values({ account_id: accountId, owner_id: id, ...state })
    .execute()
}

const urls = 'mediaUrl thumbnailUrl permalink'
const sizes = 'sizes { width url }'

/** A query for every field of the schema, in a page of posts. */
export const everyField = (first = 100) => `{
  me(first: ${first}) {
    username name biography website profilePictureUrl followersCount followsCount mediaCount status lastFetchAt
    posts {
      id type caption altText ${urls} publishedAt likeCount commentsCount ${sizes}
      children { id type ${urls} publishedAt ${sizes} }
      comments { id text timestamp likeCount }
    }
    pagination { nextCursor prevCursor hasMore perPage }
  }
}`
