import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { openUnmigrated } from '../../src/database.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { mediaKey, newFileId, originalPath } from '../../src/media/media-keys.ts'
import { hasTables } from '../../src/stores/migrations.ts'
import { command, start } from '../support/commands.ts'
import { account, keys, post } from '../support/feeds.ts'
import { jpegOf } from '../support/pictures.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { requestSweep } from '../support/queues.ts'
import { keysIn, putBytes } from '../support/s3.ts'
import { saveFeed } from '../support/seed.ts'

const picture = await jpegOf('#aa0000')
const weekMs = 7 * 86_400_000
const secret = 'one secret for all servers of the test'

/** Where the database of a service is: in its data folder, or in PostgreSQL. */
const databases = [
  ['SQLite', async () => []],
  ['PostgreSQL', async () => ['--database', await (await sharedPostgres()).create()]],
] as const

describe.each(databases)('on %s', (_, makeDatabase) => {
  /** A service with an account that shows as many files, all older than the grace period. */
  async function service(media: string, count = 3) {
    const data = join(await tempFolder(), 'data')
    const database = await makeDatabase()
    const args = ['--data', data, '--media', media, '--secret', secret, ...database]
    await using folder = await openDataFolder(
      data,
      secret,
      {
        media: { kind: 'folder', folder: media },
        ...(database[1] !== undefined && { database: database[1] }),
      },
      { migrate: true },
    )
    await folder.media.check()
    const files = createFolderFiles(media)
    const { accountId } = await saveFeed(folder.database, account())
    const { mediaId } = await folder.database.tables.db
      .selectFrom('account')
      .select('media_id as mediaId')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    for (let number = 0; number < count; number += 1) {
      const hash = `${number}`.padStart(24, '0').padEnd(64, '0')
      const file = {
        id: newFileId(mediaId, hash, Date.now() - weekMs),
        extension: 'jpg',
        bytes: picture.length,
      } as const
      await putBytes(files, mediaKey(originalPath(file)) ?? '', picture)
    }
    await requestSweep(folder.database)
    return { args, files, mediaId }
  }

  test('an empty database beside the media of another service is not started, and creates no tables', async () => {
    const media = join(await tempFolder(), 'media')
    const { files } = await service(media)
    const before = await keysIn(files)
    const other = ['--data', join(await tempFolder(), 'data'), '--media', media]
    const database = await makeDatabase()
    const settings = [...other, '--secret', secret, ...database]
    const sentence = `The media folder ${media} belongs to another database: nothing is stored or deleted there. Check --database and --media. If the other database is gone, start once with --adopt-media.`
    expect(await command('start', '--port', '0', ...settings)).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `${sentence}\n`,
    })
    const doctor = await command('doctor', ...settings)
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain(`broken   media     ${sentence}`)
    expect(await keysIn(files)).toEqual(before)
    // A restore needs an empty database.
    await using found = database[1] === undefined ? null : await openUnmigrated(database[1])
    expect(found && (await hasTables(found.db))).not.toBe(true)
  })

  test('start --adopt-media claims the place of another service, once for all later starts', async () => {
    const media = join(await tempFolder(), 'media')
    const [before, after] = [await service(media), await service(join(await tempFolder(), 'media'))]
    const args = [...after.args, '--media', media]
    expect((await command('start', '--port', '0', ...args)).code).toBe(1)
    await (await start(...args, '--adopt-media')).stop()
    const { url } = await start(...args)
    expect((await fetch(`${url}/sign-in`)).status).toBe(200)
    expect((await command('start', '--port', '0', ...before.args)).code).toBe(1)
  })

  test('the command lists what a sweep would delete, stops at many files, and deletes them once confirmed', async () => {
    const media = join(await tempFolder(), 'media')
    const { args, mediaId, files } = await service(media, 101)
    const all = await keysIn(files)
    const dryRun = await command('media', 'sweep', '--dry-run', ...args)
    expect(dryRun).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `${all.map((key) => `${key}  not shown\n`).join('')}A sweep would delete 101 of 101 files.\n`,
    })
    expect(await command('media', 'sweep', ...args)).toEqual({
      ...{ code: 1, stderr: '' },
      stdout:
        'Stopped: 101 of 101 files would be deleted. List them with --dry-run, and delete them with --confirm.\n',
    })
    const doctor = await command('doctor', ...args)
    expect(doctor.stdout).toContain(
      'warning  media     The media sweep stopped: it would delete 101 of 101 files.',
    )
    const server = await start(...args, '--admin-port', '0')
    const metrics = async () => (await fetch(`${server.adminUrl}/metrics`)).text()
    expect(await metrics()).toContain('\nphotofeed_media_sweep_stopped 1\n')
    expect(await keysIn(files)).toEqual(all)
    expect(await command('media', 'sweep', '--confirm', '--json', ...args)).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `${JSON.stringify({
        ...{ listed: 101, garbage: 101, deleted: 101, isStopped: false },
        accounts: [{ mediaId, files: 101, reason: 'not shown' }],
      })}\n`,
    })
    expect(await keysIn(files)).toEqual([])
    expect(await metrics()).toContain('\nphotofeed_media_sweep_stopped 0\n')
  })

  test('a running server logs and counts what its sweep deletes', async () => {
    const media = join(await tempFolder(), 'media')
    const { args, mediaId, files } = await service(media)
    const server = await start(...args, '--admin-port', '0')
    await expect.poll(() => keysIn(files)).toEqual([])
    await expect
      .poll(server.log)
      .toContain(
        `"mediaId":"${mediaId}","files":3,"reason":"not shown","msg":"Media were deleted."`,
      )
    const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text()
    expect(metrics).toContain('\nphotofeed_media_deleted_files_total{reason="not shown"} 3\n')
  })
})

test('a backup carries the identity of the media, and is not written over that of another service', async () => {
  const folder = await tempFolder()
  const [one, other, copy] = ['one', 'other', 'copy'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const data of [one, other]) {
    await using opened = await openDataFolder(data, undefined)
    await opened.media.check()
    const file = await opened.media.put('0123456789abcdef', [picture])
    const posts = [post('1', 1, { media: { file, platformUrl: 'https://platform.example/p.jpg' } })]
    const { accountId } = await saveFeed(opened.database, account({ posts }))
    await opened.database.keys.issue(accountId, keys.premium)
  }
  expect((await command('backup', copy, '--with-secret', '--data', one)).code).toBe(0)
  const before = await readdir(copy)
  expect(await command('backup', copy, '--data', other)).toMatchObject({
    code: 1,
    stderr: `${copy} contains the data of another service. Choose another folder.\n`,
  })
  expect(await readdir(copy)).toEqual(before)
  // Neither is a data folder that is not in use at the moment, nor one that has lost its database.
  const foreign = {
    code: 1,
    stderr: `${other} contains the data of another service. Choose another folder.\n`,
  }
  const database = await readFile(join(other, 'photofeed.sqlite'))
  expect(await command('backup', other, '--with-secret', '--data', one)).toMatchObject(foreign)
  expect(await readFile(join(other, 'photofeed.sqlite'))).toEqual(database)
  const secret = await readFile(join(other, 'secret'), 'utf8')
  await rm(join(other, 'photofeed.sqlite'))
  expect(await command('backup', other, '--with-secret', '--data', one)).toMatchObject(foreign)
  expect(await readFile(join(other, 'secret'), 'utf8')).toBe(secret)
  // The restored service owns its media, and the copy of its media alone belongs to it too.
  const { code } = await command('doctor', '--data', copy)
  expect(code).toBe(0)
  await cp(join(copy, 'media'), join(folder, 'media'), { recursive: true })
  await rm(join(copy, 'media'), { recursive: true })
  const server = await start('--data', copy, '--media', join(folder, 'media'))
  expect((await fetch(`${server.url}/api/v1/me?api_key=${keys.premium}`)).status).toBe(200)
})
