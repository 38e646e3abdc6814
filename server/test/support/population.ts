import { type DataFolder, openDataFolder } from '../../src/start/data-folder.ts'
import type { Tables } from '../../src/stores/engine/schema.ts'
import { insertPosts } from '../../src/stores/service/listed-posts.ts'
import { post } from './feeds.ts'
import { jpegOf } from './media/pictures.ts'
import { connect } from './owners.ts'

type Where = Parameters<typeof openDataFolder>

/**
 * Fills a new service: two accounts for each owner, with posts, a picture, a key and a token, and rows in every other table.
 * Returns the keys of the accounts.
 */
export async function populate(
  owners: number,
  [folder, secret, settings]: [Where[0], Where[1], Where[2]?],
  postsOfEach = 3,
): Promise<string[]> {
  await using data = await openDataFolder(folder, secret, settings)
  await data.media.check()
  const picture = await jpegOf('#aa0000')
  const keys: string[] = []
  for (let number = 1; number <= owners; number += 1) {
    const id = await addOwnerRows(data, number)
    for (const username of [`harbour.${number}`, `Ärmel_${number}`]) {
      const { apiKey } = await connect(data.database, id, username)
      keys.push(apiKey)
    }
  }
  const { db } = data.database.tables
  for (const { id, media_id: mediaId } of await db.selectFrom('account').selectAll().execute()) {
    const file = await data.media.put({ accountId: id, mediaId }, [picture])
    const media = { file, platformUrl: 'https://platform.example/p.jpg' }
    const placed = Array.from({ length: postsOfEach }, (_, index) => ({
      post: post(`${id}${index}`, index, index === 0 ? { media } : {}),
      position: index + 1,
    }))
    await db.transaction().execute((transaction) => insertPosts(transaction, id, placed))
  }
  await addSingleRows(data)
  return keys
}

async function addOwnerRows({ database }: DataFolder, number: number): Promise<string> {
  const { db } = database.tables
  // Databases sort these differently.
  const id = `${['a', 'B', 'ä', 'z-', 'Z_'][number % 5]}${number}`
  const email = `owner.${number}@harbour.example`
  const at = 1_770_000_000_000 + number
  await db
    .insertInto('owner')
    .values({ id, email, plan: 'premium', password: null, created_at: at })
    .execute()
  const session = { owner_id: id, created_at: at, used_at: at }
  await db
    .insertInto('owner_session')
    .values({ id: `session of ${id}`, ...session })
    .execute()
  const link = { id: `link of ${id}`, owner_id: id, expires_at: at }
  await db.insertInto('owner_link').values(link).execute()
  const browser = { owner_id: id, browser: `browser of ${id}`, seen_at: at }
  await db.insertInto('owner_browser').values(browser).execute()
  return id
}

/** What no account brings with it. */
async function addSingleRows({ database }: DataFolder): Promise<void> {
  const { db } = database.tables
  const { id } = await db.selectFrom('account').select('id').limit(1).executeTakeFirstOrThrow()
  const rows: { [Table in keyof Tables]?: object } = {
    rate_limit: { key: 'a limit', full_at: 2 },
    feed: {
      ...{ account_id: id, id: '7Qm2xk3A', look: '{"layout":"list"}' },
      sites: '[{"origin":"https://harbour.example","at":1}]',
    },
    deletion_request: { code: 'a code', account_ids: `${id}`, requested_at: 1 },
    work: {
      ...{ kind: 'delete_account', account_id: id, lane: 'deletion', payload: 'null' },
      run_at: 9e15,
    },
  }
  for (const [table, row] of Object.entries(rows)) {
    await db
      .insertInto(table as 'rate_limit')
      .values(row as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  // The highest ids are not used again.
  await db.deleteFrom('work').where('kind', '=', 'token').execute()
}
