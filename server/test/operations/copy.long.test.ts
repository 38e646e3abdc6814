import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launch } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { copiedTables, digestOf } from '../../src/copy/copied-tables.ts'
import { readUnmigrated } from '../../src/database.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createS3Files } from '../../src/media/s3-files.ts'
import { bin, start } from '../support/commands.ts'
import { populate } from '../support/population.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { keysIn, s3Server, testBucket, testCredentials } from '../support/s3.ts'

const owners = 500
const postsOfEach = 60

/** Runs a copy, and kills it again and again: each run has a quarter longer, so that the kills are spread over all of it. */
async function copyUnderKills(...args: string[]) {
  const begun = performance.now()
  let memoryKb = 0
  for (let kills = 0; ; kills += 1) {
    const program = launch(process.execPath, [bin, 'copy', ...args])
    onTestFinished(() => program.stop('SIGKILL'))
    const timer = new AbortController()
    const killing = setTimeout(600 * 1.25 ** kills, null, { signal: timer.signal })
      .then(() => program.kill('SIGKILL'))
      .catch(() => {})
    const measuring = measureMemory(program.pid, (kb) => {
      memoryKb = Math.max(memoryKb, kb)
    })
    const { code, stdout, stderr } = await program.ended
    timer.abort()
    await killing
    clearInterval(measuring)
    if (code === null) continue
    expect(stderr.split('\n').filter((line) => !/^\w+: \d+ (rows|files)$/.test(line))).toEqual([''])
    const seconds = (performance.now() - begun) / 1000
    return { code, stdout, kills, seconds, megabytes: memoryKb / 1024 }
  }
}

/** Reports the highest memory of a process so far. */
function measureMemory(pid: number, report: (kb: number) => void) {
  return setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    report(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  }, 50)
}

async function contentOf(at: string) {
  return await readUnmigrated(at, async (db) => {
    const found: Record<string, string> = {}
    for (const table of copiedTables) {
      const { rows, sum } = await digestOf(db, table)
      found[table] = `${rows} ${sum}`
    }
    return found
  })
}

/** Returns how many of the keys a server accepts. */
async function accepted(keys: readonly string[], ...args: string[]): Promise<number> {
  const server = await start('--role', 'api', ...args)
  let count = 0
  for (const key of keys) {
    const response = await fetch(`${server.url}/api/v1/me?api_key=${key}`)
    const { posts } = (await response.json()) as { posts?: unknown[] }
    if (response.status === 200 && posts && posts.length > 0) count += 1
  }
  await server.stop()
  return count
}

test('1,000 accounts move to PostgreSQL and a bucket and back, although the copy is killed again and again', {
  timeout: 900_000,
}, async () => {
  const data = join(await tempFolder(), 'data')
  const keys = await populate(owners, [data, undefined], postsOfEach)
  const file = join(data, 'photofeed.sqlite')
  const before = await contentOf(file)
  const s3 = await s3Server()
  const env = {
    AWS_ACCESS_KEY_ID: testCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const bucket = [`s3://${testBucket}`, '--s3-endpoint', s3.endpoint, '--s3-path-style']
  const database = await (await sharedPostgres()).create()

  const away = await copyUnderKills('--data', data, '--to', database, '--media', ...bucket)
  expect(away.code).toBe(0)
  expect(await contentOf(database)).toEqual(before)
  expect(await contentOf(file)).toEqual(before)
  const secret = await readFile(join(data, 'secret'), 'utf8')
  const there = ['--database', database, '--secret', secret, '--media', ...bucket]
  const files = await keysIn(createFolderFiles(join(data, 'media')))
  expect(await keysIn(createS3Files(s3))).toEqual(files)
  expect(await accepted(keys, '--data', await tempFolder(), ...there)).toBe(keys.length)

  const back = await tempFolder()
  const target = join(back, 'photofeed.sqlite')
  const served = await contentOf(database)
  const home = await copyUnderKills(
    ...there.map((word) => (word === '--media' ? '--from-media' : word)),
    '--data',
    await tempFolder(),
    '--to',
    target,
    '--media',
    join(back, 'media'),
  )
  expect(home.code).toBe(0)
  expect(await contentOf(target)).toEqual(served)
  expect(await keysIn(createFolderFiles(join(back, 'media')))).toEqual(files)
  await writeFile(join(back, 'secret'), secret)
  expect(await accepted(keys, '--data', back)).toBe(keys.length)
  expect(Math.min(away.kills, home.kills)).toBeGreaterThan(2)
  for (const [where, { kills, seconds, megabytes }] of Object.entries({ away, home })) {
    console.log(
      `${where}: ${keys.length} accounts, ${before?.post?.split(' ')[0]} posts, ${files.length} files; ${kills} kills, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    )
  }
})
