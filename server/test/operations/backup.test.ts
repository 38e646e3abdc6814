import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { bin, command, start } from '../support/commands.ts'
import { account, keys, post } from '../support/feeds.ts'
import { jpegOf } from '../support/media/pictures.ts'
import { saveFeed } from '../support/seed.ts'

/** A data folder with an account and, for each color, a post with a stored picture. */
async function addPosts(data: string, colors: string[], from = 1): Promise<void> {
  await using folder = await openDataFolder(data, undefined)
  const { accountId } = await saveFeed(folder.database, account({ posts: [] }))
  const posts = []
  for (const [index, color] of colors.entries()) {
    const owner = { accountId, mediaId: '0123456789abcdef' }
    const file = await folder.media.put(owner, [await jpegOf(color)])
    const media = { file, platformUrl: 'https://platform.example/p.jpg' }
    posts.push(post(`${from + index}`, from + index, { media }))
  }
  await saveFeed(folder.database, account({ posts }))
  if (from === 1) await folder.database.keys.issue(accountId, keys.premium)
}

/** The responses of a server with that folder: the feed, without its own address, and the bytes of each picture. */
async function replies(data: string): Promise<unknown> {
  const server = await start('--data', data)
  const { url } = server
  const text = await (await fetch(`${url}/api/v1/me?api_key=${keys.premium}`)).text()
  const { posts } = JSON.parse(text) as { posts: { mediaUrl: string }[] }
  const pictures = await Promise.all(
    posts.map(async ({ mediaUrl }) => {
      const response = await fetch(mediaUrl)
      return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]
    }),
  )
  await server.stop()
  return { feed: text.replaceAll(url, ''), pictures }
}

test('a server with a backup that was made while another ran responds like that one', async () => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  await addPosts(data, ['#aa0000', '#00bb00'])
  const server = await start('--data', data)
  expect(await command('backup', backup, '--data', data)).toEqual({
    ...{ code: 0, stderr: '' },
    stdout: `The database is copied, and 2 media files; there already: 0; deleted with their posts: 0.
The secret is not in it: keep it elsewhere, since without it no key can be shown and no account refreshed.
To restore, start with --data ${backup}
`,
  })
  expect((await readdir(backup)).sort()).toEqual(['media', 'photofeed-backup', 'photofeed.sqlite'])
  expect((await stat(join(backup, 'photofeed.sqlite'))).mode & 0o777).toBe(0o600)

  await addPosts(data, ['#0000cc'], 3)
  const again = await command('backup', backup, '--data', data, '--json')
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(again.stdout)).toEqual({
    ...{ folder: backup, copied: 1, alreadyThere: 2, missing: 0, deleted: 0 },
  })
  await copyFile(join(data, 'secret'), join(backup, 'secret'))
  await server.stop()

  const original = await replies(data)
  expect(original).toMatchObject({
    pictures: [
      [200, {}],
      [200, {}],
      [200, {}],
    ].map(() => [200, expect.any(String)]),
  })
  await rm(data, { recursive: true })
  expect(await replies(backup)).toEqual(original)
  const listed = await command('keys', '--data', backup)
  expect(listed.stdout).toContain(keys.premium)
})

test('a backup without its secret is broken until the secret is put back, and commands create none', async () => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  await addPosts(data, ['#aa0000'])
  await command('backup', backup, '--data', data)
  const files = await readdir(backup)
  const doctor = () => command('doctor', '--data', backup)
  const broken = await doctor()
  expect(broken.code).toBe(1)
  expect(broken.stdout).toContain(
    `broken      secret    The database has encrypted keys or tokens, but there is no secret. Put back the file ${backup}/secret, or set PHOTOFEED_SECRET.`,
  )
  for (const line of ['accounts', 'keys', 'jobs']) {
    expect((await command(line, '--data', backup)).code).toBe(1)
  }
  expect((await command('start', '--port', '0', '--data', backup)).code).toBe(1)
  expect(await readdir(backup)).toEqual(files)

  // The backup of such a folder cannot be opened either.
  const again = await command('backup', join(folder, 'again'), '--data', backup)
  expect(again).toMatchObject({
    code: 0,
    stderr: `Warning: The database has encrypted keys or tokens, but there is no secret. Put back the file ${backup}/secret, or set PHOTOFEED_SECRET.\n`,
  })
  const wrong = ['--data', backup, '--secret', 'f'.repeat(32)]
  expect((await command('backup', join(folder, 'again'), ...wrong)).stderr).toBe(
    'Warning: 1 of 1 stored keys and tokens do not open. Put the secret back that they were encrypted with: PHOTOFEED_SECRET, or the file secret in the data folder.\n',
  )

  await copyFile(join(data, 'secret'), join(backup, 'secret'))
  expect((await doctor()).code).toBe(0)
  expect((await command('keys', '--data', backup)).stdout).toContain(keys.premium)
  const next = () => command('backup', backup, '--data', data)
  const used = await openDataFolder(backup, undefined)
  expect((await next()).stderr).toContain('photofeed.sqlite is open in another process. Stop')
  await used[Symbol.asyncDispose]()
  await command('accounts', '--data', backup)
  expect(await next()).toMatchObject({ code: 0, stderr: '' })
  await writeFile(join(backup, 'photofeed.sqlite'), 'damaged '.repeat(999))
  expect(await next()).toMatchObject({ code: 0, stderr: '' })
})

test('a backup that fails leaves the one before', async () => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  await addPosts(data, ['#aa0000'])
  await command('backup', backup, '--data', data)
  const before = await readFile(join(backup, 'photofeed.sqlite'))
  await addPosts(data, ['#00bb00'], 2)
  await rm(join(backup, 'media'), { recursive: true })
  await writeFile(join(backup, 'media'), 'in the way')
  const { code, stderr } = await command('backup', backup, '--data', data)
  expect(code).toBe(1)
  expect(stderr).toBe(
    `The media folder ${backup}/media cannot be used (ENOTDIR). Check --media, its disk and its permissions.\n`,
  )
  expect(await readFile(join(backup, 'photofeed.sqlite'))).toEqual(before)
  expect((await readdir(backup)).sort()).toEqual(['media', 'photofeed-backup', 'photofeed.sqlite'])
})

test('media that neither of two snapshots names are deleted, unless they are most of all', async () => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  const media = async () => {
    const entries = await readdir(join(backup, 'media', 'accounts'), {
      ...{ recursive: true, withFileTypes: true },
    })
    return entries.filter((entry) => entry.isFile()).length
  }
  const backUp = async () => {
    const { code, stdout, stderr } = await command('backup', backup, '--data', data, '--json')
    return [code, JSON.parse(stdout).deleted, await media(), stderr]
  }
  const keep = async (posts: number) => {
    await using opened = await openDataFolder(data, undefined)
    const { db } = opened.database.tables
    const unshown = db.selectFrom('media_file').select('id').orderBy('id').offset(posts).limit(9)
    await db.deleteFrom('media_file').where('id', 'in', unshown).execute()
  }
  await addPosts(data, ['#aa0000', '#00bb00', '#0000cc'])
  expect(await backUp()).toEqual([0, 0, 3, ''])
  await keep(2)
  // The snapshot before still names all three.
  expect(await backUp()).toEqual([0, 0, 3, ''])
  expect(await backUp()).toEqual([0, 1, 2, ''])
  await keep(0)
  const most =
    'Warning: the database no longer names most media of this backup, so none were deleted. If that is right, back up into a new folder.\n'
  expect(await backUp()).toEqual([0, 0, 2, ''])
  for (let day = 0; day < 3; day++) expect(await backUp()).toEqual([0, null, 2, most])
})

test('a backup says what it lacks, and ends with 1', async () => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  await addPosts(data, ['#aa0000', '#00bb00', '#0000cc'])
  const files = await readdir(join(data, 'media', 'accounts'), {
    ...{ recursive: true, withFileTypes: true },
  })
  const [lost = '', damaged = ''] = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  await rm(lost)
  await writeFile(damaged, 'damaged')
  const { code, stdout, stderr } = await command('backup', backup, '--data', data, '--json')
  expect([code, JSON.parse(stdout)]).toEqual([
    ...[1, { folder: backup, copied: 1, alreadyThere: 0, missing: 2, deleted: 0 }],
  ])
  expect(stderr).toBe(
    `Warning: the backup lacks 2 media files that posts show: The media folder ${data}/media has lost or damaged them. Check --media.\n`,
  )
})

test.each([
  ['while it copies the database', ['photofeed.sqlite.tmp']],
  ['when the first file is in its place', ['photofeed.sqlite', 'media/drafts']],
])('a first backup that is killed %s can be repeated', async (_, started) => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  await addPosts(data, ['#aa0000'])
  const files = started.map((name) => join(backup, name))
  const child = spawn(process.execPath, [bin, 'backup', backup, '--data', data])
  const ended = once(child, 'exit')
  while (!files.some((file) => existsSync(file)) && child.exitCode === null) await setImmediate()
  child.kill('SIGKILL')
  await ended
  expect(await command('backup', backup, '--data', data)).toMatchObject({ code: 0, stderr: '' })
  // The child may have ended before it was killed.
  const names = (await readdir(backup)).filter((name) => !name.endsWith('.before'))
  expect(names.sort()).toEqual(['media', 'photofeed-backup', 'photofeed.sqlite'])
})

test('an impossible backup is rejected with an explanation', async () => {
  const folder = await tempFolder()
  const [data, backup] = [join(folder, 'data'), join(folder, 'backup')]
  expect(await command('backup', backup, '--data', data)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `There is no database at ${data}/photofeed.sqlite. Name the data folder with --data.\n`,
  })
  await addPosts(data, [])
  expect((await command('backup', data, '--data', data)).stderr).toBe(
    `${data} is the data folder of a server. Choose another.\n`,
  )
  const postgres = 'postgres://user:hunter2@127.0.0.1/photofeed'
  expect(await command('backup', join(folder, 'other'), '--database', postgres)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr:
      'Nothing was copied: a PostgreSQL database is backed up by its own tool, `pg_dump --format=custom`. Media in a bucket are backed up where the bucket is.\n',
  })
  expect(existsSync(join(folder, 'other'))).toBe(false)
})
