import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import type { Db } from '../../src/stores/engine/schema.ts'
import { startSession } from '../../src/stores/service/sessions.ts'
import { bin, command } from '../support/commands.ts'
import { addOwner } from '../support/owners.ts'
import { seedAccount, seededName } from '../support/seed-account.ts'

const email = 'mara@harbour.example'
const dayMs = 86_400_000
/** Of a sign-in an hour ago. */
const at = Date.now() - 3_600_000
const signedInAt = new Date(at).toISOString()
const baseUrl = 'https://feed.example'

const exportTo = (file: string, data: string, address = email) =>
  command('owners', 'export', address, file, '--base-url', baseUrl, '--data', data)

/** Stores an account, and gives it to an owner. Returns its id and its key. */
async function accountOfOwner(data: string) {
  const { accountId, apiKey } = await seedAccount('--data', data)
  await using opened = await openDataFolder(data, undefined)
  const { tables, connections } = opened.database
  const ownerId = await addOwner(opened.database, { email, plan: 'premium' })
  const { platform_id, profile: stored } = await tables.db
    .selectFrom('account')
    .select(['platform_id', 'profile'])
    .executeTakeFirstOrThrow()
  await connections.connect(ownerId, {
    ...{ platformId: platform_id, platformOwnerId: '99', profile: JSON.parse(stored) },
    ...{ token: 'the token of the platform', tokenExpiresAt: 1_000_000, permissions: ['basic'] },
  })
  await startSession(tables.db, ownerId, { id: 'hash', browser: 'hash', at })
  return { accountId, apiKey }
}

test('everything of an owner is in an archive', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const { apiKey } = await accountOfOwner(data)
  const file = join(folder, 'mara.json')
  expect(await exportTo(file, data)).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: `Everything of ${email} is in ${file}.\n`,
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const text = await readFile(file, 'utf8')
  for (const secret of [apiKey, 'the token']) expect(text).not.toContain(secret)
  const { owner, accounts } = JSON.parse(text)
  expect(owner).toEqual({
    ...{ email, plan: 'premium', signedUpAt: '2026-03-01T00:00:00.000Z' },
    sessions: [{ signedInAt, endsAt: new Date(at + 7 * dayMs).toISOString() }],
    exportedAt: expect.any(String),
  })
  expect(accounts).toHaveLength(1)
  const [{ account, posts }] = accounts
  expect(account).toMatchObject({
    ...{ platformOwnerId: '99', plan: 'premium', permissions: ['basic'] },
    profile: { username: seededName, followersCount: 1280 },
  })
  expect(posts.map(({ id }: { id: string }) => id)).toEqual(['6', '5', '4', '3', '2', '1'])
  const [video, album, image, unstored] = posts
  expect(image).toEqual({
    ...{ id: '4', position: 4, caption: 'Post 4', altText: 'A sailing boat', mediaType: 'IMAGE' },
    ...{ media: video.thumbnail, thumbnail: null, children: [] },
    ...{ permalink: 'https://platform.example/p/4/', publishedAt: '2026-01-01T00:04:00.000Z' },
    ...{ likeCount: 3, commentsCount: 1 },
    comments: [
      { id: '61', text: 'That light!', timestamp: '2026-01-01T09:13:00+0000', like_count: 2 },
      { id: '62', timestamp: '2026-01-01T09:14:00+0000', like_count: 0 },
    ],
  })
  expect(album.children).toMatchObject([
    { id: '51', mediaType: 'IMAGE', media: album.media },
    { id: '52', mediaType: 'VIDEO', media: video.media, thumbnail: account.profile.picture },
  ])
  expect(video.media).toMatch(/^https:\/\/feed\.example\/media\/[\w-]+\/[\w-]+\.mp4$/)
  expect(unstored.media).toBe('https://media.platform.example/0c.jpg?oe=1')
})

test('a file that exists is kept, and an unknown owner is named', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await accountOfOwner(data)
  const file = join(folder, 'kept.json')
  await writeFile(file, 'kept')
  const missing = 'no-such-folder/mara.json'
  expect(await exportTo(missing, data)).toMatchObject({
    ...{
      code: 1,
      stderr: `${resolve(missing)} cannot be written (ENOENT). Choose another file.\n`,
    },
  })
  expect(await exportTo(file, data)).toMatchObject({
    ...{ code: 1, stderr: `${file} exists already. Choose another file.\n` },
  })
  expect(await readFile(file, 'utf8')).toBe('kept')
  expect(await exportTo(file, data, 'finn@harbour.example')).toMatchObject({
    code: 1,
    stderr:
      'No owner has the address finn@harbour.example. `photofeed-server owners list` shows all.\n',
  })
})

/** Gives each post 110 kB of comments. */
async function addComments(db: Db) {
  const text = 'x'.repeat(2200)
  const comment = { id: '1', text, timestamp: '2024-10-29T13:53:38+0000', like_count: 0 }
  const comments = JSON.stringify(Array(50).fill(comment))
  await db.updateTable('post').set({ comments }).execute()
}

test('an archive that does not fit on the disk is deleted, and explained', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await accountOfOwner(data)
  {
    await using opened = await openDataFolder(data, undefined)
    await addComments(opened.database.tables.db)
  }
  const file = join(folder, 'mara.json')
  const args = [bin, 'owners', 'export', email, file, '--base-url', baseUrl, '--data', data]
  // Blocks of 512 bytes: as many as SQLite needs for its index of the write-ahead log.
  const limited = ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, ...args]
  const { stderr, code } = await promisify(execFile)('sh', limited).catch((error) => error)
  expect([stderr, code]).toEqual([`${file} cannot be written (EFBIG). Choose another file.\n`, 1])
  expect(existsSync(file)).toBe(false)
})
