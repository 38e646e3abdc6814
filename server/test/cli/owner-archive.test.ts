import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Media, StoredPost } from '@photofeed/core'
import { expect, test } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { ownerArchive } from '../../src/archive/owner-archive.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { fromPostDocument } from '../../src/stores/stored-documents.ts'
import { bin, command } from '../support/commands.ts'
import { addOwner } from '../support/owners.ts'

const source = fileURLToPath(new URL('../support/archive/', import.meta.url))
const files = ['profile.json', 'page-1.json', 'page-2.json'].map((name) => join(source, name))
const email = 'mara@harbour.example'

/** Imports an account, and gives it to an owner. Returns its id and its key. */
async function accountOfOwner(data: string) {
  const profile = JSON.parse(await readFile(files[0] ?? '', 'utf8'))
  const { username } = profile.data?.[0] ?? profile
  const args = ['--username', username, '--plan', 'premium', '--data', data, '--json']
  const { accountId, apiKey } = JSON.parse((await command('import', ...args, ...files)).stdout)
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
  return { username, accountId, apiKey }
}

/** Returns the posts with their media by size, which names and addresses do not change. */
async function readFeed(data: string) {
  await using opened = await openDataFolder(data, undefined)
  const account = await opened.database.tables.db
    .selectFrom('account')
    .select(['id', 'profile'])
    .executeTakeFirstOrThrow()
  const rows = await opened.database.tables.db
    .selectFrom('post')
    .select(['position', 'doc', 'comments'])
    .where('account_id', '=', account.id)
    .orderBy('position')
    .execute()
  const posts = rows.map(fromPostDocument)
  const bytes = (media: Media | null) => media && (media.file?.bytes ?? media.platformUrl)
  const comparable = ({ position: _, media, thumbnail, children, ...post }: StoredPost) => ({
    ...{ ...post, media: bytes(media), thumbnail: bytes(thumbnail) },
    children: children.map((child) => ({
      ...{ ...child, media: bytes(child.media), thumbnail: bytes(child.thumbnail) },
    })),
  })
  const { picture, ...profile } = JSON.parse(account.profile)
  return { profile: { ...profile, picture: bytes(picture) }, posts: posts.map(comparable) }
}

test('everything of an owner is in an archive that can be imported', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  const { username, accountId, apiKey } = await accountOfOwner(data)
  const zip = join(folder, 'mara.zip')
  expect(await command('owners', 'export', email, zip, '--data', data)).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: `Everything of ${email} is in ${zip}.\n`,
  })
  expect((await stat(zip)).mode & 0o777).toBe(0o600)

  const out = join(folder, 'out')
  await promisify(execFile)(await debianCommand('unzip'), ['-q', zip, '-d', out])
  const account = `${username}-${accountId}`
  expect((await readdir(out)).sort()).toEqual(['owner.json', account])
  const owner = JSON.parse(await readFile(join(out, 'owner.json'), 'utf8'))
  expect(owner).toEqual({
    ...{ email, plan: 'premium', signedUpAt: '2026-03-01T00:00:00.000Z', sessions: [] },
    ...{ accounts: [account], exportedAt: expect.any(String) },
  })
  const facts = JSON.parse(await readFile(join(out, account, 'account.json'), 'utf8'))
  expect(facts).toMatchObject({ platformOwnerId: '99', plan: 'premium', permissions: ['basic'] })
  const archive = await readFile(zip, 'latin1')
  for (const secret of [apiKey, 'the token']) expect(archive).not.toContain(secret)

  const again = join(folder, 'again')
  const parts = ['profile.json', 'posts-0001.json'].map((name) => join(out, account, name))
  const args = ['--username', username, '--plan', 'premium', '--data', again]
  expect(await command('import', ...args, ...parts)).toMatchObject({ code: 0, stderr: '' })
  const feed = await readFeed(again)
  expect(feed.posts.length).toBeGreaterThan(5)
  expect(feed).toEqual(await readFeed(data))
})

test('a file that exists is kept, and an unknown owner is named', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await accountOfOwner(data)
  const file = join(folder, 'kept.zip')
  await writeFile(file, 'kept')
  const missing = 'no-such-folder/mara.zip'
  expect(await command('owners', 'export', email, missing, '--data', data)).toMatchObject({
    ...{
      code: 1,
      stderr: `${resolve(missing)} cannot be written (ENOENT). Choose another file.\n`,
    },
  })
  expect(await command('owners', 'export', email, file, '--data', data)).toMatchObject({
    ...{ code: 1, stderr: `${file} exists already. Choose another file.\n` },
  })
  expect(await readFile(file, 'utf8')).toBe('kept')
  expect(
    await command('owners', 'export', 'finn@harbour.example', file, '--data', data),
  ).toMatchObject({
    code: 1,
    stderr:
      'No owner has the address finn@harbour.example. `photofeed-server owners list` shows all.\n',
  })
})

test('an archive that does not fit on the disk is deleted, and explained', async () => {
  const folder = await tempFolder()
  const data = join(folder, 'data')
  await accountOfOwner(data)
  const zip = join(folder, 'mara.zip')
  const args = [bin, 'owners', 'export', email, zip, '--data', data]
  // Blocks of 512 bytes: as many as SQLite needs for its index of the write-ahead log.
  const limited = ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, ...args]
  const { stderr, code } = await promisify(execFile)('sh', limited).catch((error) => error)
  expect([stderr, code]).toEqual([`${zip} cannot be written (EFBIG). Choose another file.\n`, 1])
  expect(existsSync(zip)).toBe(false)
})

test('posts with many comments are written one by one', async () => {
  const data = join(await tempFolder(), 'data')
  await accountOfOwner(data)
  await using opened = await openDataFolder(data, undefined)
  const { db } = opened.database.tables
  const text = 'x'.repeat(2200)
  const comment = { id: '1', text, timestamp: '2024-10-29T13:53:38+0000', like_count: 0 }
  const comments = JSON.stringify(Array(50).fill(comment))
  await db.updateTable('post').set({ comments }).execute()
  const { id } = await db.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const sizes: number[] = []
  const parts = { db, media: { find: async () => null }, clock: Date.now }
  // Others are served meanwhile.
  let isServed = false
  setImmediate(() => {
    isServed = true
  })
  for await (const { length } of ownerArchive(parts, id)) sizes.push(length)
  expect(isServed).toBe(true)
  expect(sizes.filter((size) => size > 100_000).length).toBeGreaterThan(5)
  expect(Math.max(...sizes)).toBeLessThan(150_000)
})

test('a reader who leaves closes the file that was being read', async () => {
  const data = join(await tempFolder(), 'data')
  await accountOfOwner(data)
  await using opened = await openDataFolder(data, undefined)
  const { db } = opened.database.tables
  const { id } = await db.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const streams: { destroyed: boolean }[] = []
  const find: typeof opened.media.find = async (path) => {
    const found = await opened.media.find(path)
    if (!found) return null
    const read = async () => {
      const stream = await found.read()
      streams.push(stream)
      return stream
    }
    return { ...found, read }
  }
  const reader = ownerArchive({ db, media: { find }, clock: Date.now }, id).getReader()
  while (streams.length === 0) await reader.read()
  await reader.cancel()
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true])
})
