import { execFile } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { hour } from '../platform/platform-world.ts'
import { faultWorld } from './fault-world.ts'

test('while the database cannot grow, stored posts are served and the job says why; with room again it succeeds', async () => {
  const { connect, settle, read, failure, emulator, time, db } = await faultWorld()
  const { accountId, apiKey, userId } = await connect()
  await settle()
  const before = await read(apiKey)
  const limit = async (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db)
  // SQLite takes fewer pages than there are for as many as there are.
  await limit(1)
  for (let count = 0; count < 80; count += 1) {
    const publishedAt = time.now + count * 1000
    emulator.users.addPost(userId, { publishedAt, caption: 'Many words. '.repeat(100) })
  }

  time.now += hour
  expect(await failure(accountId)).toBe('database or disk is full')
  expect(await read(apiKey)).toMatchObject({ status: 200, body: before.body })

  await limit(1_000_000)
  time.now += hour
  await settle()
  const { posts } = emulator.users.get(userId)
  expect((await read(apiKey)).body.posts.map(({ id }) => id)).toEqual(posts.map(({ id }) => id))
})

test('a file that the system does not take is a problem of the media store, and nothing of it is left', async () => {
  const folder = await tempFolder()
  const putFile = fileURLToPath(new URL('put-file.ts', import.meta.url))
  const run = promisify(execFile)
  const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, putFile, folder]
  const { stdout } = await run('/bin/sh', limited)
  expect(stdout).toBe(
    `MediaStoreProblem: The media folder ${folder} cannot be used (EFBIG). Check --media, its disk and its permissions.`,
  )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile())).toEqual([])
  expect((await run(process.execPath, [putFile, folder])).stdout).toBe('stored')
})

test('a folder that may only be read is a problem that says what to do', async () => {
  const folder = await tempFolder()
  await chmod(folder, 0o555)
  const putFile = fileURLToPath(new URL('put-file.ts', import.meta.url))
  // Root may write everywhere.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const { stdout } = await promisify(execFile)(process.execPath, [putFile, folder], nobody)
  expect(stdout).toBe(
    `MediaStoreProblem: The media folder ${folder} cannot be used (EACCES). Check --media, its disk and its permissions.`,
  )
  expect(await readdir(folder)).toEqual([])
})
