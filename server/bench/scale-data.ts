import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../src/stores/database.ts'
import { toPostDocument } from '../src/stores/engine/stored-documents.ts'
import { profileColumns } from '../src/stores/service/accounts.ts'
import {
  album,
  child,
  account as exampleAccount,
  post,
  stored,
  video,
} from '../test/support/feeds.ts'

/** How much a database contains. Account 1 is the biggest; all others have the same number of posts. */
export interface ScaleSize {
  accounts: number
  biggest: number
  others: number
}

/** An account's first post; each further one is published six hours later. */
const firstPostAt = Date.UTC(1980, 0, 1)
const postEveryMs = 6 * 3_600_000
/** Positions as a first import assigns them: the newest post has this one. */
export const highestPosition = 1_000_000

/** The place of an account's post with this number, counted from its oldest. */
export function placeOf(number: number, posts: number) {
  return {
    publishedAt: firstPostAt + number * postEveryMs,
    position: highestPosition - posts + number,
  }
}

/** The key of the account with this number. */
export function keyOf(account: number): string {
  return account.toString(16).padStart(64, '0')
}

const jobKinds = ['posts', 'profile', 'token'] as const
const hourMs = 3_600_000

/** Fills a new database with connected accounts, their keys, posts, and jobs that are not due. */
export async function generate(database: Database, size: ScaleSize): Promise<void> {
  const { db, engine } = database.tables
  if (engine === 'sqlite') await sql`pragma synchronous = off`.execute(db)
  // In batches, because a statement that takes longer than 30 seconds is canceled.
  for (let first = 1; first <= size.accounts; first += 1000) {
    await addAccounts(database, first, Math.min(first + 999, size.accounts))
  }
  const batch = 10_000
  for (let first = 1; first <= size.biggest; first += batch) {
    const last = Math.min(first + batch - 1, size.biggest)
    await addPosts(database, { accounts: [1, 1], posts: [first, last], of: size.biggest })
  }
  const accountsEach = Math.max(1, Math.floor(batch / size.others))
  for (let first = 2; first <= size.accounts; first += accountsEach) {
    const last = Math.min(first + accountsEach - 1, size.accounts)
    await addPosts(database, { accounts: [first, last], posts: [1, size.others], of: size.others })
  }
  await sql`analyze`.execute(db)
}

async function addAccounts(database: Database, first: number, last: number): Promise<void> {
  const now = Date.now()
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const { profile } = exampleAccount()
  const insert = <Row>(toRow: (number: number) => Row) => numbers.map(toRow)
  await database.tables.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('account')
      .values(
        insert((number) => ({
          platform_id: `1784140${number}`,
          media_id: number.toString(16).padStart(16, '0'),
          plan: 'premium' as const,
          status: 'ready' as const,
          ...profileColumns({ ...profile, username: `account.${number}` }),
          last_fetch_at: now,
          version: 1,
          highest_position: highestPosition,
        })),
      )
      .execute()
    await transaction
      .insertInto('api_key')
      .values(
        insert((number) => ({
          account_id: number,
          hash: hash('sha256', keyOf(number), 'buffer'),
          sealed: randomBytes(92),
          issued_at: now,
        })),
      )
      .execute()
    await transaction
      .insertInto('connection')
      .values(
        insert((number) => ({
          ...{ account_id: number, owner_id: `owner-${number}`, state: 'ready' as const },
          ...{ platform_owner_id: `${number}`, token: randomBytes(200), permissions: 'basic' },
          ...{ token_issued_at: now, token_expires_at: now + 60 * 24 * hourMs, connected_at: now },
          broken_reason: null,
        })),
      )
      .execute()
  })
  await addJobs(database, numbers)
}

/** Adds the jobs of accounts like those of account 1, which are scheduled as those of a new connection are. */
async function addJobs({ tables, work }: Database, numbers: readonly number[]): Promise<void> {
  const dueAt = () => Math.round(Date.now() + hourMs * (1 + Math.random()))
  if (numbers[0] === 1) for (const kind of jobKinds) await work.schedule(kind, 1)
  const scheduled = await tables.db
    .selectFrom('work')
    .selectAll()
    .where('account_id', '=', 1)
    .execute()
  for (const { id: _, ...job } of scheduled) {
    const others = numbers.filter((number) => number > 1)
    const rows = others.map((number) => ({
      ...{ ...job, account_id: number, key: `${number}`, run_at: dueAt() },
    }))
    if (rows.length > 0) await tables.db.insertInto('work').values(rows).execute()
  }
}

interface PostBatch {
  /** The first and the last one. */
  accounts: readonly [number, number]
  posts: readonly [number, number]
  /** How many posts each of the accounts will have. */
  of: number
}

/** Adds posts in one statement: six of ten are pictures, two are videos, and two albums with comments. */
async function addPosts({ tables }: Database, { accounts, posts, of }: PostBatch): Promise<void> {
  const [firstAccount, lastAccount] = accounts
  const [firstPost, lastPost] = posts
  const form = sql.join(
    templates.map(
      ({ kind, mediaType, doc, comments }) =>
        sql`(${sql.lit(kind)}, ${sql.lit(mediaType)}, ${sql.lit(doc)}, ${sql.lit(comments)})`,
    ),
  )
  await sql`
    insert into post (account_id, position, platform_id, published_at, media_type, doc, comments)
    with recursive
      number(n) as (
        select cast(${sql.lit(firstPost)} as bigint) union all select n + 1 from number where n < ${sql.lit(lastPost)}
      ),
      form(kind, media_type, doc, comments) as (values ${form}),
      numbered as (
        select account.id as account_id, n, 17900000000000000 + account.id * 1000000 + n as id,
          ${sql.lit(firstPostAt)} + n * ${sql.lit(postEveryMs)} as published_at, (account.id + n) % 10 as kind
        from account cross join number
        where account.id between ${sql.lit(firstAccount)} and ${sql.lit(lastAccount)}
      )
    select account_id, ${sql.lit(highestPosition - of)} + n, cast(id as text), published_at, media_type,
      replace(replace(doc, ${sql.lit(idMark)}, cast(id as text)), ${sql.lit(String(timeMark))}, cast(published_at as text)),
      replace(comments, ${sql.lit(idMark)}, cast(id as text))
    from numbered join form on form.kind = numbered.kind
    order by account_id, n`.execute(tables.db)
  await sql`update account set posts = posts + ${sql.lit(lastPost - firstPost + 1)}
    where id between ${sql.lit(firstAccount)} and ${sql.lit(lastAccount)}`.execute(tables.db)
}

/** What the statement replaces by a post's id and time. */
const idMark = '{id}'
const timeMark = 1_111_111_111_111

/** One for each last digit of a post's number. */
const templates = Array.from({ length: 10 }, (_, kind) => {
  const example = exampleOf(kind)
  return { kind, mediaType: example.mediaType, ...toPostDocument(example) }
})

function exampleOf(kind: number): Parameters<typeof toPostDocument>[0] {
  const caption = `Post ${idMark}: boats, mostly, and sometimes weather. #harbour #lights`
  const common = { caption, publishedAt: timeMark, media: media('jpg') }
  if (kind < 6) return post(idMark, 0, common)
  if (kind < 8) {
    return video(idMark, 0, { ...common, media: media('mp4'), thumbnail: media('jpg') })
  }
  const children = [1, 2, 3].map((number) => child(`${idMark}${number}`, { media: media('jpg') }))
  const comments = [1, 2].map((number) => ({
    ...{ id: `${idMark}${number}`, text: 'Which harbour is this?', like_count: number },
    timestamp: '2026-02-01T12:00:00+0000',
  }))
  return album(idMark, 0, children, { ...common, comments })
}

/** With an address as long as those of the platform. */
function media(extension: 'jpg' | 'mp4') {
  const signature = 'oh=00_AfP3xYkq7hT2vLw9RzB1mN8cJ5dQ6sG4uE0iK'.padEnd(220, '7tWbXn')
  const platformUrl = `https://media.platform.example/v/${idMark}.${extension}?${signature}&oe=6A1B2C3D`
  return { ...stored('01', extension, 250_000), platformUrl }
}
