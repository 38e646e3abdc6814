import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { mediaKey, newFileId, originalPath } from '../../src/media/media-keys.ts'
import { command, start } from '../support/commands.ts'
import { account, post } from '../support/feeds.ts'
import { addOwner } from '../support/owners.ts'
import { jpegOf } from '../support/pictures.ts'
import { queuedMessages } from '../support/queues.ts'
import { keysIn, putBytes } from '../support/s3.ts'
import { saveFeed } from '../support/seed.ts'

const picture = await jpegOf('#aa0000')

test('the first start accepts a new disk that is mounted at media', async () => {
  const data = join(await tempFolder(), 'data')
  await mkdir(join(data, 'media', 'lost+found'), { recursive: true })
  const server = await start('--data', data)
  expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
})

test('a start accepts the media folder of a first start that was killed', async () => {
  const data = join(await tempFolder(), 'data')
  await mkdir(join(data, 'media', 'drafts'), { recursive: true })
  await writeFile(join(data, 'media', 'drafts', randomUUID()), 'unfinished')
  const server = await start('--data', data)
  expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
})

test('doctor before the first start changes nothing, so that the first start works', async () => {
  const data = join(await tempFolder(), 'data')
  await mkdir(join(data, 'media'), { recursive: true })
  expect((await command('doctor', '--data', data)).stdout).toContain('database')
  expect.soft(await readdir(join(data, 'media'))).toEqual([])
  const server = await start('--data', data)
  expect((await fetch(`${server.url}/sign-in`)).status).toBe(200)
})

const foldersIn = async () => {
  const root = await tempFolder()
  return ['data', 'media', 'backup'].map((name) => join(root, name)) as [string, string, string]
}

const open = (data: string, media: string) =>
  openDataFolder(data, undefined, { media: { kind: 'folder', folder: media } })

/** Adds an account with that many posts, whose files were stored two days ago. */
async function addPosts(data: string, media: string, count: number) {
  await using folder = await open(data, media)
  await folder.media.check()
  const { db } = folder.database.tables
  const { accountId } = await saveFeed(folder.database, account())
  const { media_id: mediaId } = await db
    .selectFrom('account')
    .select('media_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const files = createFolderFiles(media)
  const seconds = (time: number) => Math.floor(time / 1000).toString(16)
  const [now, old] = [Date.now(), Date.now() - 2 * 86_400_000]
  const posts = []
  for (let number = 1; number <= count; number += 1) {
    const file = {
      id: newFileId(mediaId, `${number}`.padStart(24, '0').padEnd(64, '0'), now),
      extension: 'jpg',
      bytes: picture.length,
    } as const
    const oldFile = { ...file, id: file.id.replace(seconds(now), seconds(old)) }
    await putBytes(files, mediaKey(originalPath(oldFile)) ?? '', picture)
    const platformUrl = 'https://platform.example/p.jpg'
    posts.push(post(`${number}`, number, { media: { file, platformUrl } }))
  }
  await saveFeed(folder.database, account({ posts }))
  // The same as two days that pass.
  await sql`update post set doc = replace(doc, ${seconds(now)}, ${seconds(old)})`.execute(db)
}

test('a backup that is started with the media of the original deletes nothing that the original shows', async () => {
  const [data, media, backup] = await foldersIn()
  await addPosts(data, media, 0)
  expect(
    (await command('backup', backup, '--with-secret', '--data', data, '--media', media)).code,
  ).toBe(0)
  // The original goes on, and shows new posts.
  await addPosts(data, media, 20)
  const before = await keysIn(createFolderFiles(media))
  expect(before).toHaveLength(20)
  expect(
    await command('media', 'sweep', '--dry-run', '--data', data, '--media', media),
  ).toMatchObject({
    stdout: 'A sweep would delete 0 of 20 files.\n',
  })
  // `start` with the backup does the same by itself within a minute, once its database is a day old.
  const swept = await command('media', 'sweep', '--data', backup, '--media', media)
  expect.soft(swept.code).toBe(1)
  expect.soft(swept.stdout).not.toContain('Deleted 20')
  expect.soft(await keysIn(createFolderFiles(media))).toEqual(before)
  const server = await start('--data', data, '--media', media)
  expect(server.url).toContain('http')
})

test('a backup without the media of the database is an error', async () => {
  const [data, media, backup] = await foldersIn()
  await addPosts(data, media, 5)
  // The disk is not mounted.
  await rename(media, `${media}-away`)
  await mkdir(media)
  const args = ['--data', data, '--media', media]
  expect.soft((await command('doctor', ...args)).code).toBe(1)
  expect.soft(await command('backup', backup, ...args)).toMatchObject({ code: 1 })
})

test('the media of another service are not backed up as those of this database', async () => {
  const [data, media, backup] = await foldersIn()
  const [other, otherMedia] = await foldersIn()
  await addPosts(data, media, 5)
  await addPosts(other, otherMedia, 5)
  const args = ['--data', data, '--media', otherMedia]
  expect.soft(await command('backup', backup, '--with-secret', ...args)).toMatchObject({ code: 1 })
  // The folder is not the backup of any service.
  expect.soft((await command('doctor', '--data', backup)).code).toBe(0)
})

test('an account is not reported as deleted while its media place is missing', async () => {
  const [data, media] = await foldersIn()
  await addPosts(data, media, 5)
  const files = createFolderFiles(media)
  expect(await keysIn(files)).toHaveLength(5)
  let code: string
  {
    await using folder = await open(data, media)
    const { database } = folder
    const ownerId = await addOwner(database, { email: 'mara@harbour.example' })
    const { accountId } = await database.connections.connect(ownerId, {
      ...{ platformId: account().platformId, platformOwnerId: null, token: 'a token' },
      ...{ tokenExpiresAt: Date.now() + 1e9, permissions: [], profile: account().profile },
    })
    // The platform's callback: the owner wants everything to be deleted.
    code = await database.deletions.add([accountId], Date.now())
    await database.connections.apply(accountId, 'disconnected')
  }
  // The disk is not mounted, as after a restart of the machine.
  await rename(media, `${media}-away`)
  await mkdir(media)
  const server = await start('--data', data, '--media', media)
  await setTimeout(4000)
  const log = server.log()
  await server.stop()
  await rm(media, { recursive: true })
  await rename(`${media}-away`, media)
  await using folder = await open(data, media)
  const messages = (await queuedMessages(folder.database)).map(({ kind }) => kind)
  expect(log).toContain('is empty, but this database has stored media')
  expect({
    progress: await folder.database.deletions.progress(code),
    files: (await keysIn(files)).length,
    messages,
  }).toEqual({ progress: 'running', files: 5, messages: ['delete_posts_and_media'] })
})
